import { jsonReply, type Reply } from '../kernel/reply.ts'
import type { Violation } from './compile-validators.ts'

const titles: Record<number, string> = {
  400: 'The request cannot be read',
  401: 'Say who is calling',
  404: 'There is nothing here',
  405: 'The method is not allowed here',
  406: 'None of the accepted media types can be given',
  409: 'The state of the library does not allow it',
  410: 'There was such a thing once',
  415: 'The media type of the body is not taken here',
  422: 'The body breaks a rule',
}

/** An error as a problem document (RFC 9457). */
export const problem = (status: number, detail?: string, errors?: readonly Violation[]): Reply =>
  jsonReply(
    status,
    { type: 'about:blank', title: titles[status] ?? 'The request failed', status, detail, errors },
    'application/problem+json',
  )
