import { ConnectionError } from './connection-error.ts'

/** No answer within `timeoutMs`; of `waitForFulfilment`, no fulfilment. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}
