import { requireHeaders } from './lib/require-headers.ts'
import { isErrorStatus } from './lib/responses-of.ts'

/** Every error response declares `x-error-code`, where the machine-readable code travels. */
export const responseErrorCode = requireHeaders(['x-error-code'], isErrorStatus)
