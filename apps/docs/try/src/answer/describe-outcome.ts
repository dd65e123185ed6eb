import { errorAdvice } from '../../../generated/error-advice.ts'
import type { Operation } from '../contract/operation.ts'
import type { TargetKind } from '../request/target.ts'
import { toList, toObject, toText } from '../json-object.ts'
import { findErrorCode } from './find-error-code.ts'
import type { Outcome } from './outcome.ts'

/** An outcome in words. */
export interface OutcomeDescription {
  /** A few characters for the history: `201`, `400 validation_error`, `no answer`. */
  readonly verdict: string
  /** One sentence: what the status means by the contract. */
  readonly meaning: string
  /** The service's own words about an error. */
  readonly messages: readonly string[]
  /** Markdown: what to do about an error; empty for a success. */
  readonly advice: string
  readonly isSuccess: boolean
}

/** Says what became of a request, by the contract. The mock replays nothing, whatever its examples say. */
export function describeOutcome(
  operation: Operation,
  outcome: Outcome,
  kind: TargetKind,
): OutcomeDescription {
  if (outcome.kind === 'none') {
    return {
      verdict: 'no answer',
      meaning: outcome.reason,
      messages: [],
      advice: outcome.advice,
      isSuccess: false,
    }
  }
  const code = findErrorCode(operation, outcome)
  const isReplayed =
    kind === 'sandbox' &&
    outcome.headers.some(([name, value]) => name === 'idempotent-replayed' && value === 'true')
  return {
    verdict: [outcome.status, code].filter((part) => part !== undefined).join(' '),
    meaning:
      operation.answers.get(String(outcome.status))?.description ??
      'The contract declares no such status for this operation.',
    messages: outcome.status < 400 ? [] : toList(toObject(outcome.body)['message']).map(toText),
    advice: [errorAdvice[`${outcome.status} ${code}`]?.advice, isReplayed ? replayed : undefined]
      .filter((part) => part !== undefined)
      .join(' '),
    isSuccess: outcome.status < 400,
  }
}

const replayed =
  'This is the stored answer of the first request with this Idempotency-Key; nothing was done again. Press New to buy once more.'
