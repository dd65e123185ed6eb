import { requireHeaders } from './lib/require-headers.ts'

/** Every response to a caller with a token declares the token headers, since any of them may refresh it. */
export const responseTokenHeaders = requireHeaders(
  ['authorization', 'x-token-exp-seconds', 'x-session-id'],
  (_status, operation) => ['session', 'customer'].includes(operation['x-access'] ?? ''),
)
