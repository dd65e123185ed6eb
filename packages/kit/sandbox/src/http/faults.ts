import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { writeJson } from '@contract-kit/json-schema/json'
import { type ApiOperation, exampleValue } from '@contract-kit/openapi'
import type { Request } from 'express'
import { findSuccess } from './choose.ts'

/** Ways to abort an exchange: close the connection without a response, reset it, end the response within its body, or send invalid JSON. */
export const faultNames = ['close', 'reset', 'truncate', 'malformed'] as const
export type FaultName = (typeof faultNames)[number]

/** Aborts an exchange. The bytes bypass Express, which would not send an invalid response. */
export async function breakOff(operation: ApiOperation, fault: FaultName, request: Request): Promise<void> {
  const { socket } = request
  if (fault === 'reset') return reset(socket)
  // Closing a connection with unread data resets it, and the client may lose the response.
  await finished(request.resume(), { writable: false }).catch(() => undefined)
  if (fault === 'close') return void socket.end()
  const { head, body } = halfResponse(operation, fault)
  await send(socket, `${head}\r\n${request.method === 'HEAD' ? '' : body}`)
}

function reset(socket: Socket): void {
  try {
    socket.resetAndDestroy()
  } catch {
    // Only plain TCP connections can be reset.
    socket.destroy()
  }
}

/** The first half of a success example. If truncated, `Content-Length` is that of the whole body. */
function halfResponse(
  operation: ApiOperation,
  fault: FaultName,
): { readonly head: string; readonly body: string } {
  const { status, response } = findSuccess(operation, [200, 201, 202])
  const [media] = response?.media ?? []
  const value = media && exampleValue(media, 'response')
  const whole =
    value === undefined ? '{"truncated": true}' : typeof value === 'string' ? value : writeJson(value)
  // A text of one or two characters also loses its last one.
  const body = whole.slice(0, Math.max(1, Math.floor(whole.length / 2)))
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${media?.contentType ?? 'application/json'}`,
    `Content-Length: ${Buffer.byteLength(fault === 'truncate' ? `${whole}\n` : body)}`,
    'Connection: close',
    '',
  ]
  return { head: lines.join('\r\n'), body }
}

const send = (socket: Socket, text: string): Promise<void> =>
  new Promise((resolve) => socket.end(text, resolve))
