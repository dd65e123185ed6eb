import type { OperatorOutcome } from '../operator/operator-store.ts'
import type { Outcome, RefusalKind } from '../refusal.ts'

/** Returns the value of an outcome; throws if it was refused. */
export function valueOf<Value>(outcome: Outcome<Value, RefusalKind> | OperatorOutcome<Value>): Value {
  if (outcome.kind === 'refused')
    throw new Error(`Refused: ${'refusal' in outcome ? outcome.refusal.kind : outcome.reason}`)
  return outcome.value
}

/** Why an outcome was refused, or `done`. */
export function refusalOf(outcome: Outcome<unknown, RefusalKind>): RefusalKind | 'done' {
  return outcome.kind === 'refused' ? outcome.refusal.kind : 'done'
}

/** Why a command of an operator was refused, or `done`. */
export function reasonOf(outcome: OperatorOutcome<unknown>): string {
  return outcome.kind === 'refused' ? outcome.reason : 'done'
}
