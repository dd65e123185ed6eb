import type { ScenarioDraft } from '../core/case.ts'
import type { CaseTarget, OtherIdentity } from '../core/exchange.ts'
import { appendTokens } from '@contract-kit/json-schema/json'
import { type ApiOperation, isSecured, missingScopes } from '@contract-kit/openapi'

/** A working request, without its credentials and with spoiled ones. If several are needed at once, each is also tried alone. */
export const authCases = (operation: ApiOperation): readonly ScenarioDraft[] => {
  if (!isSecured(operation)) return []
  const [requirement] = operation.security
  const target = securityOf(operation)
  const names = operation.security.length === 1 ? (requirement?.schemes ?? []).map(({ name }) => name) : []
  const oneByOne = names.length > 1 ? names : []
  const shared = { mode: 'negative', target, apply } as const
  // Alternative credentials are tried without the ordinary ones.
  const alternatives = operation.security.length > 1 ? operation.security : []
  return [
    ...[{}, ...oneByOne.map((authScheme) => ({ authScheme }))].flatMap((about) => [
      { scenario: 'no_credentials', auth: 'none', ...shared, ...about } as const,
      ...spoiledCases({ ...shared, ...about }),
    ]),
    ...alternatives.flatMap(({ schemes: [scheme, ...others] }) =>
      scheme === undefined || others.length > 0
        ? []
        : [{ scenario: 'invalid_credentials', auth: 'invalid', ...shared, authScheme: scheme.name } as const],
    ),
  ]
}

const spoiledCases = (shared: Omit<ScenarioDraft, 'scenario' | 'auth'>): readonly ScenarioDraft[] => [
  { scenario: 'invalid_credentials', auth: 'invalid', ...shared },
  { scenario: 'cut_credentials', auth: 'cut', ...shared },
  { scenario: 'longer_credentials', auth: 'longer', ...shared },
  { scenario: 'recased_credentials', auth: 'recased', ...shared },
  { scenario: 'relabeled_credentials', auth: 'relabeled', ...shared },
]

/**
 * Requests that other identities must not be allowed: any request for an expired identity, and operations beyond the scopes of others. An
 * identity without further declarations is another way in, so its credentials are spoiled, too.
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
    if (!names.some((name) => schemes.includes(name))) return []
    if (isExpired) return [{ scenario: 'expired_credentials', auth: 'other', ...shared } as const]
    if (scopes === undefined) return owns ? [] : spoiledCases(shared)
    return missingScopes(operation, schemes, scopes).length === 0
      ? []
      : [{ scenario: 'credentials_without_scope', auth: 'other', ...shared } as const]
  })
}

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
