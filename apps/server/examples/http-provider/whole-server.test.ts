import { join } from 'node:path'
import {
  type MarketplaceDeps,
  type OrderStatus,
  reconcileGateway,
  runJobs,
  settings,
  planSettlements,
} from '@giftcards/marketplace'
import { openStore } from '@giftcards/storage'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCardVault } from '../../src/auth/card-vault.ts'
import { startTimer } from '../../src/clock.ts'
import { loadCollaborators } from '../../src/collaborators.ts'
import { readConfig } from '../../src/config.ts'
import { createServer } from '../../src/create-server.ts'
import { listen } from '../../src/listen.ts'
import { createLogger } from '../../src/observe/log.ts'
import { demoPassword, publishedData } from '../../src/sandbox/published-data.ts'
import { createCardIssuer } from './card-issuer.ts'
import { type FakeProvider, startFakeProvider } from './fake-provider/start-fake-provider.ts'
import { createPaymentGateway } from './payment-gateway.ts'
import { createProviderClient, type ProviderClient } from './provider-client.ts'

/** The checked part of an order. */
interface Order {
  readonly id: number
  readonly orderId: string
  readonly status: string
  readonly fulfilled: boolean
  readonly total: { readonly due: string }
  readonly paymentDetails: { readonly method: string }
  readonly cards: readonly { readonly id: number }[]
}

interface Reply {
  readonly status: number
  readonly body: { readonly buyOrder: Order; readonly message?: readonly string[] }
}

/**
 * A server over a provider, with the published data in memory and no sweeper: a test runs the jobs. Each test may use another
 * provider.
 */
async function startServer() {
  const store = await openStore('sqlite::memory:', { mode: 'sandbox' })
  let provided: ProviderClient | undefined
  const client: ProviderClient = {
    async call(...request) {
      if (provided === undefined) throw new Error('There is no provider')
      return provided.call(...request)
    },
  }
  const [gateway, issuer] = [createPaymentGateway(client), createCardIssuer(client)]
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '0' })
  const server = await createServer(config, { store, log: createLogger('silent'), gateway, issuer })
  const listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
  const deps: Pick<MarketplaceDeps, 'store' | 'clock' | 'realTime' | 'gateway' | 'issuer' | 'vault'> = {
    store,
    clock: { now: Date.now },
    realTime: { now: Date.now, startTimer },
    gateway,
    issuer,
    vault: createCardVault(config.secrets.cardDataKey),
  }

  let token = ''
  async function call(method: string, path: string, body?: object): Promise<Reply> {
    const response = await fetch(`${listening.url}${path}`, {
      method,
      headers: {
        'user-agent': 'provider-tests',
        'x-cc-app': 'demo-app',
        'content-type': 'application/json',
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    token = response.headers.get('authorization') ?? token
    return { status: response.status, body: (await response.json()) as Reply['body'] }
  }

  return {
    deps,
    /** Restarts with another provider. */
    async reset(provider: FakeProvider): Promise<void> {
      provided = createProviderClient(provider.settings, { wait: async () => undefined, random: () => 0 })
      await store.transaction((tx) => tx.seed(publishedData))
      // A token outlives the data, so the next test uses it too.
      if (token !== '') return
      await call('POST', '/v3/session')
      const customer = { email: 'standard@example.com', password: demoPassword }
      await call('POST', '/v3/customers/login', { customer })
    },
    checkout: (payment: object) =>
      call('POST', '/v3/orders?checkout=condensed', {
        cards: [{ merchantId: 102, faceValue: 25, percentOff: 3.3, type: 'newEcodeB2B', quantity: 2 }],
        payment,
        shippingDetails: address,
        billingDetails: address,
      }),
    readOrder: async ({ orderId }: Order) => (await call('GET', `/v3/orders/${orderId}`)).body.buyOrder,
    setStatus: ({ orderId }: Order, status: OrderStatus) =>
      call('PUT', `/__sandbox/orders/${orderId}/status`, { status }),
    /** Runs jobs until none is due, as the sweeper would after this time. */
    async doJobs(laterMs = 0): Promise<void> {
      const realTime = { now: () => Date.now() + laterMs, startTimer }
      while ((await runJobs({ ...deps, realTime })).length > 0);
    },
    /** Settles a payment with a lost response, as the sweeper does once the lease is over. */
    async settle(): Promise<void> {
      const later = { ...deps, realTime: { now: () => Date.now() + 600_000, startTimer } }
      await planSettlements(later)
      await runJobs(later)
    },
    async reconcile(): Promise<readonly string[]> {
      const sentences: string[] = []
      for await (const sentence of reconcileGateway(deps)) sentences.push(sentence)
      return sentences
    },
    async close() {
      await listening.close({ graceMs: 0 })
      await server.stop()
      await store.close()
    },
  }
}

const address = {
  firstname: 'Sam',
  lastname: 'Stone',
  street: '12 Harbor Street',
  city: 'Portland',
  state: 'OR',
  postcode: '97201',
}
const byBank = (id: number) => ({ method: 'ACH', details: { id } })
const byCard = (creditCardId: number) => ({ method: 'CREDITCARD', details: { creditCardId } })
const byEither = (id: number, creditCardId: number) => ({
  method: 'ACH_CREDITCARD',
  details: { id, creditCardDetails: { creditCardId } },
})

let provider: FakeProvider
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  server = await startServer()
  return () => server.close()
})
beforeEach(async () => {
  provider = await startFakeProvider()
  return () => provider.close()
})

