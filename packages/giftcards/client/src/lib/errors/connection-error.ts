import { PartnerClientError } from './partner-client-error.ts'

/** No answer, or not the whole of it: whether the service did what it was asked is not known. */
export class ConnectionError extends PartnerClientError {
  override name = 'ConnectionError'
}
