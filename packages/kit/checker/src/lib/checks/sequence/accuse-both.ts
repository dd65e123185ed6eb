import type { Exchange } from '../../run/exchange.ts'
import type { Check, Finding } from '../check.ts'
import { createFinding } from '../create-finding.ts'

/**
 * Two answers contradict each other, and nothing tells which is wrong: what was done, or what was shown afterwards. Each
 * operation gets a finding, so that whoever owns it hears of it.
 */
export const accuseBoth = (
  check: Pick<Check, 'id'>,
  exchanges: readonly Exchange[],
  message: string,
): readonly Finding[] => {
  const byOperation = new Map(exchanges.map((exchange) => [exchange.case.operation?.id, exchange]))
  return [...byOperation.values()].map((exchange) => createFinding(check, exchange, message))
}