/** The amounts that the provider has charged and refunded. */
const money = () =>
  provider.ledger.charges.map(({ status, amountCents, refundedCents }) => [
    status,
    amountCents,
    refundedCents,
  ])

describe('a server over the provider', () => {
  beforeEach(() => server.reset(provider))

  it.each([
    ['a bank account', byBank(7001), 'ACH Bank Transfer', [['succeeded', 4739, 0]]],
    ['a credit card', byCard(8001), 'Credit Card', [['succeeded', 4836, 0]]],
    [
      'the card behind a bank account',
      byEither(7002, 8001),
      'Credit Card',
      [
        ['declined', 4739, 0],
        ['succeeded', 4739, 0],
      ],
    ],
  ])('takes the money of an order from %s', async (_, payment, method, charged) => {
    const { status, body } = await server.checkout(payment)
    expect([status, body.buyOrder.paymentDetails.method]).toStrictEqual([201, method])
    expect(money()).toStrictEqual(charged)
    expect(await server.reconcile()).toStrictEqual([])
  })

  it('settles a charge made before the provider failed', async () => {
    provider.failAlways({ kind: 'loses the response' })
    expect(await server.checkout(byCard(8001))).toMatchObject({ status: 503 })
    provider.failAlways(undefined)
    await server.settle()
    const [order] = await server.deps.store.read((tx) => tx.listOrders(10))
    expect(order).toMatchObject({ status: 'Digitally Delivered', dueCents: 4836 })
    expect(money()).toStrictEqual([['succeeded', 4836, 0]])
    expect(await server.reconcile()).toStrictEqual([])
  })

  it('refunds a canceled order, once the provider is back', async () => {
    const { body } = await server.checkout(byBank(7001))
    await server.setStatus(body.buyOrder, 'Canceled')
    provider.failAlways({ kind: 'is dead' })
    await server.doJobs()
    expect(money()).toStrictEqual([['succeeded', 4739, 0]])
    expect(await server.deps.store.read((tx) => tx.listJobs('open', 10))).toContainEqual(
      expect.objectContaining({ id: `refund/${body.buyOrder.id}/0`, attempts: 1 }),
    )
    provider.failAlways(undefined)
    await server.doJobs(settings.longestJobPauseMs)
    expect(money()).toStrictEqual([['succeeded', 4739, 4739]])
    expect(await server.reconcile()).toStrictEqual([])
  })

  it('issues the cards of an order, and voids those of a canceled one', async () => {
    const lost = { kind: 'loses the response' } as const
    const { body } = await server.checkout(byCard(8001))
    provider.failNext(lost, lost)
    await server.doJobs()
    expect(await server.readOrder(body.buyOrder)).toMatchObject({ fulfilled: true })
    expect(provider.ledger.cards.map(({ isVoid }) => isVoid)).toStrictEqual([false, false])
    await server.setStatus(body.buyOrder, 'Canceled')
    await server.doJobs()
    expect(provider.ledger.cards.map(({ isVoid }) => isVoid)).toStrictEqual([true, true])
    expect(money()).toStrictEqual([['succeeded', 4836, 4836]])
    expect(await server.reconcile()).toStrictEqual([])
  })

  it('finds a charge that the bank took back, which an operator cancels', async () => {
    const { body } = await server.checkout(byBank(7001))
    const reference = `order:${body.buyOrder.orderId}`
    provider.ledger.returnCharge(reference)
    expect(await server.reconcile()).toStrictEqual([
      `Payment ${reference}, leg 0: charged 47.39 here, but the gateway has charged 47.39 and given back 47.39`,
    ])
    await server.setStatus(body.buyOrder, 'Canceled')
    await server.doJobs()
    expect(await server.reconcile()).toStrictEqual([])
  })
})

describe('the modules of the provider', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it('are loaded by the paths that the settings name', async () => {
    const { url, keyId, secret } = provider.settings
    for (const [name, value] of Object.entries({
      PROVIDER_URL: url,
      PROVIDER_KEY_ID: keyId,
      PROVIDER_SECRET: secret,
    }))
      vi.stubEnv(name, value)
    const { gateway, issuer } = await loadCollaborators(
      readConfig({
        PAYMENT_GATEWAY_MODULE: join(import.meta.dirname, 'payment-gateway.ts'),
        CARD_ISSUER_MODULE: join(import.meta.dirname, 'card-issuer.ts'),
      }),
    )
    expect(await gateway?.cancel('order:1')).toStrictEqual({ kind: 'canceled' })
    await issuer?.void('card:1')
    expect(provider.requests).toStrictEqual(['POST /v1/references/close', 'POST /v1/cards/void'])
  })

  it('end the start without their settings', async () => {
    vi.stubEnv('PROVIDER_URL', '')
    const config = readConfig({
      PAYMENT_GATEWAY_MODULE: join(import.meta.dirname, 'payment-gateway.ts'),
    })
    await expect(loadCollaborators(config)).rejects.toThrow(
      'PAYMENT_GATEWAY_MODULE cannot be loaded: PROVIDER_URL is required',
    )
  })
})
