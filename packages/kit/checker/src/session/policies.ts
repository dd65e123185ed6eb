import { ConfigurationError, type PolicyInput } from '../core/check-options.ts'
import type { CheckResult } from '../core/check-result.ts'
import type { Policy } from '../core/exchange.ts'
import { isObject } from '../json-schema/base/json.ts'
import type { ApiDocument } from '../openapi/api-document.ts'

/**
 * The policies of each operation: those written in the document as `x-contract-policy`, a list of `{ statuses, reason, checks }`, then those
 * of the configuration. One without a reason, or for an operation that does not exist, is a {@link ConfigurationError}.
 */
export const readPolicies = (
  document: ApiDocument,
  configured: Readonly<Record<string, readonly PolicyInput[]>>,
): ReadonlyMap<string, readonly Policy[]> => {
  const policies = new Map<string, readonly Policy[]>()
  for (const { id, raw } of document.operations) {
    const written = raw['x-contract-policy']
    const list = written === undefined ? [] : Array.isArray(written) ? written : [written]
    policies.set(
      id,
      [...list, ...(configured[id] ?? [])].map((policy) => toPolicy(id, policy)),
    )
  }
  for (const id of Object.keys(configured)) {
    if (!policies.has(id))
      throw new ConfigurationError(`There is a policy for ${id}, but the document has no such operation.`)
  }
  return policies
}

const toPolicy = (id: string, policy: unknown): Policy => {
  const { statuses = [], reason, checks = [] } = isObject(policy) ? policy : {}
  if (typeof reason !== 'string' || reason.trim() === '')
    throw new ConfigurationError(`A policy of ${id} has no reason; say in one sentence why.`)
  if (!Array.isArray(statuses) || !Array.isArray(checks) || (statuses.length === 0 && checks.length === 0)) {
    throw new ConfigurationError(`The policy of ${id} must name statuses or checks.`)
  }
  return { statuses: statuses.map(Number), reason, checks: checks.map(String) }
}

/** Which policies allowed an answer to a valid request, and how often. */
export const countPolicies = (
  hits: ReadonlyMap<string, number>,
  policies: ReadonlyMap<string, readonly Policy[]>,
): CheckResult['policiesUsed'] =>
  [...hits].flatMap(([place, count]) => {
    const [operationId = '', status = ''] = place.split('\n')
    const policy = policies.get(operationId)?.find(({ statuses }) => statuses.includes(Number(status)))
    return policy === undefined ? [] : [{ operationId, status: Number(status), reason: policy.reason, count }]
  })
