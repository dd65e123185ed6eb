import type { ScenarioDraft } from '../core/case.ts'
import type { CaseTarget, OtherIdentity } from '../core/exchange.ts'
import { appendTokens } from '@contract-kit/json-schema/json'
import { type ApiOperation, isSecured, missingScopes } from '@contract-kit/openapi'

/** The available credentials of a run. */
export interface KnownCredentials {
  /** Whether a credential is given for a scheme, by name. */
  readonly isGiven: (scheme: string) => boolean
  /** Whether that credential can be sent in an undeclared place. */
  readonly canBeMisplaced: (operation: ApiOperation, scheme: string) => boolean
}

/**
 * A working request without credentials and with spoiled ones. If several are required together, each is also tested alone. Alternatives
 * are tested separately.
 */
export const authCases = (
  operation: ApiOperation,
  { isGiven, canBeMisplaced }: KnownCredentials,
): readonly ScenarioDraft[] => {
  if (!isSecured(operation)) return []
  const shared = { mode: 'negative', target: securityOf(operation), apply } as const
  const names = operation.security.flatMap(({ schemes }) => schemes.map(({ name }) => name))
  const oneByOne = operation.security.flatMap(({ schemes }) => (schemes.length > 1 ? schemes : []))
  // Alternatives are tested without the default credentials.
  const alternatives = operation.security.length > 1 ? operation.security : []
  return [
    ...[{}, ...distinctNames(oneByOne).map((authScheme) => ({ authScheme }))].flatMap((about) => [
      { scenario: 'no_credentials', auth: 'none', ...shared, ...about } as const,
      ...spoiledCases({ ...shared, ...about }),
    ]),
    ...(names.some((name) => isGiven(name) && canBeMisplaced(operation, name))
      ? [{ scenario: 'misplaced_credentials', auth: 'misplaced', ...shared } as const]
      : []),
    ...alternatives.flatMap(({ schemes: [scheme, ...others] }) =>
      scheme === undefined || others.length > 0
        ? []
        : [{ scenario: 'invalid_credentials', auth: 'invalid', ...shared, authScheme: scheme.name } as const],
    ),
    ...alternatives.flatMap(({ schemes, pointer, documentUri }) =>
      schemes.every(({ name }) => isGiven(name))
        ? [
            {
              ...shared,
              scenario: 'alternative_credentials',
              mode: 'positive',
              target: { ...shared.target, pointer, documentUri },
              auth: 'given',
              authScheme: schemes[0]?.name ?? '',
            } as const,
          ]
        : [],
    ),
  ]
}

const distinctNames = (schemes: readonly { readonly name: string }[]): readonly string[] => [
  ...new Set(schemes.map(({ name }) => name)),
]

/** A working request of an open operation, with and without credentials. */
export const openCases = (operation: ApiOperation): readonly ScenarioDraft[] => {
  if (isSecured(operation)) return []
  const shared = {
    scenario: 'open_operation',
    mode: 'positive',
    target: securityOf(operation),
    apply,
  } as const
  return [shared, { ...shared, auth: 'none' }]
}

const spoiledCases = (shared: Omit<ScenarioDraft, 'scenario' | 'auth'>): readonly ScenarioDraft[] => [
  { scenario: 'invalid_credentials', auth: 'invalid', ...shared },
  { scenario: 'cut_credentials', auth: 'cut', ...shared },
  { scenario: 'longer_credentials', auth: 'longer', ...shared },
  { scenario: 'recased_credentials', auth: 'recased', ...shared },
  { scenario: 'relabeled_credentials', auth: 'relabeled', ...shared },
]

/**
 * Requests that the server must reject for other identities: any request of an expired identity, operations beyond an identity's scopes,
 * and operations that accept none of its schemes. An identity without declarations is an alternative way to authenticate. Its credentials are also spoiled, and each alternative
 * that they satisfy is tested.
 */
export const identityCases = (
  operation: ApiOperation,
  identities: readonly OtherIdentity[],
): readonly ScenarioDraft[] => {
  if (!isSecured(operation)) return []
  const names = operation.security.flatMap(({ schemes }) => schemes.map(({ name }) => name))
  return identities.flatMap((identity) => {
    const shared = { mode: 'negative', target: securityOf(operation), apply, identity } as const
    const { schemes, scopes, owns, isExpired } = identity
    if (!names.some((name) => schemes.includes(name)))
      return isExpired || schemes.length === 0
        ? []
        : [{ scenario: 'credentials_of_another_scheme', auth: 'other', ...shared } as const]
    if (isExpired) return [{ scenario: 'expired_credentials', auth: 'other', ...shared } as const]
    if (scopes === undefined) return owns ? [] : [...spoiledCases(shared), ...otherWays(operation, identity)]
    return missingScopes(operation, schemes, scopes).length === 0
      ? []
      : [{ scenario: 'credentials_without_scope', auth: 'other', ...shared } as const]
  })
}

/** Whether the client may also satisfy another security requirement. */
const otherWays = (operation: ApiOperation, identity: OtherIdentity): readonly ScenarioDraft[] =>
  (operation.security.length > 1 ? operation.security : []).flatMap(({ schemes, pointer, documentUri }) =>
    schemes.every(({ name }) => identity.schemes.includes(name))
      ? [
          {
            scenario: 'alternative_credentials',
            mode: 'positive',
            target: { ...securityOf(operation), pointer, documentUri },
            apply,
            auth: 'other',
            authScheme: schemes[0]?.name ?? '',
            identity,
          } as const,
        ]
      : [],
  )

const securityOf = (operation: ApiOperation): CaseTarget => {
  const [requirement] = operation.security
  return {
    location: 'auth',
    name: '',
    keyword: 'security',
    pointer: requirement?.pointer ?? appendTokens(operation.pointer, 'security'),
    documentUri: requirement?.documentUri ?? operation.documentUri,
  }
}

const apply: ScenarioDraft['apply'] = (working) => working
