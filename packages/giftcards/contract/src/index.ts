import type { operations } from './generated/openapi.ts'
import type { AnswerOf, ParametersIn, RequestBodyOf, ResponseOf, StatusOf } from './lib/operation-types.ts'

export type { components, operations, paths } from './generated/openapi.ts'
/** Every schema of the contract by name, in its wire format: `Wire.Cart`, `Wire.Order`. */
export type * as Wire from './generated/openapi.ts'
export { type OpenApiDocument, openapiDocument } from './generated/document.ts'
export { operationTable } from './generated/operations.ts'

/** The name of one operation of the partner API. */
export type OperationId = keyof operations

/** The statuses an operation can respond with. */
export type OperationStatus<Id extends OperationId> = StatusOf<operations[Id]>

/** The body of an operation's response with one status. */
export type OperationResponse<Id extends OperationId, Status extends OperationStatus<Id>> = ResponseOf<
  operations[Id],
  Status
>

/** The request body of an operation; `undefined` if it has none. */
export type OperationRequestBody<Id extends OperationId> = RequestBodyOf<operations[Id]>

/** An operation's path parameters; `undefined` if it has none. */
export type OperationPath<Id extends OperationId> = ParametersIn<operations[Id], 'path'>

/** An operation's query parameters; `undefined` if it has none. */
export type OperationQuery<Id extends OperationId> = ParametersIn<operations[Id], 'query'>

/** The responses of an operation, as a union over its declared statuses. */
export type OperationAnswer<Id extends OperationId> = AnswerOf<operations[Id]>
