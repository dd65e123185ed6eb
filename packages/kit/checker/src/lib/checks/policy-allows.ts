import type { Exchange } from '../run/exchange.ts'

/** Whether a policy of the operation names the status of this answer as one it may give to a valid request. */
export const policyAllows = ({ case: { operation }, answer, settings }: Exchange): boolean =>
  operation !== undefined &&
  (settings.policies.get(operation.id) ?? []).some(({ statuses }) => statuses.includes(answer.status))
