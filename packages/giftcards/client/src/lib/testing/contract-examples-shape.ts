import type { OperationId, OperationResponse, OperationStatus } from '@giftcards/contract'

/** One answer of an operation: a status, the headers that status requires, and the body declared for it. */
export interface ExampleAnswer<Id extends OperationId, Status> {
  readonly status: Status
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Status extends OperationStatus<Id> ? OperationResponse<Id, Status> : never
}

/** The shape of the generated examples: a body that is not what the contract declares does not compile. */
export type ContractExamples<Statuses extends Record<OperationId, object>> = {
  readonly [Id in OperationId]: {
    readonly method: string
    readonly path: string
    readonly examples: { readonly [Name in keyof Statuses[Id]]: ExampleAnswer<Id, Statuses[Id][Name]> }
  }
}
