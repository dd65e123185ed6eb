import { ApiError, ClientError, type ErrorReader } from '@contract-kit/client'
import type { ErrorCodes } from './generated/api.ts'

type ByStatus = ErrorCodes[keyof ErrorCodes]
type CodeOf<Codes> = Codes extends Codes ? Codes[keyof Codes] : never

/** An error code of the contract. */
export type ErrorCode = CodeOf<ByStatus>

/** The error codes that one operation declares. */
export type OperationErrorCode<Id extends keyof ErrorCodes> = CodeOf<ErrorCodes[Id]>

type StatusOf<Code, Codes> = Codes extends Codes
  ? { [Status in keyof Codes]: Code extends Codes[Status] ? Status : never }[keyof Codes]
  : never

/**
 * Whether the service responded with an error, and with this code if one is given. The status is then known as well:
 * `if (isApiError(error, 'insufficient_inventory')) …`.
 */
export function isApiError(error: unknown): error is ApiError
export function isApiError<Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is ApiError & { readonly code: Code; readonly status: StatusOf<Code, ByStatus> }
export function isApiError(error: unknown, code?: ErrorCode): boolean {
  return error instanceof ApiError && (code === undefined || error.code === code)
}

/** Reads errors of the service (section 7): texts in the body, the code in the header `x-error-code`. */
export const readPartnerError: ErrorReader = (body, headers) => {
  const { message } = Object(body) as { message?: unknown }
  if (!Array.isArray(message)) return undefined
  return { code: headers.get('x-error-code') ?? undefined, messages: message.map(String) }
}

/** The order that was waited for was canceled. Its stock, coupon use and money were given back. */
export class OrderCanceledError extends ClientError {
  override readonly name = 'OrderCanceledError'
}
