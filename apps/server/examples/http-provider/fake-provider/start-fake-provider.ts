import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type ProviderSettings, signRequest } from '../provider-client.ts'
import {
  type ChargeRequest,
  createProviderLedger,
  type LedgerAnswer,
  type ProviderLedger,
  type RefundRequest,
} from './provider-ledger.ts'

/** A failure of the provider. */
export type ProviderFault =
  /** Closes the connection before processing the request. */
  | { readonly kind: 'is dead' }
  /** Processes the request, then closes the connection. */
  | { readonly kind: 'loses the response' }
  /** Processes the request, and never responds. */
  | { readonly kind: 'is silent' }
  /** Responds with this without processing the request. */
  | {
      readonly kind: 'responds'
      readonly status: number
      readonly retryAfter?: string
      readonly body?: string
      readonly location?: string
    }

/** A provider over HTTP on its own port. */
export interface FakeProvider {
  /** The settings of a client that connects to it. */
  readonly settings: Required<ProviderSettings>
  readonly ledger: ProviderLedger
  /** Every received request: `POST /v1/charges`. */
  readonly requests: readonly string[]
  /** Faults of the next requests, one each. */
  failNext(...faults: readonly ProviderFault[]): void
  /** A fault of every request from now on; `undefined`: none. */
  failAlways(fault: ProviderFault | undefined): void
  close(): Promise<void>
}

const keyId = 'key-1'
const secret = 'a secret of the fake provider'

/** The largest accepted clock difference of a request's timestamp, in seconds. */
const toleranceSeconds = 300

/** Starts a provider with an empty ledger. Times of its charges come from `now`. */
export async function startFakeProvider(now: () => number = Date.now): Promise<FakeProvider> {
  const ledger = createProviderLedger(now)
  const requests: string[] = []
  const faults: ProviderFault[] = []
  let lasting: ProviderFault | undefined

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const { method = '', url = '' } = request
    requests.push(`${method} ${url.split('?')[0]}`)
    const fault = faults.shift() ?? lasting
    if (fault?.kind === 'is dead') return void response.destroy()
    if (fault?.kind === 'responds') {
      const { status, retryAfter, location, body: sent = '{"code":"out_of_order"}' } = fault
      response.writeHead(status, {
        ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
        ...(location === undefined ? {} : { location }),
      })
      return void response.end(sent)
    }
    const answer = isSigned(request, body)
      ? answerRequest(ledger, `${method} ${url}`, body)
      : { status: 401, body: { code: 'bad_signature' } }
    if (fault?.kind === 'loses the response') return void response.destroy()
    if (fault?.kind === 'is silent') return
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    settings: { url: `http://127.0.0.1:${port}`, keyId, secret, attemptMs: 3500 },
    ledger,
    requests,
    failNext: (...next) => void faults.push(...next),
    failAlways(fault) {
      lasting = fault
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function isSigned({ method = '', url: path = '', headers }: IncomingMessage, body: string): boolean {
  const given = /^HMAC-SHA256 key=(\S+), timestamp=(\d+), signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  )
  if (given === null || given[1] !== keyId) return false
  const timestamp = Number(given[2])
  if (Math.abs(Date.now() / 1000 - timestamp) > toleranceSeconds) return false
  const right = signRequest({ method, path, timestamp, body }, secret)
  return timingSafeEqual(Buffer.from(right), Buffer.from(given[3] ?? ''))
}

function answerRequest(ledger: ProviderLedger, line: string, body: string): LedgerAnswer {
  const [name = '', query = ''] = line.split('?')
  const content: unknown = body === '' ? undefined : JSON.parse(body)
  const { reference } = (content ?? {}) as { readonly reference: string }
  switch (name) {
    case 'POST /v1/charges':
      return ledger.charge(content as ChargeRequest)
    case 'POST /v1/references/close':
      return ledger.close(reference)
    case 'POST /v1/refunds':
      return ledger.refund(content as RefundRequest)
    case 'POST /v1/cards':
      return ledger.issue(reference)
    case 'POST /v1/cards/void':
      return ledger.void(reference)
    case 'GET /v1/charges': {
      const wanted = new URLSearchParams(query)
      const [one, since, cursor] = ['reference', 'since', 'cursor'].map((key) => wanted.get(key))
      return ledger.list({ reference: one ?? null, since: since ?? null, cursor: cursor ?? null })
    }
    default:
      return { status: 404, body: { code: 'not_found' } }
  }
}
