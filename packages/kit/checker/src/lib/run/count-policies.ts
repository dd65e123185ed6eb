import type { CheckResult } from './check-result.ts'
import type { Policy } from './exchange.ts'

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
