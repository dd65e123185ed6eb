import type { ApiDocument, ApiOperation, SecurityScheme } from '@contract-kit/openapi'
import { placeCredential, type PlacedCredential } from '@contract-kit/openapi/wire'

/** A name and a value of a request, not encoded. */
export type Pair = readonly [name: string, value: string]

/** The credentials that an operation requires. */
export interface SampleCredentials {
  /** False if the operation may be called without credentials. */
  readonly isNeeded: boolean
  readonly headers: readonly Pair[]
  readonly query: readonly Pair[]
  readonly cookies: readonly Pair[]
}

/**
 * The credentials of the first security requirement, each the value given for its scheme or a placeholder such as `YOUR_TOKEN`.
 * None if one of the requirements is empty.
 */
export function toCredentials(
  { securitySchemes }: ApiDocument,
  { security }: Pick<ApiOperation, 'security'>,
  given: Readonly<Record<string, string>> = {},
): SampleCredentials {
  const isOptional = security.some(({ schemes }) => schemes.length === 0)
  const names = isOptional ? [] : (security[0]?.schemes ?? []).map(({ name }) => name)
  const placed = names.flatMap((name) => {
    const scheme = securitySchemes.get(name)
    return (scheme && placeCredential(scheme, toValue(scheme, given[name]))) ?? []
  })
  const inPlace = (place: PlacedCredential['in']): readonly Pair[] =>
    placed.filter((credential) => credential.in === place).map(({ name, value }) => [name, value])
  return {
    isNeeded: names.length > 0,
    headers: inPlace('header'),
    query: inPlace('query'),
    cookies: inPlace('cookie'),
  }
}

function toValue({ type, scheme }: SecurityScheme, given: string | undefined): string {
  if (scheme === 'basic') return toBasic(given ?? 'YOUR_NAME:YOUR_PASSWORD')
  return given ?? (type === 'apiKey' ? 'YOUR_API_KEY' : 'YOUR_TOKEN')
}

/** `name:password` as RFC 7617 sends it. */
function toBasic(credentials: string): string {
  return Buffer.from(credentials, 'utf8').toString('base64')
}
