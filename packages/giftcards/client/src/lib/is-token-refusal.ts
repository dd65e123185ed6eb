import { tokenRefusal } from '../generated/errors.ts'
import { PartnerApiError } from './errors/partner-api-error.ts'

/** Whether the service did not take the token of a call; then nothing of the call has happened (section 5). */
export function isTokenRefusal(error: unknown): boolean {
  return error instanceof PartnerApiError && error.status === 400 && error.messages.includes(tokenRefusal)
}
