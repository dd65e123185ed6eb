import { requireHeaders } from './lib/require-headers.ts'

/** Every response declares `x-request-id`. */
export const responseRequestId = requireHeaders(['x-request-id'], () => true)
