import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request as openRequest } from 'node:http'
import { finished } from 'node:stream/promises'
import type { Request } from 'express'
import { serviceUnavailable } from '../../wire/api-error.ts'

/** A request as sent, secrets included. It is never shown. */
export interface OriginalRequest {
  readonly method: string
  readonly target: string
  /** Name, value, name, value, … as sent. */
  readonly headers: readonly string[]
  /** One character per byte (`latin1`). */
  readonly body?: string | undefined
}

/** The address of a server. */
export interface ServerAddress {
  readonly host: string
  readonly port: number
}

/** A request sent by the sandbox itself. */
export interface ReplayOptions {
  /** The number of the request that it repeats. */
  readonly replayOf: number
  readonly idempotencyKey: 'same' | 'new'
  readonly address: ServerAddress
}

/** The replays in progress. */
export interface Replays {
  /** Sends a request again, and resolves with its number in the log. */
  send(original: OriginalRequest, options: ReplayOptions): Promise<number>
  /** Recognizes a replay by its header, once. */
  claim(request: Request): Claim | undefined
}

/** A request recognized as a replay. */
export interface Claim {
  readonly replayOf: number
  done(number: number | undefined): void
}

/** The header that identifies a replay. Its value is random and secret, so that a client cannot forge it. */
export const replayHeader = 'x-sandbox-replay'

/** Opens the replays of one server. */
export function createReplays(): Replays {
  const open = new Map<string, Claim>()
  return {
    async send(original, { replayOf, idempotencyKey, address }) {
      const id = randomUUID()
      const { promise, resolve } = Promise.withResolvers<number | undefined>()
      open.set(id, { replayOf, done: resolve })
      try {
        await sendAgain(original, [...headersOf(original, idempotencyKey), replayHeader, id], address)
      } catch {
        // The connection was refused or broken: too many are open, or the server is stopping.
        throw serviceUnavailable()
      } finally {
        // Has no effect if the server has claimed it.
        if (open.delete(id)) resolve(undefined)
      }
      const number = await promise
      if (number === undefined) throw serviceUnavailable()
      return number
    },
    claim(request) {
      const id = request.headers[replayHeader]
      if (typeof id !== 'string') return undefined
      const claim = open.get(id)
      open.delete(id)
      return claim
    },
  }
}

async function sendAgain(
  { method, target, body }: OriginalRequest,
  headers: readonly string[],
  { host, port }: ServerAddress,
): Promise<void> {
  const request = openRequest({ host, port, method, path: target, headers, agent: false, setHost: false })
  request.end(body, 'latin1')
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  await finished(response.resume())
}

/** Connection-specific and proxy headers, which do not apply to the new connection. */
const connectionHeaders =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length|x-forwarded-.*|forwarded|x-real-ip|x-sandbox-replay)$/i

/** Methods that Node sends without a body by default. */
const bodiless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])

function headersOf(
  { method, headers, body }: OriginalRequest,
  idempotencyKey: 'same' | 'new',
): readonly string[] {
  const newKey = `replay-${randomUUID()}`
  const kept = headers.flatMap((name, index) => {
    if (index % 2 === 1 || connectionHeaders.test(name)) return []
    const isReplaced = idempotencyKey === 'new' && name.toLowerCase() === 'idempotency-key'
    return [name, isReplaced ? newKey : (headers[index + 1] ?? '')]
  })
  const hasHost = kept.some((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  return [
    ...kept,
    ...(hasHost ? [] : ['host', 'localhost']),
    ...(body === undefined && bodiless.has(method) ? [] : ['content-length', String(body?.length ?? 0)]),
    'connection',
    'close',
  ]
}
