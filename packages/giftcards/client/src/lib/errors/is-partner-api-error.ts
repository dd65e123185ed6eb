import type { PartnerErrors } from '../../generated/errors.ts'
import { PartnerApiError, type PartnerErrorCode } from './partner-api-error.ts'

/**
 * Whether the service answered with an error, and with this code where one is given; the status is then known as well:
 * `if (isPartnerApiError(error, 'insufficient_inventory')) …`.
 */
export function isPartnerApiError(error: unknown): error is PartnerApiError
export function isPartnerApiError<Code extends PartnerErrorCode>(
  error: unknown,
  code: Code,
): error is PartnerApiError & { readonly code: Code; readonly status: PartnerErrors[Code] }
export function isPartnerApiError(error: unknown, code?: PartnerErrorCode): boolean {
  return error instanceof PartnerApiError && (code === undefined || error.code === code)
}
