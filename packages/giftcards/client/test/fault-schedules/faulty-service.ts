/** Numbers from a seed, the same on every machine (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** An order that the service has placed. */
export interface PlacedOrder {
  readonly id: number
  readonly key: string
  /** The purchase that the caller wants once, identified by its coupon code. */
  readonly intention: string
}

/** The possible fates of one request. `done` fates happen after the service has carried it out. */
export const fates = [
  'respond',
  'lose before',
  'lose after',
  'refuse connection',
  'never respond',
  'never respond, done',
  'break off, done',
  'garble, done',
  'empty, done',
  'page 502',
  'page 502, done',
  'busy 503',
  'busy 503, done',
  'limit 429',
  'limit 429 for long',
  'page 429',
  'in progress 409',
  'reject token',
  'redirect',
  'decline',
  'throw at once',
  'slow',
  'abort before',
  'abort after',
  'abort later',
] as const
export type Fate = (typeof fates)[number]

/** The view of the service for a test of one schedule. */
export interface FaultyService {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly orders: readonly PlacedOrder[]
  /** Every request with its fate, for the message of a failed test. */
  readonly trace: readonly string[]
  /** Tokens that were issued. */
  readonly tokens: readonly string[]
}

/**
 * A service that opens sessions and places orders, once for each key, while each request meets a fate that `choose` draws.
 * `abort` stands for the caller who leaves at this step.
 */
export function createFaultyService(choose: (path: string) => Fate, abort: () => void): FaultyService {
  const orders: PlacedOrder[] = []
  const trace: string[] = []
  const tokens: string[] = []

  /** Carries out a request. */
  function execute(path: string, headers: Headers, body: string): Response {
    if (path === '/v3/session' || path === '/v3/customers/login') {
      const claims = { iat: tokens.length, sub: path === '/v3/session' ? undefined : 'customer' }
      const token = ['{"alg":"ES256"}', JSON.stringify(claims), `secret ${tokens.length}`]
        .map((part) => Buffer.from(part).toString('base64url'))
        .join('.')
      tokens.push(token)
      return json(200, { access_token: token, customer: {} }, { authorization: token })
    }
    if (path !== '/v3/orders') return json(200, { cartId: 'c', cards: [], couponData: null })
    const key = headers.get('idempotency-key') ?? 'no key'
    const { couponCode: intention } = JSON.parse(body) as { couponCode: string }
    const placed = orders.find((order) => order.key === key)
    if (placed && placed.intention !== intention) return rejection(422, 'idempotency_mismatch')
    const order = placed ?? { id: orders.length + 1, key, intention }
    if (!placed) orders.push(order)
    return json(201, { buyOrder: { id: order.id } })
  }

  async function fetch(url: string, init: RequestInit): Promise<Response> {
    const path = new URL(url).pathname
    const headers = new Headers(init.headers)
    const body = init.body ? await new Response(init.body).text() : ''
    const fate = choose(path)
    trace.push(`${path} ${headers.get('idempotency-key') ?? ''} ${fate}`)
    const done =
      fate.endsWith('done') || ['respond', 'lose after', 'slow', 'abort after', 'abort later'].includes(fate)
    const response = done ? execute(path, headers, body) : undefined
    switch (fate) {
      case 'respond':
        return response!
      case 'slow':
        await later(20)
        return response!
      case 'abort later':
        void later(5).then(abort)
        await later(10)
        return response!
      case 'abort before':
      case 'abort after':
        abort()
        return never()
      case 'lose before':
      case 'lose after':
        throw lost('ECONNRESET', `${headers.get('authorization')} ${body}`)
      case 'refuse connection':
        throw lost('ECONNREFUSED', body)
      case 'never respond':
      case 'never respond, done':
        return never()
      case 'break off, done':
        return new Response(brokenOff(await response!.text()), { status: 201, headers: jsonType })
      case 'garble, done':
        return new Response((await response!.text()).slice(0, -4), { status: 201, headers: jsonType })
      case 'empty, done':
        return new Response(null, { status: 204 })
      case 'page 502':
      case 'page 502, done':
        return page(502, `${headers.get('authorization')} ${body}`)
      case 'busy 503':
      case 'busy 503, done':
        return rejection(503, 'internal_error')
      case 'limit 429':
        return rejection(429, 'rate_limited', { 'retry-after': '1' })
      case 'limit 429 for long':
        return rejection(429, 'rate_limited', { 'retry-after': '60' })
      case 'page 429':
        return page(429, 'slow down')
      case 'in progress 409':
        return rejection(409, 'checkout_in_progress')
      case 'reject token':
        return rejection(400, 'token_expired', { 'x-request-id': headers.get('authorization') ?? '' })
      case 'redirect':
        return new Response(null, { status: 307, headers: { location: 'http://elsewhere.test/' } })
      case 'decline':
        // A key that has its order gets that again.
        return orders.some(({ key }) => key === headers.get('idempotency-key'))
          ? execute(path, headers, body)
          : rejection(400, 'payment_declined')
      case 'throw at once':
        throw new Error(`a fetch of somebody else failed with ${headers.get('authorization')} ${body}`)
    }
  }
  return { fetch, orders, trace, tokens }
}

const jsonType = { 'content-type': 'application/json' }

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const never = (): Promise<Response> => new Promise<Response>(() => undefined)

const lost = (code: string, told: string): Error =>
  Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(`lost: ${told}`), { code }) })

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers })
}

function rejection(status: number, code: string, headers: Record<string, string> = {}): Response {
  return json(status, { message: [code] }, { 'x-error-code': code, ...headers })
}

function page(status: number, told: string): Response {
  return new Response(`<html><h1>${status} Bad</h1>${told}</html>`, {
    status,
    headers: { 'content-type': 'text/html' },
  })
}

/** A body that begins as it should, and then breaks off. */
function brokenOff(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text.slice(0, 5)))
      controller.error(lost('ECONNRESET', ''))
    },
  })
}
