import { PartnerClientError } from './partner-client-error.ts'

/** The order that was waited for has been canceled; its stock, coupon use and money have been given back. */
export class OrderCanceledError extends PartnerClientError {
  override name = 'OrderCanceledError'
}
