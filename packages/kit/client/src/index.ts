export { createQueue, pause, type Queue, untilAborted } from './abort.ts'
export type { ApiCall, ApiResponse, ResponseHeaders } from './call.ts'
export { type ApiClient, type ClientOptions, createApiClient, type RawClient } from './client.ts'
export {
  AbortError,
  ApiError,
  ClientError,
  ConnectionError,
  type ErrorFacts,
  type ErrorReader,
  InputError,
  type ReadError,
  readProblem,
  SessionError,
  TimeoutError,
  UnexpectedResponseError,
} from './errors.ts'
export { type ClientEvent, type Logger, type SessionEvent, toSafeLogger } from './log.ts'
export type { FieldEncoding, Operation, Operations, Parameter } from './operation.ts'
export type { CallOptions, IdempotentCallOptions, RetryOptions } from './options.ts'
export type { Fetch, FetchOptions, Hooks, IncomingResponse, OutgoingRequest } from './send.ts'
export { bearer, type Session, type SessionCall, type SessionVerdict } from './session.ts'
