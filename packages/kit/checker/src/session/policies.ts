import { ConfigurationError } from '../core/check-options.ts'
import type { CheckResult } from '../core/check-result.ts'
import type { Policy } from '../core/exchange.ts'
import type { PolicyInput } from '../core/settings.ts'
import { isObject, type Json, own, writeJson } from '@contract-kit/json-schema/json'
import { suggest } from '@contract-kit/json-schema/text'
import type { ApiDocument } from '@contract-kit/openapi'

/** The subject of a policy for the whole document. */
const EVERYWHERE = '*'

/**
 * Reads policies by subject: an operation id, a path, or `*` for the whole document. The document contains them as `x-contract-policy`, a
 * list of `{ statuses, reason, checks }` at an operation, a path item or the root. They precede those of the configuration.
 * Throws {@link ConfigurationError} for a policy without a reason, with an unknown subject, or with an unknown check.
 */
export const readPolicies = (
  document: ApiDocument,
  configured: Readonly<Record<string, readonly PolicyInput[]>>,
  checkIds: readonly string[],
): ReadonlyMap<string, readonly Policy[]> => {
  const policies = new Map<string, readonly Policy[]>()
  const add = (subject: string, holder: Json | undefined): void => {
    const written = own(holder, 'x-contract-policy')
    const list = written === undefined ? [] : Array.isArray(written) ? written : [written]
    const all = [...list, ...(configured[subject] ?? [])]
    policies.set(
      subject,
      all.map((policy) => toPolicy(subject, policy, checkIds)),
    )
  }
  for (const { id, raw } of document.operations) add(id, raw)
  for (const path of document.paths.keys()) add(path, own(own(document.raw, 'paths'), path))
  add(EVERYWHERE, document.raw)
  for (const subject of Object.keys(configured)) {
    if (policies.has(subject)) continue
    const names = [...policies.keys()]
    throw new ConfigurationError(
      `There is a policy for ${subject}, but the document has no such operation or path${suggest(names, subject)}`,
    )
  }
  return policies
}

const toPolicy = (id: string, policy: unknown, checkIds: readonly string[]): Policy => {
  const { statuses = [], reason, checks = [] } = isObject(policy) ? policy : {}
  if (typeof reason !== 'string' || reason.trim() === '')
    throw new ConfigurationError(`A policy of ${id} has no reason; add one in a sentence.`)
  if (!Array.isArray(statuses) || !Array.isArray(checks) || (statuses.length === 0 && checks.length === 0)) {
    throw new ConfigurationError(`The policy of ${id} must name statuses or checks.`)
  }
  return {
    statuses: statuses.map(Number),
    reason,
    checks: checks.map((check) => knownCheck(typeof check === 'string' ? check : writeJson(check), checkIds)),
  }
}

/** Returns the id of a check. Throws {@link ConfigurationError} if the check does not exist. */
export const knownCheck = (id: string, checkIds: readonly string[]): string => {
  if (checkIds.includes(id)) return id
  throw new ConfigurationError(`Unknown check ${id}${suggest(checkIds, id)}`)
}

/** The policies that allowed responses to valid requests, with the number of responses. */
export const countPolicies = (
  hits: ReadonlyMap<string, number>,
  policies: ReadonlyMap<string, readonly Policy[]>,
): CheckResult['policiesUsed'] =>
  [...hits].flatMap(([place, count]) => {
    const [operationId = '', status = ''] = place.split('\n')
    const policy = policies.get(operationId)?.find(({ statuses }) => statuses.includes(Number(status)))
    return policy === undefined ? [] : [{ operationId, status: Number(status), reason: policy.reason, count }]
  })
