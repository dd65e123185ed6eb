import type { Identity } from '@contract-kit/checker'
import type { ApiDocument } from '@contract-kit/openapi'
import type { Credential } from '@contract-kit/sandbox'

/** The password of a caller. */
const password = (name: string): string => `${name}-password`

/** The credentials of a caller. */
const credentialsOf = (
  name: string,
  rights: Pick<Credential, 'scopes' | 'isExpired'> = {},
): readonly Credential[] =>
  [`${name}:${password(name)}`, `${name}-token`, `${name}-key`].map((value) => ({
    value,
    identity: name,
    ...rights,
  }))

/** The callers of a proof: credentials for the server and for the checker. */
export interface Callers {
  readonly credentials: readonly Credential[]
  readonly identities: Readonly<Record<string, Identity>>
}

/**
 * Two callers that own the items they create, one without scopes if operations require some, and one with expired credentials.
 * None for a document without security schemes.
 */
export function callersOf({ operations, securitySchemes }: ApiDocument): Callers {
  const schemes = [...securitySchemes.values()].filter(({ type }) => type !== 'mutualTLS')
  if (schemes.length === 0) return { credentials: [], identities: {} }
  const keys = schemes.filter(({ type }) => type === 'apiKey')
  const others = schemes.filter(({ type }) => type !== 'apiKey')
  // Only one scheme can use the header Authorization.
  const isBasic = others.length > 0 && others.every(({ scheme }) => scheme === 'basic')

  const identityOf = (name: string): Identity => ({
    ...(isBasic && { basic: { username: name, password: password(name) } }),
    ...(others.length > 0 && !isBasic && { bearer: `${name}-token` }),
    ...(keys.length > 0 && { apiKey: Object.fromEntries(keys.map((key) => [key.name, `${name}-key`])) }),
  })
  const hasScopes = operations.some(({ security }) =>
    security.some(({ schemes: required }) => required.some(({ scopes }) => scopes.length > 0)),
  )
  return {
    credentials: [
      ...credentialsOf('caller'),
      ...credentialsOf('other'),
      ...(hasScopes ? credentialsOf('limited', { scopes: [] }) : []),
      ...credentialsOf('former', { isExpired: true }),
    ],
    identities: {
      caller: { ...identityOf('caller'), owns: true },
      other: { ...identityOf('other'), owns: true },
      ...(hasScopes && { limited: { ...identityOf('limited'), scopes: [] } }),
      former: { ...identityOf('former'), expired: true },
    },
  }
}
