export {
  AbortError,
  ApiError,
  type ApiCall,
  type ApiResponse,
  type CallOptions,
  ClientError,
  type ClientEvent,
  ConnectionError,
  type IdempotentCallOptions,
  InputError,
  type RetryOptions,
  SessionError,
  TimeoutError,
  UnexpectedResponseError,
} from '@contract-kit/client'
export { type ErrorCode, isApiError, type OperationErrorCode, OrderCanceledError } from './errors.ts'
export type * from './generated/api.ts'
export { addCents, type Cents, formatDollars, toCents } from './money.ts'
export type { Credentials, PartnerClientOptions } from './options.ts'
export { createPartnerClient, type PartnerClient } from './partner-client.ts'
export type { TokenStore } from './token.ts'
export type { FulfilmentProgress, WaitOptions } from './wait-for-fulfilment.ts'
