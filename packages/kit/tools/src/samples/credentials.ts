import { type JsonObject, toObject } from '../documents/json.ts'
import { resolveObject, textOf } from './sample-document.ts'
import type { Pair } from './serialize-parameter.ts'

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
  document: JsonObject,
  operation: JsonObject,
  given: Readonly<Record<string, string>> = {},
): SampleCredentials {
  const security = operation['security'] ?? document['security']
  const requirements = Array.isArray(security) ? security.map(toObject) : []
  const isOptional = requirements.some((requirement) => Object.keys(requirement).length === 0)
  const names = isOptional ? [] : Object.keys(requirements[0] ?? {})
  const schemes = toObject(toObject(document['components'])['securitySchemes'])
  const placed = names.flatMap((name) => {
    const credential = toCredential(resolveObject(document, schemes[name]), given[name])
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

function toCredential(scheme: JsonObject, given: string | undefined): Credential | undefined {
  switch (scheme['type']) {
    case 'apiKey':
      return { place: textOf(scheme, 'in'), name: textOf(scheme, 'name'), value: given ?? 'YOUR_API_KEY' }
    case 'http':
      return textOf(scheme, 'scheme').toLowerCase() === 'basic'
        ? authorization(`Basic ${toBasic(given ?? 'YOUR_NAME:YOUR_PASSWORD')}`)
        : authorization(`${toSchemeName(textOf(scheme, 'scheme'))} ${given ?? 'YOUR_TOKEN'}`)
    case 'oauth2':
    case 'openIdConnect':
      return authorization(`Bearer ${given ?? 'YOUR_TOKEN'}`)
    default:
      // Mutual TLS is a matter of the connection.
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
