import type { operations } from './generated/sandbox-openapi.ts'
import type { AnswerOf, ParametersIn, RequestBodyOf, ResponseOf, StatusOf } from './lib/operation-types.ts'

export type { components, operations, paths } from './generated/sandbox-openapi.ts'
/** Every schema of the sandbox document by name, in its wire format: `SandboxWire.Clock`. */
export type * as SandboxWire from './generated/sandbox-openapi.ts'
export { openapiDocument as sandboxDocument } from './generated/sandbox-document.ts'
export { operationTable as sandboxOperationTable } from './generated/sandbox-operations.ts'

/** The name of one sandbox control. */
export type SandboxOperationId = keyof operations

/** The statuses a control can respond with. */
export type SandboxStatus<Id extends SandboxOperationId> = StatusOf<operations[Id]>

/** The body of a control's response with one status. */
export type SandboxResponse<Id extends SandboxOperationId, Status extends SandboxStatus<Id>> = ResponseOf<
  operations[Id],
  Status
>

/** The request body of a control; `undefined` if it has none. */
export type SandboxRequestBody<Id extends SandboxOperationId> = RequestBodyOf<operations[Id]>

/** A control's path parameters; `undefined` if it has none. */
export type SandboxPath<Id extends SandboxOperationId> = ParametersIn<operations[Id], 'path'>

/** A control's query parameters; `undefined` if it has none. */
export type SandboxQuery<Id extends SandboxOperationId> = ParametersIn<operations[Id], 'query'>

/** The responses of a control, as a union over its declared statuses. */
export type SandboxAnswer<Id extends SandboxOperationId> = AnswerOf<operations[Id]>
