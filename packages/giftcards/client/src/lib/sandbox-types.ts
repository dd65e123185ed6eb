import type { operations, SandboxOperationId } from '@giftcards/contract/sandbox'
import type { ControlHeaders } from '../generated/sandbox-answer-headers.ts'
import type { BodyOfStatus, FlatInput, SuccessStatus } from './operation-types.ts'

/** What a control takes: path parameters, query parameters and body as one flat object. */
export type ControlInput<Id extends SandboxOperationId> = FlatInput<operations[Id]>

/** What a control answers: the body of its success. */
export type ControlData<Id extends SandboxOperationId> = ControlAnswer<Id>['data']

/** A success of a control, with its body and its headers by lower-case name. */
export type ControlAnswer<Id extends SandboxOperationId> = {
  [Status in SuccessStatus<operations[Id]> & keyof ControlHeaders[Id]]: {
    readonly status: Status
    readonly data: BodyOfStatus<operations[Id], Status>
    readonly headers: ControlHeaders[Id][Status]
    /** `x-request-id` of the answer. */
    readonly requestId: string | undefined
  }
}[SuccessStatus<operations[Id]> & keyof ControlHeaders[Id]]
