import type { OperationId, operations } from '@giftcards/contract'
import type { Caller, MarketplaceDeps, Refusal } from '@giftcards/marketplace'
import type { Failure } from '@contract-kit/express'
import { type AnswerOf, type OperationHandler, toFailureAnswer } from '@contract-kit/express'
import type { TokenService } from '../security/token-service.ts'
import { toFailure } from '../wire/to-failure.ts'

/** Who calls an operation: the app and session of the token, and its customer after login. */
export interface PartnerCaller extends Caller {
  readonly appId: string
  /** When the token expires, milliseconds since the epoch; 0 where an operation takes no token. */
  readonly tokenExpiresAt: number
}

/** What the operations work with. */
export interface PartnerContext {
  readonly marketplace: MarketplaceDeps
  readonly tokens: TokenService
}

/** One operation of the contract: reads the wire, asks the marketplace, answers. */
export type Operation<Id extends OperationId> = OperationHandler<
  operations,
  Id,
  PartnerContext,
  PartnerCaller
>

/** What an operation may answer. */
export type OperationAnswer<Id extends OperationId> = AnswerOf<operations[Id]>

/** Says a refusal; the response check makes sure that its status is one the operation declares. */
export function refuse<Id extends OperationId>(_operation: Id, refusal: Refusal): OperationAnswer<Id> {
  return fail<Id>(toFailure(refusal))
}

/** Says that the request breaks a rule its schema cannot express; one text per problem. */
export function refuseInvalid<Id extends OperationId>(
  _operation: Id,
  problems: readonly string[],
): OperationAnswer<Id> {
  return fail<Id>({ status: 400, messages: problems, code: 'validation_error' })
}

function fail<Id extends OperationId>(failure: Failure): OperationAnswer<Id> {
  return toFailureAnswer(failure) as unknown as OperationAnswer<Id>
}

/** The caller of an operation that requires login: the server has judged that before. */
export function customerOf(caller: PartnerCaller): PartnerCaller & { readonly customerId: number } {
  const { customerId } = caller
  if (customerId === null) throw new Error('An operation for customers was reached without a login')
  return { ...caller, customerId }
}
