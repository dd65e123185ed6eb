import type { Exchange } from '../../run/exchange.ts'

/** The nearest earlier exchange of the same scenario that was made for one of these steps. */
export const findStep = ({ history }: Exchange, ...steps: readonly string[]): Exchange | undefined =>
  history.findLast(({ case: { step } }) => step !== undefined && steps.includes(step))
