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

/** All that one is apt to write to a log of an error. */
function revealOf(error: unknown): string {
  const { message, stack, cause } = error as Error
  const hidden = inspect(error, { showHidden: true, depth: 20, getters: true })
  return [message, stack, inspect(cause), String(error), inspect(error), hidden, JSON.stringify(error)].join(
    '\n',
  )
}

/** Calls every operation against a fetch, and gathers what its errors and events reveal. */
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

describe('canaries', () => {
  it('have an input for every operation', () => {
    expect(Object.keys(inputs)).toEqual(Object.keys(operationTable))
  })

  it('in a rejection that repeats the request stay there', async () => {
    const headers = { ...secretHeaders, 'x-error-code': 'validation_error' }
    const text = await gather(async (request) => {
      const body = await request.text()
      const { customer }: { customer?: { password: string } } = body === '' ? {} : JSON.parse(body)
      const message = [
        `${request.headers.get('authorization')} is over, take ${canaries.refreshed}`,
        `Password ${customer?.password ?? '****'} of card ${canaries.number}`,
      ]
      const card = { number: canaries.number, pin: canaries.pin, token: canaries.opaque }
      return Response.json({ message, card, ...canaries }, { status: 400, headers })
    })
    expect(text).toContain('Bearer **** is over, take ****; Password **** of card ****')
    expect(found(text)).toEqual([])
  })

  it('in the headers of a rejection stay there', async () => {
    const text = await gather(async (request) => {
      const shown = String(request.headers.get('authorization'))
      const { customer }: { customer?: { password: string } } = JSON.parse((await request.text()) || '{}')
      const headers = {
        'x-error-code': `no_${shown}`,
        'x-request-id': `${shown} ${canaries.refreshed} ${customer?.password ?? ''}`,
        'www-authenticate': shown,
        'x-session-id': shown,
      }
      return Response.json({ message: ['no'] }, { status: 400, headers })
    })
    expect(text).toContain('no_Bearer ****')
    expect(text).toContain('Bearer **** ****')
    expect(found(text)).toEqual([])
  })

  it('in a response without sense stay there', async () => {
    const text = await gather(
      async () => new Response(Object.values(canaries).join(' '), { status: 500, headers: secretHeaders }),
    )
    expect(found(text)).toEqual([])
  })

  it('in a broken success stay there', async () => {
    const body = `{"number": "${canaries.number}", "pin": "${canaries.pin}", "token": "${canaries.token}"`
    const text = await gather(async () => new Response(body, { headers: secretHeaders }))
    expect(found(text)).toEqual([])
  })

  it('in what fetch rejects with stay there', async () => {
    const text = await gather(async (request) => {
      const headers = Object.fromEntries(request.headers)
      const cause = { request: headers, body: await request.text() }
      throw Object.assign(
        new Error(`cannot send ${JSON.stringify(cause)}`, { cause: new Error(cause.body) }),
        cause,
      )
    })
    expect(found(text)).toEqual([])
  })

  it('in a token that cannot be sent stay there', async () => {
    const client = createPartnerClient({
      baseUrl: scriptedUrl,
      appId: 'app',
      fetch: () => Promise.reject(new Error('lost')),
      tokenStore: { get: () => `${canaries.opaque}\nx`, set: () => undefined },
    })
    const [outcome] = await Promise.allSettled([client.createCart()])
    const text = revealOf((outcome as PromiseRejectedResult).reason)
    expect(text).toContain('characters that cannot be sent in a header')
    expect(found(text)).toEqual([])
  })
})
