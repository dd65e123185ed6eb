import { findAt } from '@contract-kit/json-schema/json'
import type { ApiDocument, SecurityRequirement } from '@contract-kit/openapi/open'
import { type JsonObject, toObject, toText } from '../../../src/openapi/json.ts'
import type { Operation } from '../../../src/openapi/operations.ts'
import type { TryItCredential } from '../../../src/try-it-options.ts'
import { mask } from '../response/secrets.ts'

/** A security scheme of the document (OpenAPI 3.1, Security Scheme Object). */
export interface SecurityScheme {
  /** Its name in the document. */
  readonly name: string
  readonly kind: 'apiKey' | 'basic' | 'bearer' | 'http' | 'oauth2' | 'openIdConnect' | 'other'
  /** Markdown. */
  readonly description: string
  /** For an API key: its location and name. */
  readonly place: string
  readonly parameter: string
  /** For other HTTP schemes: the scheme name, such as `digest`. */
  readonly httpScheme: string
  readonly openIdConnectUrl: string
  /** Flows by name (OpenAPI 3.1, OAuth Flows Object). */
  readonly flows: Readonly<Record<string, OAuthFlow>>
}

/** A flow to obtain a token (OpenAPI 3.1, OAuth Flow Object). */
export interface OAuthFlow {
  readonly authorizationUrl: string
  readonly tokenUrl: string
  /** Descriptions by scope name. */
  readonly scopes: Readonly<Record<string, string>>
}

/** The credentials that the user entered for a scheme on one server. They are stored only in memory. */
export interface Credential {
  /** The API key, the name of the user, or the client id. */
  readonly value: string
  /** The password or the client secret. */
  readonly secret: string
  /** The token; for other HTTP schemes, the part of `Authorization` after the scheme name. */
  readonly token: string
  /** The scopes to request. */
  readonly scopes: readonly string[]
  /** Whether the value is shown unmasked. */
  readonly isPublic: boolean
}

/** The credentials to send: the stored ones, none, or invalid ones. */
export type CredentialChoice = 'stored' | 'none' | 'invalid'

type Pair = readonly [name: string, value: string]

/** The headers, query parameters and cookies that credentials add to a request. */
export interface AppliedCredentials {
  readonly headers: readonly Pair[]
  readonly query: readonly Pair[]
  readonly cookies: readonly Pair[]
}

/** Returns the schemes that at least one operation uses, in document order. */
export function listSchemes(
  document: ApiDocument,
  operations: readonly Operation[],
): readonly SecurityScheme[] {
  const needed = new Set(operations.flatMap((operation) => operation.security.flatMap(namesOf)))
  return [...document.securitySchemes.values()]
    .filter(({ name }) => needed.has(name))
    .map(({ name, pointer }) => readScheme(name, toObject(findAt(document.raw, pointer))))
}

/** Returns the names of the schemes that a requirement combines. */
export const namesOf = ({ schemes }: SecurityRequirement): readonly string[] =>
  schemes.map(({ name }) => name)

/** Returns the initial credentials of a scheme. */
export function toFirstCredential(
  preset: TryItCredential | undefined,
  kind: SecurityScheme['kind'] | undefined,
): Credential {
  const isToken = kind === 'bearer' || kind === 'http' || kind === 'openIdConnect'
  return {
    value: isToken ? '' : (preset?.value ?? ''),
    secret: '',
    token: isToken ? (preset?.value ?? '') : '',
    scopes: [],
    isPublic: preset?.isPublic ?? false,
  }
}

/** Returns the headers, query parameters and cookies of one scheme; none if the user has entered nothing. */
export function applyCredential(
  scheme: SecurityScheme,
  credential: Credential,
  choice: CredentialChoice,
  isMasked: boolean,
): Partial<AppliedCredentials> {
  if (choice === 'none') return {}
  const { value, secret, token, isPublic } = choice === 'invalid' ? invalidCredential : credential
  const show = (text: string, isShown = false): string => (isMasked && !isShown && text !== '' ? mask : text)
  switch (scheme.kind) {
    case 'apiKey': {
      if (value === '') return {}
      const pair = [scheme.parameter, show(value, isPublic)] as const
      if (scheme.place === 'query') return { query: [pair] }
      return scheme.place === 'cookie' ? { cookies: [pair] } : { headers: [pair] }
    }
    case 'basic':
      return value === '' && secret === '' ? {} : authorize(`Basic ${show(toBase64(`${value}:${secret}`))}`)
    case 'bearer':
    case 'oauth2':
    case 'openIdConnect':
      return token === '' ? {} : authorize(`Bearer ${show(token)}`)
    case 'http':
      return token === '' ? {} : authorize(`${scheme.httpScheme} ${show(token)}`)
    case 'other':
      return {}
  }
}

const authorize = (text: string): Partial<AppliedCredentials> => ({ headers: [['Authorization', text]] })

/** Well formed, but invalid. */
const invalidCredential: Credential = {
  value: 'invalid',
  secret: 'invalid',
  token: 'not.a.token',
  scopes: [],
  isPublic: true,
}

/** Encodes a text as UTF-8 in Base64, as Basic authentication requires (RFC 7617). */
export function toBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
}

function readScheme(name: string, scheme: JsonObject): SecurityScheme {
  const httpScheme = toText(scheme['scheme'])
  return {
    name,
    kind: toKind(toText(scheme['type']), httpScheme.toLowerCase()),
    description: toText(scheme['description']),
    place: toText(scheme['in']),
    parameter: toText(scheme['name']),
    httpScheme,
    openIdConnectUrl: toText(scheme['openIdConnectUrl']),
    flows: Object.fromEntries(
      Object.entries(toObject(scheme['flows'])).map(([flow, declared]) => {
        const { authorizationUrl, tokenUrl, scopes } = toObject(declared)
        const texts = Object.entries(toObject(scopes)).map(([scope, text]) => [scope, toText(text)])
        return [
          flow,
          {
            authorizationUrl: toText(authorizationUrl),
            tokenUrl: toText(tokenUrl),
            scopes: Object.fromEntries(texts),
          },
        ]
      }),
    ),
  }
}

function toKind(type: string, httpScheme: string): SecurityScheme['kind'] {
  if (type === 'http') return httpScheme === 'basic' || httpScheme === 'bearer' ? httpScheme : 'http'
  return type === 'apiKey' || type === 'oauth2' || type === 'openIdConnect' ? type : 'other'
}
