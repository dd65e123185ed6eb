import type { CheckSettings } from '../run/exchange.ts'
import type { Check, Finding } from './check.ts'

/**
 * Makes a check that keeps silent where it does not apply, and that never accuses an operation for which a policy turns
 * it off.
 */
export const defineCheck = (check: Check): Check => ({
  ...check,
  verify: (exchange) =>
    check.appliesTo(exchange.case.operation)
      ? check.verify(exchange).filter((finding) => !isTurnedOff(finding, exchange.settings))
      : [],
})

const isTurnedOff = ({ check, operationId }: Finding, { policies }: CheckSettings): boolean =>
  operationId !== null && (policies.get(operationId) ?? []).some(({ checks }) => checks.includes(check))
