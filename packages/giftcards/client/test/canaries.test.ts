import { inspect } from 'node:util'
import { operationTable } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import { type ClientEvent, createPartnerClient } from '../src/index.ts'
import { jwt, scriptedUrl } from './scripted-service.ts'

/** Values that must appear only in their own request or response. */
const canaries = {
  token: jwt({ iat: 1, sub: 'canary' }),
  refreshed: jwt({ iat: 2, sub: 'canary' }),
  opaque: 'opaque-canary-token',
  password: 'canary-battery-staple',
  number: '9999300918862957',
  pin: 'canary-pin',
}

const address = {
  firstname: canaries.pin,
  lastname: canaries.number,
  street: canaries.password,
  city: canaries.pin,
  state: 'OR',
  postcode: canaries.number,
}

/** An input of every operation, with a canary wherever one fits. */
const inputs: Readonly<Record<keyof typeof operationTable, object>> = {
  createSession: {},
  login: { customer: { email: 'e@example.com', password: canaries.password } },
  createCart: { action: 'buy' },
  addCards: { cartId: canaries.number, cards: [{ merchantId: canaries.pin }] },
  adjustCardQuantity: { cartId: canaries.pin, cardId: canaries.number, qty: canaries.pin },
  removeCard: { cartId: canaries.pin, cardId: canaries.number },
  applyCoupon: { cartId: canaries.pin, couponCode: canaries.number },
  removeCoupon: { cartId: canaries.pin, couponCode: canaries.number },
  checkout: {
    cards: [{ merchantId: canaries.pin }],
    payment: { method: canaries.pin },
    shippingDetails: address,
  },
  getOrder: { orderId: canaries.pin },
  getWalletCard: { cardId: canaries.number },
  getSecureData: { cardId: canaries.number },
  getDrawdownAccount: {},
  listDrawdownTransactions: {},
}

const secretHeaders = {
  authorization: canaries.refreshed,
  'set-cookie': `session=${canaries.opaque}`,
  'x-debug': Object.values(canaries).join(' '),
}

/** The parts of an error that programs usually log. */
function revealOf(error: unknown): string {
  const { message, stack, cause } = error as Error
  const hidden = inspect(error, { showHidden: true, depth: 20, getters: true })
  return [message, stack, inspect(cause), String(error), inspect(error), hidden, JSON.stringify(error)].join(
    '\n',
  )
}

/** Calls every operation with a `fetch`, and collects the text of its errors and events. */
async function gather(respond: (request: Request) => Promise<Response>): Promise<string> {
  const events: ClientEvent[] = []
  const client = createPartnerClient({
    baseUrl: scriptedUrl,
    appId: 'app',
    fetch: (url, init) => respond(new Request(url, init)),
    retry: { attempts: 2, baseDelayMs: 0 },
    logger: (event) => void events.push(event),
    tokenStore: { get: () => canaries.token, set: () => undefined },
    credentials: { email: 'e@example.com', password: canaries.password },
  })
  const methods = client as unknown as Record<string, (input: object) => Promise<unknown>>
  const outcomes = await Promise.allSettled(
    Object.entries(inputs).map(async ([id, input]) => methods[id]?.(input)),
  )
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(errors).toHaveLength(14)
  return [...errors.map(revealOf), JSON.stringify(events), inspect(client, { showHidden: true })].join('\n')
}

const found = (text: string): readonly string[] =>
  Object.entries(canaries).flatMap(([name, canary]) => (text.includes(canary) ? [name] : []))

const readCustomer = (body: string) =>
  (JSON.parse(body || '{}') as { customer?: { password: string } }).customer

/** Ways in which a service or the network echoes a request, and the part that may be shown. */
const repetitions: readonly (readonly [string, (request: Request) => Promise<Response>, string])[] = [
  [
    'the body of a rejection',
    async (request) => {
      const password = readCustomer(await request.text())?.password ?? '****'
      const message = [
        `${request.headers.get('authorization')} is over, take ${canaries.refreshed}`,
        `Password ${password} of card ${canaries.number}`,
      ]
      const card = { number: canaries.number, pin: canaries.pin, token: canaries.opaque }
      const headers = { ...secretHeaders, 'x-error-code': 'validation_error' }
      return Response.json({ message, card, ...canaries }, { status: 400, headers })
    },
    'Bearer **** is over, take ****; Password **** of card ****',
  ],
  [
    'the headers of a rejection',
    async (request) => {
      const shown = String(request.headers.get('authorization'))
      const headers = {
        'x-error-code': `no_${shown}`,
        'x-request-id': `${shown} ${canaries.refreshed} ${readCustomer(await request.text())?.password ?? ''}`,
        'www-authenticate': shown,
        'x-session-id': shown,
      }
      return Response.json({ message: ['no'] }, { status: 400, headers })
    },
    'no_Bearer ****',
  ],
  [
    'a response without sense',
    async () => new Response(Object.values(canaries).join(' '), { status: 500, headers: secretHeaders }),
    'unexpected response',
  ],
  [
    'what fetch rejects with',
    async (request) => {
      const cause = { request: Object.fromEntries(request.headers), body: await request.text() }
      const inner = new Error(cause.body)
      throw Object.assign(new Error(`cannot send ${JSON.stringify(cause)}`, { cause: inner }), cause)
    },
    'createCart',
  ],
]

describe('canaries', () => {
  it('have an input for every operation', () => {
    expect(Object.keys(inputs)).toEqual(Object.keys(operationTable))
  })

  it.each(repetitions)('in %s stay there', async (_where, respond, shown) => {
    const text = await gather(respond)
    expect(text).toContain(shown)
    expect(found(text)).toEqual([])
  })

  it('in a token that cannot be sent stay there', async () => {
    const client = createPartnerClient({
      baseUrl: scriptedUrl,
      appId: 'app',
      fetch: () => Promise.reject(new Error('lost')),
      tokenStore: { get: () => `${canaries.opaque}\nx`, set: () => undefined },
    })
    const error: unknown = await client.createCart().catch((reason: unknown) => reason)
    expect(revealOf(error)).toContain('characters that cannot be sent in a header')
    expect(found(revealOf(error))).toEqual([])
  })
})
