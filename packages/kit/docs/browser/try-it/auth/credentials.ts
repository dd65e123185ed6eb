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
  /** Of an API key: where it travels and under which name. */
  readonly place: string
  readonly parameter: string
  /** Of another HTTP scheme: its name, such as `digest`. */
  readonly httpScheme: string
  readonly openIdConnectUrl: string
  /** By the name of the flow (OpenAPI 3.1, OAuth Flows Object). */
  readonly flows: Readonly<Record<string, OAuthFlow>>
}

/** A way to get a token (OpenAPI 3.1, OAuth Flow Object). */
export interface OAuthFlow {
  readonly authorizationUrl: string
  readonly tokenUrl: string
  /** What each scope allows, by its name. */
  readonly scopes: Readonly<Record<string, string>>
}

/** What the reader has given for a scheme, on one server. It is kept in memory alone. */
export interface Credential {
  /** The API key, the name of the user, or the client id. */
  readonly value: string
  /** The password or the client secret. */
  readonly secret: string
  /** The token; of another HTTP scheme, what follows its name in `Authorization`. */
  readonly token: string
  /** The scopes to ask for. */
  readonly scopes: readonly string[]
  /** The value is shown, and not masked. */
  readonly isPublic: boolean
}

/** What goes with a request: the stored credentials, none, or some that no server has issued. */
export type CredentialChoice = 'stored' | 'none' | 'invalid'

type Pair = readonly [name: string, value: string]

/** What credentials add to a request. */
export interface AppliedCredentials {
  readonly headers: readonly Pair[]
  readonly query: readonly Pair[]
  readonly cookies: readonly Pair[]
}

/** The schemes that some operation needs, in the order of the document. */
export function listSchemes(
  document: ApiDocument,
  operations: readonly Operation[],
): readonly SecurityScheme[] {
  const needed = new Set(operations.flatMap((operation) => operation.security.flatMap(namesOf)))
  return [...document.securitySchemes.values()]
    .filter(({ name }) => needed.has(name))
    .map(({ name, pointer }) => readScheme(name, toObject(findAt(document.raw, pointer))))
}

/** The schemes that a requirement takes together. */
export const namesOf = ({ schemes }: SecurityRequirement): readonly string[] =>
  schemes.map(({ name }) => name)

/** What a scheme begins with. */
export function toFirstCredential(preset: TryItCredential | undefined): Credential {
  return {
    value: preset?.value ?? '',
    secret: '',
    token: '',
    scopes: [],
    isPublic: preset?.isPublic ?? false,
  }
}

/** The headers, query parameters and cookies of one scheme; none where the reader has given nothing. */
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

/** Of the right shape, but issued by nobody. */
const invalidCredential: Credential = {
  value: 'invalid',
  secret: 'invalid',
  token: 'not.a.token',
  scopes: [],
  isPublic: true,
}

/** UTF-8 in Base64, as Basic authentication sends it (RFC 7617). */
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
