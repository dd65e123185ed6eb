import type { Answer } from '../../run/exchange.ts'

const REFUSALS = new Set([400, 408, 411, 413, 414, 417, 431, 505])

/**
 * Whether an HTTP library refused the request before the API saw it: it closes the connection and says nothing more, not
 * even the date. What the document promises binds the API only.
 */
export const isParserRefusal = ({ status, body, header }: Answer): boolean =>
  REFUSALS.has(status) &&
  body.length === 0 &&
  header('date') === undefined &&
  header('connection')?.toLowerCase() === 'close'
