import type { Exchange } from '../../run/exchange.ts'

/** What an answer claims: `done`, `refused`, `gone` (no such thing), or nothing that could be held against it. */
export type Outcome = 'done' | 'refused' | 'gone' | 'unknown'

/** Reads the claim from the status. 202 only says that something will be done (RFC 9110, 15.3.3). */
export const outcomeOf = ({ answer: { status } }: Exchange): Outcome => {
  if (status === 404 || status === 410) return 'gone'
  if (status >= 400 && status < 500) return 'refused'
  return status >= 200 && status < 300 && status !== 202 ? 'done' : 'unknown'
}
