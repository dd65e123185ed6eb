import type { operations, SandboxOperationId } from '@giftcards/contract/sandbox'
import type { MarketplaceDeps, Refusal } from '@giftcards/marketplace'
import { type AnswerOf, type OperationHandler, toFailureAnswer } from '@contract-kit/express'
import type { ServiceClock } from '../../service/service-clock.ts'
import { toFailure } from '../../wire/to-failure.ts'
import type { RequestLog } from '../request-log.ts'

/** What the sandbox controls work with. */
export interface SandboxContext {
  readonly marketplace: MarketplaceDeps
  readonly clock: ServiceClock
  readonly requests: RequestLog
  /** Puts the published data back and forgets all throttles. */
  readonly reset: () => Promise<void>
}

/** Nobody: the controls know no partners. */
export type SandboxCaller = object

/** One sandbox control. */
export type Control<Id extends SandboxOperationId> = OperationHandler<
  operations,
  Id,
  SandboxContext,
  SandboxCaller
>

/** How many entries a list shows where the caller names no limit. */
export const defaultLimit = 50

/** Says a refusal of the marketplace. */
export function refuse<Id extends SandboxOperationId>(
  _control: Id,
  refusal: Refusal,
): AnswerOf<operations[Id]> {
  return toFailureAnswer(toFailure(refusal)) as unknown as AnswerOf<operations[Id]>
}

/** Says that the request breaks a rule its schema cannot express. */
export function refuseInvalid<Id extends SandboxOperationId>(
  _control: Id,
  ...messages: readonly string[]
): AnswerOf<operations[Id]> {
  const failure = { status: 400, messages, code: 'validation_error' }
  return toFailureAnswer(failure) as unknown as AnswerOf<operations[Id]>
}
