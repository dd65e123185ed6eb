import type { ApiDocument, ApiOperation, SecurityScheme } from '@contract-kit/openapi'

/** A name and a value of a request, not encoded. */
export type Pair = readonly [name: string, value: string]

/** The credentials that the security of an operation adds to its request. */
export interface SampleCredentials {
  /** False where the operation may be called without credentials. */
  readonly isNeeded: boolean
  readonly headers: readonly Pair[]
  readonly query: readonly Pair[]
  readonly cookies: readonly Pair[]
}

/**
 * The credentials of the first security requirement, each the value given for its scheme or a placeholder such as `YOUR_TOKEN`.
 * None where one of the requirements is empty.
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
    const credential = scheme && toCredential(scheme, given[name])
    return credential === undefined ? [] : [credential]
  })
  const inPlace = (place: string): readonly Pair[] =>
    placed.filter((credential) => credential.place === place).map(({ name, value }) => [name, value])
  return {
    isNeeded: names.length > 0,
    headers: inPlace('header'),
    query: inPlace('query'),
    cookies: inPlace('cookie'),
  }
}

interface Credential {
  readonly place: string
  readonly name: string
  readonly value: string
}

function toCredential(
  { type, in: place, parameterName, scheme = '' }: SecurityScheme,
  given: string | undefined,
): Credential | undefined {
  switch (type) {
    case 'apiKey':
      return { place: place ?? 'header', name: parameterName ?? '', value: given ?? 'YOUR_API_KEY' }
    case 'http':
      return scheme === 'basic'
        ? authorization(`Basic ${toBasic(given ?? 'YOUR_NAME:YOUR_PASSWORD')}`)
        : authorization(`${toSchemeName(scheme)} ${given ?? 'YOUR_TOKEN'}`)
    case 'oauth2':
    case 'openIdConnect':
      return authorization(`Bearer ${given ?? 'YOUR_TOKEN'}`)
    case 'mutualTLS':
      // A matter of the connection.
      return undefined
  }
}

function authorization(value: string): Credential {
  return { place: 'header', name: 'Authorization', value }
}

/** `name:password` as RFC 7617 sends it. */
function toBasic(credentials: string): string {
  return Buffer.from(credentials, 'utf8').toString('base64')
}

/** `bearer` is written `Bearer` everywhere. */
function toSchemeName(scheme: string): string {
  return scheme.charAt(0).toUpperCase() + scheme.slice(1)
}
