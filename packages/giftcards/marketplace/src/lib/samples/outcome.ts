import type { Outcome, RefusalKind } from '../refusal.ts'

/** The value of an outcome that must be done. */
export function valueOf<Value>(outcome: Outcome<Value, RefusalKind>): Value {
  if (outcome.kind === 'refused') throw new Error(`Refused: ${outcome.refusal.kind}`)
  return outcome.value
}

/** Why an outcome was refused, or `done`. */
export function refusalOf(outcome: Outcome<unknown, RefusalKind>): RefusalKind | 'done' {
  return outcome.kind === 'refused' ? outcome.refusal.kind : 'done'
}
