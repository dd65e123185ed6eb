import { type OperationId, operationTable } from '@giftcards/contract'
import { fillCart, fillPath, type Partner, storyAddress, storyCard } from '@giftcards/test-harness'
import { openConnection, type RawConnection } from './raw-connection.ts'

/** A request that would succeed if its client did not misbehave. */
export interface TargetRequest {
  readonly operationId: OperationId
  readonly method: string
  readonly path: string
  /** `name: value`, without a length or a transfer coding. */
  readonly lines: readonly string[]
  readonly body: string
}

/** A way to end a request before it is complete. Resolves when the connection has ended. */
export type EarlyEnd = (connection: RawConnection, request: TargetRequest) => Promise<void>

/** Creates the requests that the attacks begin: a session, cards for a cart, an order, and a GET with a body. */
export async function createTargets(partner: Partner): Promise<readonly TargetRequest[]> {
  const { cartId } = await fillCart(partner, [storyCard.harborB2B()])
  const credentials = ['x-cc-app: demo-app', `authorization: Bearer ${partner.token}`]
  const order = {
    cards: [storyCard.harborB2B()],
    payment: { method: 'STORE_CREDIT' },
    shippingDetails: storyAddress,
    billingDetails: storyAddress,
  }
  const target = (operationId: OperationId, lines: readonly string[], body: object): TargetRequest => {
    const { method, path } = operationTable[operationId]
    const query = operationId === 'checkout' ? { checkout: 'condensed' } : {}
    return {
      operationId,
      method: method.toUpperCase(),
      path: fillPath(path, { path: { cartId }, query }),
      lines: ['host: localhost', 'user-agent: attacks', 'content-type: application/json', ...lines],
      body: JSON.stringify(body),
    }
  }
  return [
    target('createSession', ['x-cc-app: demo-app'], { note: 'ignored' }),
    target('addCards', credentials, { cards: [storyCard.harborB2B()] }),
    target('checkout', credentials, order),
    target('getDrawdownAccount', credentials, { note: 'ignored' }),
  ]
}

/** Returns the head of a request, with `more` lines. */
export function headOf(request: TargetRequest, more: readonly string[] = [], version = '1.1'): string {
  const { method, path, lines } = request
  return [`${method} ${path} HTTP/${version}`, ...lines, ...more, '', ''].join('\r\n')
}

/** Returns a complete and valid request. */
export function wholeRequest(request: TargetRequest, more: readonly string[] = [], version = '1.1'): string {
  return `${headOf(request, [lengthOf(request.body), ...more], version)}${request.body}`
}

const lengthOf = (body: string): string => `content-length: ${body.length}`
const chunked = 'transfer-encoding: chunked'
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
const withoutEnd = ({ body }: TargetRequest): string => body.slice(0, -1)
const anyResponse = /HTTP\/1\.1 [2-5]\d{2} /
const healthRequest = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'
const tooLargeBytes = 300_000

/** Writes bytes that make the server close the connection. */
const untilClosed =
  (bytes: (request: TargetRequest) => string): EarlyEnd =>
  async (connection, request) => {
    await connection.write(bytes(request))
    await connection.closed
  }

/** Writes the beginning of a request, then sends FIN. */
const thenEnd =
  (bytes: (request: TargetRequest) => string): EarlyEnd =>
  async (connection, request) => {
    await connection.write(bytes(request))
    await connection.end()
  }

