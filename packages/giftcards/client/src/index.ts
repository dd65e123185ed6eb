export type { OperationId, Wire } from '@giftcards/contract'
export type { CallOptions, CheckoutOptions } from './lib/call-options.ts'
export type { ClientCall } from './lib/client-call.ts'
export type { ClientEvent } from './lib/client-event.ts'
export type { Credentials, PartnerClientOptions, RetryOptions } from './lib/client-options.ts'
export { createPartnerClient, type PartnerClient } from './lib/create-partner-client.ts'
export { ConnectionError } from './lib/errors/connection-error.ts'
export { isPartnerApiError } from './lib/errors/is-partner-api-error.ts'
export { OrderCanceledError } from './lib/errors/order-canceled-error.ts'
export { PartnerApiError, type PartnerErrorCode } from './lib/errors/partner-api-error.ts'
export { PartnerClientError } from './lib/errors/partner-client-error.ts'
export { TimeoutError } from './lib/errors/timeout-error.ts'
export { UnexpectedAnswerError } from './lib/errors/unexpected-answer-error.ts'
export type { FulfilmentProgress, WaitOptions } from './lib/fulfilment.ts'
export type {
  OperationAnswer,
  OperationData,
  OperationErrorCode,
  OperationInput,
} from './lib/partner-types.ts'
export type { TokenStore } from './lib/token-store.ts'
