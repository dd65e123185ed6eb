import type { OperationId, operations } from '@giftcards/contract'
import type { AnswerHeaders } from '../generated/answer-headers.ts'
import type { OperationErrors } from '../generated/errors.ts'
import type { BodyOfStatus, FlatInput, SuccessStatus } from './operation-types.ts'

/** What a method takes: path parameters, query parameters and body of its operation as one flat object. */
export type OperationInput<Id extends OperationId> = FlatInput<operations[Id]>

/** What a method answers: the body of any success of its operation. */
export type OperationData<Id extends OperationId> = OperationAnswer<Id>['data']

/** A success of an operation, one member per status, each with its body and its headers by lower-case name. */
export type OperationAnswer<Id extends OperationId> = {
  [Status in SuccessStatus<operations[Id]> & keyof AnswerHeaders[Id]]: {
    readonly status: Status
    readonly data: BodyOfStatus<operations[Id], Status>
    readonly headers: AnswerHeaders[Id][Status]
    /** `x-request-id` of the answer: quote it when you ask for help. */
    readonly requestId: string | undefined
  }
}[SuccessStatus<operations[Id]> & keyof AnswerHeaders[Id]]

/** The codes with which one operation may be refused, all statuses together. */
export type OperationErrorCode<Id extends OperationId> = {
  [Status in keyof OperationErrors[Id]]: OperationErrors[Id][Status]
}[keyof OperationErrors[Id]]
