import { requireHeaders } from './lib/require-headers.ts'

/** Every 429 declares `Retry-After`. */
export const responseRetryAfter = requireHeaders(['Retry-After'], (status) => status === '429')
