import { createPartnerClient, type PartnerClientOptions, type TokenStore } from '../src/index.ts'

/** A request that reached a scripted service. */
export interface SentRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Headers
  /** The parsed JSON; `undefined` if there is none. */
  readonly body: unknown
  readonly signal: AbortSignal
}

/** A service in memory for one test. */
export interface ScriptedService {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Every request, in the order they came. */
  readonly requests: readonly SentRequest[]
  /** The requests of one path, its query left aside. */
  to(path: string): readonly SentRequest[]
}

/**
 * Returns the response to a request. `undefined` leaves it to the service, which opens sessions and takes
 * carts.
 */
export type Script = (
  request: SentRequest,
  service: ScriptedService,
) => Response | undefined | Promise<Response | undefined>

/** The only base URL that a scripted service is asked at. */
export const scriptedUrl = 'http://service.test'

/** A service that responds by a script, and else opens sessions with the tokens `token(1)`, `token(2)` and so on. */
export function createScriptedService(script: Script = () => undefined): ScriptedService {
  const requests: SentRequest[] = []
  const service: ScriptedService = {
    requests,
    to: (path) => requests.filter((request) => request.path.split('?')[0] === path),
    async fetch(url, init) {
      const request = new Request(url, init)
      const { pathname, search } = new URL(url)
      const { method, headers, signal } = request
      const text = await request.text()
      const body: unknown = text === '' ? undefined : JSON.parse(text)
      const sent = { method, path: pathname + search, headers, body, signal }
      requests.push(sent)
      return (await script(sent, service)) ?? usualResponse(sent, service)
    },
  }
  return service
}

/** A success, or any other response, as JSON. */
export function respondWith(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'x-request-id': 'answered', ...headers } })
}

/** A rejection in the shape of the contract. */
export function rejectWith(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return respondWith(status, { message: [message] }, { 'x-error-code': code, ...headers })
}

/** The rejection of a token that has expired. */
export const rejectToken = (): Response =>
  rejectWith(400, 'token_expired', 'no Authorization token was found')

/** A JWT with these claims, and a signature that is not checked. */
export function jwt(claims: Readonly<Record<string, unknown>>): string {
  return [{ alg: 'ES256' }, claims, 'signature']
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
}

/** The token of the session that a scripted service opens as its nth; issued at second n. */
export const token = (n: number): string => jwt({ sid: `session ${n}`, iat: n, exp: n + 3600 })

/** The header by which a client sends a token. */
export const bearer = (held: string): string => `Bearer ${held}`

/** A response of a session that was opened, or of a login, with a token. */
export function respondWithToken(held: string, body: object = { access_token: held }): Response {
  return respondWith(200, body, {
    authorization: held,
    'x-token-exp-seconds': '3600',
    'x-session-id': 'session',
  })
}

/** A cart without cards. */
export const emptyCart = { cartId: '3f0c2b9a-7d41-4c8e-b6a5-91e2d4c70f18', cards: [], couponData: null }

function usualResponse({ path }: SentRequest, service: ScriptedService): Response {
  if (path === '/v3/session') return respondWithToken(token(service.to('/v3/session').length))
  if (path === '/v3/customers/login') {
    const n = service.to('/v3/customers/login').length
    const claims = { sid: `session ${n}`, sub: 'customer', iat: 100 + n, exp: 3700 + n }
    return respondWithToken(jwt(claims), { customer: {} })
  }
  if (path === '/v3/carts') return respondWith(200, emptyCart)
  return rejectWith(404, 'not_found', 'Not found')
}

/** Holds what comes until a test lets it pass. */
export interface Gate {
  /** Waits, and records that it did. */
  readonly wait: () => Promise<void>
  /** Resolves when the first has come. */
  readonly reached: Promise<void>
  readonly open: () => void
}

/** A closed gate. */
export function createGate(): Gate {
  const passed = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  return {
    open: () => passed.resolve(),
    reached: reached.promise,
    wait: () => {
      reached.resolve()
      return passed.promise
    },
  }
}

/** An address of a checkout. */
export const shippingDetails = {
  firstname: 'Erin',
  lastname: 'Elm',
  street: '12 Harbor Street',
  city: 'Portland',
  state: 'OR',
  postcode: '97201',
}

/** A customer's login. */
export const elm = { email: 'elm@example.com', password: 'correct-horse-battery' }

/** Another customer's. */
export const oak = { email: 'oak@example.com', password: 'staple-and-nail' }

/** A client over a scripted service; it sends each request once unless `options` say otherwise. */
export function startScripted(script?: Script, options: Partial<PartnerClientOptions> = {}) {
  const service = createScriptedService(script)
  const { fetch } = service
  const client = createPartnerClient({
    baseUrl: scriptedUrl,
    appId: 'app',
    retry: { attempts: 1 },
    fetch,
    ...options,
  })
  return { service, client }
}

/** The tokens of the requests to a path, by default the path of carts. */
export function tokensShown(service: ScriptedService, path = '/v3/carts'): readonly (string | null)[] {
  return service.to(path).map(({ headers }) => headers.get('authorization'))
}

/** A token store that a test can look into. */
export function storeOf(held?: string): TokenStore & { held: string | undefined } {
  const store = {
    held,
    get: () => store.held,
    set(next: string | undefined) {
      store.held = next
    },
  }
  return store
}
