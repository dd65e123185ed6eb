import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ERROR_CODE_HEADER, toFailureAnswer } from './answer.ts'
import { malformedRequest } from './failures.ts'
import { sendAnswer } from './send-answer.ts'

/** Why a connection is refused, in the one error shape (spec 7). */
export interface Refusal {
  readonly status: number
  readonly messages: readonly string[]
  readonly code: string
}

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    messages: ['Request headers are too large'],
    code: 'headers_too_large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, messages: ['Request took too long'], code: 'request_timeout' },
}

/** What Node's parser complains of, as an answer. */
export const toRefusal = (cause: string | undefined): Refusal => refusals[cause ?? ''] ?? malformedRequest

/** Answers what never became a request, and closes its connection. */
export function refuseConnection(
  socket: Duplex,
  { status, messages, code }: Refusal,
  requestId: string,
): void {
  const body = JSON.stringify({ message: messages })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    `${ERROR_CODE_HEADER}: ${code}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Answers a request whose body came too late or cannot be read, by the response that it has already, and closes. */
export function refuseRequest(response: ServerResponse, refusal: Refusal): void {
  sendAnswer(response, toFailureAnswer({ ...refusal, headers: { connection: 'close' } }))
}
