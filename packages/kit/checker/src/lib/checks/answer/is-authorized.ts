import type { Exchange } from '../../run/exchange.ts'
import { requiresCredentials } from './requires-credentials.ts'

/** Whether the request lacks nothing that a server may ask for before it looks at the data. */
export const isAuthorized = ({ document, case: { operation, auth } }: Exchange): boolean =>
  auth === 'given' || operation === undefined || !requiresCredentials(document, operation)
