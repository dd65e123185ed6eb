export type { BodyLimits } from './body-limits.ts'
export {
  open as openContract,
  type OpenApiDocument,
  type Operation,
  type OperationKey,
  type Parameter,
} from './document.ts'
export {
  errorHandler,
  type ErrorMapper,
  type ErrorResponse,
  type Problem,
  problemDetails,
  RequestError,
  type RequestErrorCode,
} from './errors.ts'
export { type ExampleHandler, exampleHandlers } from './example-handlers.ts'
export type { Handler, Handlers, InputOf, ResponseOf } from './handler.ts'
export type { UploadedFile } from './multipart.ts'
export { type Breach, createResponseCheck, type ResponseCheck, type SentResponse } from './response-check.ts'
export {
  checkResponses,
  contractResponses,
  type ContractResponsesOptions,
  type OnBreach,
  type Replacement,
  ResponseBreachError,
} from './responses.ts'
export { type ContractRouter, contractRouter, type ContractRouterOptions, operationOf } from './router.ts'
