import { createPartnerClient, isApiError, type PartnerClientOptions } from '@giftcards/client'
import { StoreUnavailableError } from '@giftcards/marketplace'
import { demoPassword } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  bookOf,
  type CardRequest,
  createFailingStore,
  type FailingStore,
  type Sandbox,
  startSandbox,
  storyAddress,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'
import { createObservedFetch, loseAnswer, withTrigger } from './client/observed-fetch.ts'

const credentials = { email: 'elite@example.com', password: demoPassword }

let store: FailingStore
let sandbox: Sandbox
beforeAll(async () => {
  store = createFailingStore(await openStore('sqlite::memory:', { mode: 'sandbox' }))
  sandbox = await startSandbox({}, { store })
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

function start(options: Partial<PartnerClientOptions> = {}) {
  const observed = createObservedFetch()
  const client = createPartnerClient({
    baseUrl: sandbox.url,
    appId: 'demo-app',
    credentials,
    fetch: observed.fetch,
    retry: { baseDelayMs: 1 },
    ...options,
  })
  return { client, observed }
}

const orderOf = (...cards: readonly CardRequest[]) => ({
  cards: [...cards],
  payment: storyPayments.ACH,
  shippingDetails: storyAddress,
})

const orders = '/v3/orders'

describe('checkouts of one client', () => {
  it('place one order where an answer is lost', async () => {
    const { client, observed } = start()
    observed.next(orders, loseAnswer)
    const { data, headers } = await client.checkout(orderOf(storyCard.harborEcode(2))).withResponse()
    expect(observed.to(orders)).toHaveLength(2)
    expect(headers.get('idempotent-replayed')).toBe('true')
    expect(data.buyOrder.id).toBe(100001)
    expect((await bookOf(sandbox)).stock['102 ecode 5']).toMatchObject({ onHand: 18, reserved: 0 })
  })

  it('place one order through a new session', async () => {
    const { client, observed } = start()
    observed.next(orders, withTrigger('token_expired'))
    const { buyOrder } = await client.checkout(orderOf(storyCard.harborEcode()))
    expect(buyOrder.id).toBe(100001)
    const keys = observed.to(orders).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toEqual([keys[0], keys[0]])
  })

  it('succeed after the service was away', async () => {
    const { client, observed } = start()
    await client.createCart()
    observed.next(orders, async (_headers, send) => {
      store.failWith(new StoreUnavailableError('away'))
      const response = await send()
      store.recover()
      return response
    })
    const { buyOrder } = await client.checkout(orderOf(storyCard.harborEcode()))
    expect(observed.to(orders).map(({ answer }) => answer?.status)).toEqual([503, 201])
    expect(buyOrder.status).toBe('Processing')
  })

  it('are refused with a code', async () => {
    const { client, observed } = start()
    const error = await client.checkout(orderOf(storyCard.pixelSoldOut())).catch((reason: unknown) => reason)
    expect(isApiError(error, 'cards_unavailable')).toBe(true)
    expect(observed.to(orders)).toHaveLength(1)
  })
})

describe('waitForFulfilment', () => {
  it('sees an order through', async () => {
    const { client } = start()
    const { buyOrder } = await client.checkout(orderOf(storyCard.magic(901)))
    const seen: string[] = []
    const order = await client.waitForFulfilment(buyOrder.orderId, {
      pollMs: 1,
      onProgress: ({ status, fulfilledCards, totalCards }) => {
        seen.push(`${status} ${fulfilledCards}/${totalCards}`)
        void sandbox.advance(600)
      },
    })
    expect(order).toMatchObject({ status: 'Digitally Delivered', fulfilled: true })
    expect(seen).toEqual(['Processing 0/1', 'Digitally Delivered 1/1'])
    await expect(client.getWalletCard({ cardId: order.cards[0]?.id ?? 0 })).resolves.toMatchObject({
      numberIsMasked: true,
    })
  })

  it('gives up a canceled order', async () => {
    const { client } = start()
    const { buyOrder } = await client.checkout(orderOf(storyCard.magic(904)))
    await sandbox.advance(60)
    await expect(client.waitForFulfilment(buyOrder.orderId)).rejects.toMatchObject({
      name: 'OrderCanceledError',
      operationId: 'getOrder',
    })
  })
})