/** Every way to end a request early that needs no timeout. */
export const earlyEnds = {
  'a malformed chunk size': untilClosed((request) => `${headOf(request, [chunked])}zz\r\n`),
  'a malformed chunk behind a good one': untilClosed(
    (request) => `${headOf(request, [chunked])}${chunk(withoutEnd(request))}zz\r\n`,
  ),
  'a chunk longer than its size': untilClosed((request) => `${headOf(request, [chunked])}1\r\n{{{\r\n`),
  'a reset in the middle of a body that the server asked for': async (connection, request) => {
    await connection.write(headOf(request, [lengthOf(request.body), 'expect: 100-continue']))
    await connection.until(/HTTP\/1\.1 \d{3} /)
    await connection.write(withoutEnd(request))
    await connection.reset()
  },
  'a reset in the middle of a body': async (connection, request) => {
    await connection.write(headOf(request, [lengthOf(request.body)]) + withoutEnd(request))
    await connection.reset()
  },
  'a reset in the middle of a chunk': async (connection, request) => {
    await connection.write(`${healthRequest}${headOf(request, [chunked])}ff\r\n${withoutEnd(request)}`)
    await connection.until(anyResponse)
    await connection.reset()
  },
  'half a body, then FIN': thenEnd(
    (request) => headOf(request, [lengthOf(request.body)]) + withoutEnd(request),
  ),
  'half a chunked body, then FIN': thenEnd(
    (request) => headOf(request, [chunked]) + chunk(withoutEnd(request)),
  ),
  'half a body, then nobody': async (connection, request) => {
    await connection.write(healthRequest + headOf(request, [lengthOf(request.body)]) + withoutEnd(request))
    await connection.until(anyResponse)
    await connection.destroy()
  },
  'a body byte by byte, without the last': async (connection, request) => {
    await connection.write(headOf(request, [lengthOf(request.body)]))
    for (const byte of withoutEnd(request).slice(0, 20)) await connection.write(byte)
    await connection.end()
  },
  'rubbish behind a whole request': untilClosed((request) => `${wholeRequest(request)}nonsense\r\n\r\n`),
  'a whole request of HTTP/1.0': untilClosed((request) => wholeRequest(request, [], '1.0')),
  'half a request of HTTP/1.0': thenEnd(
    (request) => headOf(request, [lengthOf(request.body)], '1.0') + withoutEnd(request),
  ),
  'a continuation that never comes': async (connection, request) => {
    await connection.write(headOf(request, [lengthOf(request.body), 'expect: 100-continue']))
    await connection.until(/HTTP\/1\.1 \d{3} /)
    await connection.end()
  },
  'an unknown expectation and half a body': thenEnd(
    (request) => headOf(request, [lengthOf(request.body), 'expect: a miracle']) + withoutEnd(request),
  ),
  'leaving while the handler works': async (connection, request) => {
    const slow = wholeRequest(request, ['x-sandbox-trigger: slow=5'])
    // The server responds to the first of these requests when it has read all the bytes.
    await connection.write(healthRequest + slow)
    await connection.until(anyResponse)
    await connection.reset()
  },
  'a length that is too large': async (connection, request) => {
    await connection.write(headOf(request, [`content-length: ${tooLargeBytes}`]) + withoutEnd(request))
    await connection.end()
  },
  'chunks that are too large': async (connection, request) => {
    await connection.write(headOf(request, [chunked]) + chunk('x'.repeat(tooLargeBytes)))
    await connection.end()
  },
  'a length shorter than the body': untilClosed(
    (request) => `${headOf(request, ['content-length: 2'])}{}${request.body}\r\n\r\n`,
  ),
  'a length longer than the body': thenEnd(
    (request) => headOf(request, [`content-length: ${request.body.length + 1}`]) + request.body,
  ),
  'a length beside chunks': untilClosed(
    (request) => `${headOf(request, [chunked, lengthOf(request.body)])}${chunk(request.body)}0\r\n\r\n`,
  ),
  'an upgrade with half a body': thenEnd(
    (request) =>
      headOf(request, [lengthOf(request.body), 'connection: upgrade', 'upgrade: websocket']) +
      withoutEnd(request),
  ),
  'a tunnel': untilClosed((request) => headOf({ ...request, method: 'CONNECT', path: 'a.test:443' })),
} as const satisfies Readonly<Record<string, EarlyEnd>>

/** Ways to end a request early that last until the server times out. */
export const timeouts = {
  'a head without end': untilClosed((request) => headOf(request).slice(0, -2)),
  'half a body and silence': untilClosed(
    (request) => headOf(request, [lengthOf(request.body)]) + withoutEnd(request),
  ),
  'half a chunk and silence': untilClosed(
    (request) => `${headOf(request, [chunked])}ff\r\n${withoutEnd(request)}`,
  ),
} as const satisfies Readonly<Record<string, EarlyEnd>>

/** Begins a request and ends it in this way. Resolves when its connection has ended. */
export async function endEarly(baseUrl: string, way: EarlyEnd, request: TargetRequest): Promise<void> {
  await way(await openConnection(baseUrl), request)
}
