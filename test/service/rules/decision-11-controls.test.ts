import { createServer as createHttpServer } from 'node:http'
import { once } from 'node:events'
import { openapiDocument } from '@giftcards/contract'
import { sandboxDocument, type SandboxOperationId, sandboxOperationTable } from '@giftcards/contract/sandbox'
import { createLogger, createServer, demoPassword, readConfig } from '@giftcards/server'
import { StoreUnavailableError } from '@giftcards/marketplace'
import { openSqliteStore } from '@giftcards/storage'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  type CallOptions,
  fillCart,
  placeOrder,
  send,
  sendRaw,
  startSandbox,
  storyCard,
  storyPayments,
  storyTime,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const elite = 'elite@example.com'

const isControl = (path: string) => path.startsWith('/__sandbox/')

const refusalOf = async (operationId: SandboxOperationId, options: CallOptions) => {
  const { status, code, body } = await sandbox.control(operationId, options)
  return { status, code, body }
}

describe('the sandbox controls', () => {
  it('have an OpenAPI document of their own', { meta: { rules: ['D11-04'] } }, async () => {
    const { body } = await send(sandbox.url, { method: 'get', path: '/__sandbox/openapi.json' })
    const servers = [{ url: '../', description: 'This server.' }]
    expect(body).toStrictEqual(JSON.parse(JSON.stringify({ ...sandboxDocument, servers })))
    expect(sandboxDocument.openapi).toMatch(/^3\.1\./)
    expect(Object.keys(sandboxDocument.paths).filter((path) => !isControl(path))).toStrictEqual([])
    expect(Object.keys(openapiDocument.paths).filter(isControl)).toStrictEqual([])
    expect(Object.keys(sandboxOperationTable)).toHaveLength(19)
  })

  it('need no partner headers', { meta: { rules: ['D11-05'] } }, async () => {
    const answer = await sendRaw(sandbox.url, {
      method: 'GET',
      path: '/__sandbox/clock',
      operationId: 'getClock',
    })
    expect([answer.status, answer.body]).toStrictEqual([200, { now: storyTime, frozen: true }])
  })

  it('answer loopback callers only', { meta: { rules: ['D11-06'] } }, async () => {
    const local = await startFrom('127.0.0.1', {})
    expect((await local.askClock()).status).toBe(200)
    await local.close()
    const remote = await startFrom('203.0.113.9', {})
    const refused = await remote.askClock({ 'x-forwarded-for': '127.0.0.1' })
    expect([refused.status, refused.body]).toStrictEqual([401, { message: ['Unauthorized'] }])
    await remote.close()
  })

  it('take the key where one is set', { meta: { rules: ['D11-06', 'D11-07'] } }, async () => {
    const remote = await startFrom('203.0.113.9', { SANDBOX_KEY: 'open-sesame' })
    expect((await remote.askClock({ 'x-sandbox-key': 'open-sesame' })).status).toBe(200)
    await remote.close()
    const local = await startFrom('127.0.0.1', { SANDBOX_KEY: 'open-sesame' })
    for (const headers of [{}, { 'x-sandbox-key': 'open-sesam' }, { 'x-sandbox-key': '' }]) {
      const refused = await local.askClock(headers)
      expect([refused.status, refused.body]).toStrictEqual([401, { message: ['Unauthorized'] }])
    }
    expect((await local.askClock({ 'x-sandbox-key': 'open-sesame' })).status).toBe(200)
    await local.close()
  })

  it.each<[SandboxOperationId, CallOptions]>([
    ['setClock', { body: {} }],
    ['setClock', { body: { frozen: 'yes' } }],
    ['setClock', { body: { frozen: true, now: 'tomorrow' } }],
    ['advanceClock', { body: { seconds: 0 } }],
    ['advanceClock', { body: { seconds: -5 } }],
    ['advanceClock', { body: {} }],
    ['setInventory', { body: 7 }],
    [
      'setInventory',
      { body: { merchantId: 999, faceValue: 5, percentOff: 1, type: 'ecode', isLowRisk: false, onHand: 1 } },
    ],
    ['depositToDrawdown', { path: { email: elite }, body: { amount: -1 } }],
    ['depositToDrawdown', { path: { email: elite }, body: { amount: 0.001 } }],
    ['setStoreCredit', { path: { email: elite }, body: { amount: 'much' } }],
    ['spendWalletCard', { path: { cardId: 200_001 }, body: {} }],
    ['listRequests', { query: { limit: 0 } }],
    [
      'setOrderStatus',
      { path: { orderId: '00000000-0000-4000-8000-000000000003' }, body: { status: 'Lost' } },
    ],
  ])('refuse bad input to %s', { meta: { rules: ['D11-21'] } }, async (operationId, options) => {
    const refused = await refusalOf(operationId, options)
    expect(refused).toMatchObject({ status: 400, code: 'validation_error' })
    expect(refused.body).toStrictEqual({ message: [expect.any(String)] })
  })

  it('refuse what is not JSON', { meta: { rules: ['D11-21'] } }, async () => {
    const refused = await refusalOf('advanceClock', { body: '{' })
    expect(refused).toStrictEqual({
      status: 400,
      code: 'invalid_json',
      body: { message: ['Request body is not valid JSON'] },
    })
  })

  it.each<[string, SandboxOperationId, CallOptions]>([
    ['Customer not found', 'depositToDrawdown', { path: { email: 'no@example.com' }, body: { amount: 1 } }],
    ['Customer not found', 'setStoreCredit', { path: { email: 'no@example.com' }, body: { amount: 1 } }],
    [
      'Order not found',
      'setOrderStatus',
      { path: { orderId: '00000000-0000-4000-8000-000000000003' }, body: { status: 'Hold' } },
    ],
    ['Card not found', 'spendWalletCard', { path: { cardId: 200_001 }, body: { amount: 1 } }],
  ])('answer %s to %s', { meta: { rules: ['D11-22'] } }, async (message, operationId, options) => {
    const { status, body } = await refusalOf(operationId, options)
    expect([status, body]).toStrictEqual([404, { message: [message] }])
  })
})

/** Stops the system time, on which a running clock depends, until the test ends. */
function stopTimeOfDay(): { pass(ms: number): void } {
  let now = Date.now()
  vi.setSystemTime(now)
  onTestFinished(() => void vi.useRealTimers())
  return {
    pass(ms) {
      now += ms
      vi.setSystemTime(now)
    },
  }
}

describe('the clock control', () => {
  it('shows now and frozen', { meta: { rules: ['D11-08'] } }, async () => {
    expect(await sandbox.wantControl('getClock', 200)).toStrictEqual({ now: storyTime, frozen: true })
  })

  it('freezes, sets and releases the clock', { meta: { rules: ['D11-09'] } }, async () => {
    const now = '2030-02-03T04:05:06.000Z'
    const set = await sandbox.wantControl('setClock', 200, { body: { frozen: true, now } })
    expect(set).toStrictEqual({ now, frozen: true })
    expect(await sandbox.wantControl('getClock', 200)).toStrictEqual(set)
    const timeOfDay = stopTimeOfDay()
    const released = await sandbox.wantControl('setClock', 200, { body: { frozen: false } })
    expect(released).toStrictEqual({ now, frozen: false })
    timeOfDay.pass(1500)
    const running = await sandbox.wantControl('getClock', 200)
    expect(running).toStrictEqual({ now: '2030-02-03T04:05:07.500Z', frozen: false })
    const frozen = await sandbox.wantControl('setClock', 200, { body: { frozen: true } })
    expect(frozen).toStrictEqual({ now: running.now, frozen: true })
    timeOfDay.pass(1500)
    expect(await sandbox.wantControl('getClock', 200)).toStrictEqual(frozen)
  })

  it('advances a frozen and a running clock', { meta: { rules: ['D11-10'] } }, async () => {
    const frozen = await sandbox.wantControl('advanceClock', 200, { body: { seconds: 90 } })
    expect(frozen).toStrictEqual({ now: '2026-01-15T15:05:35.000Z', frozen: true })
    const timeOfDay = stopTimeOfDay()
    await sandbox.wantControl('setClock', 200, { body: { frozen: false } })
    timeOfDay.pass(1500)
    const running = await sandbox.wantControl('advanceClock', 200, { body: { seconds: 3600 } })
    expect(running).toStrictEqual({ now: '2026-01-15T16:05:36.500Z', frozen: false })
  })
})

describe('the clock control of a store that frees no cart', () => {
  it('says that the service is unavailable', async () => {
    const inner = await openSqliteStore({ location: ':memory:', mode: 'sandbox' })
    let isAway = false
    const store: typeof inner = {
      ...inner,
      transaction: (work) =>
        inner.transaction((tx) =>
          work({
            ...tx,
            async deleteExpiredCarts(...args) {
              if (isAway) throw new StoreUnavailableError('away')
              return tx.deleteExpiredCarts(...args)
            },
          }),
        ),
    }
    const broken = await startSandbox({}, { store })
    onTestFinished(async () => {
      await broken.close()
      await inner.close()
    })
    isAway = true
    expect((await broken.control('advanceClock', { body: { seconds: 60 } })).status).toBe(503)
  })
})

describe('the inventory control', () => {
  const bucket = { merchantId: 103, faceValue: 35, percentOff: 4.5, type: 'ecode', isLowRisk: false }

  it('counts every bucket', { meta: { rules: ['D11-12', 'D4-02'] } }, async () => {
    const partner = await sandbox.partner()
    await fillCart(partner, [storyCard.pixelEcode(2)])
    const { inventory } = await sandbox.wantControl('listInventory', 200)
    expect(inventory).toHaveLength(15)
    expect(inventory).toContainEqual({
      ...bucket,
      merchantName: 'Pixel Arcade',
      onHand: 3,
      reserved: 2,
      available: 1,
    })
  })

  it('creates and changes a bucket', { meta: { rules: ['D11-13'] } }, async () => {
    const body = { ...bucket, onHand: 7 }
    const changed = await sandbox.wantControl('setInventory', 200, { body })
    expect(changed).toStrictEqual({ ...body, merchantName: 'Pixel Arcade', reserved: 0, available: 7 })
    const created = { ...body, percentOff: 33.25, onHand: 1 }
    await sandbox.wantControl('setInventory', 200, { body: created })
    const partner = await sandbox.partner()
    const { type: _type, isLowRisk: _risk, onHand: _onHand, ...wanted } = created
    const cart = await fillCart(partner, [{ ...wanted, type: 'ecode', quantity: 1 }])
    expect(cart.cards).toMatchObject([{ percentOff: 33.25, cost: 23.36, quantity: 1 }])
    const { inventory } = await sandbox.wantControl('listInventory', 200)
    expect(inventory).toHaveLength(16)
    expect(inventory).toContainEqual(changed)
  })
})

describe('the customer controls', () => {
  it('list every customer with money and methods', { meta: { rules: ['D11-14'] } }, async () => {
    const { customers } = await sandbox.wantControl('listCustomers', 200)
    expect(customers).toContainEqual({
      email: elite,
      isElite: true,
      storeCredit: 50,
      drawdown: { balance: 1500, availableBalance: 1200, pendingBalance: 300, isActive: true },
      paymentMethods: [
        { id: 7001, kind: 'bank' },
        { id: 7002, kind: 'bank' },
        { id: 7003, kind: 'bank' },
        { id: 8001, kind: 'card' },
        { id: 8002, kind: 'card' },
      ],
    })
    expect(customers).toHaveLength(7)
  })

  it('fund a drawdown account', { meta: { rules: ['D11-15'] } }, async () => {
    const options = { path: { email: elite }, body: { amount: 250.5 } }
    const row = await sandbox.wantControl('depositToDrawdown', 201, options)
    expect(row).toMatchObject({
      date: storyTime,
      type: 'Deposit',
      amount: 250.5,
      balance: 1750.5,
      description: 'Account funded',
    })
    const { transactions } = await (await sandbox.partner(elite)).want('listDrawdownTransactions', 200)
    expect(transactions[0]).toStrictEqual(row)
  })

  it('deposit once under one key', { meta: { rules: ['D11-59'] } }, async () => {
    const deposit = (amount: number) => ({
      path: { email: elite },
      headers: { 'Idempotency-Key': 'wire-7' },
      body: { amount },
    })
    const rows = await Promise.all(
      [1, 2, 3].map(() => sandbox.wantControl('depositToDrawdown', 201, deposit(250.5))),
    )
    expect(rows.slice(1)).toStrictEqual([rows[0], rows[0]])
    expect(await refusalOf('depositToDrawdown', deposit(250.51))).toStrictEqual({
      status: 422,
      code: 'idempotency_mismatch',
      body: { message: ['Idempotency-Key was used with a different request'] },
    })
    const account = await (await sandbox.partner(elite)).want('getDrawdownAccount', 200)
    expect(account.balance).toBe(1750.5)
  })

  it('set a store credit', { meta: { rules: ['D11-16'] } }, async () => {
    const path = { email: 'standard@example.com' }
    const answer = await sandbox.wantControl('setStoreCredit', 200, { path, body: { amount: 4.98 } })
    expect(answer).toStrictEqual({ storeCredit: 4.98 })
    const partner = await sandbox.partner(path.email)
    await placeOrder(partner, [storyCard.harborEcode()], storyPayments.STORE_CREDIT)
    const { customers } = await sandbox.wantControl('listCustomers', 200)
    expect(customers.find(({ email }) => email === path.email)?.storeCredit).toBe(0)
  })
})

describe('the order and card controls', () => {
  it('put an order into a status', { meta: { rules: ['D11-17'] } }, async () => {
    const partner = await sandbox.partner(elite)
    const { orderId } = await placeOrder(partner, [storyCard.northwindPhysical()])
    const path = { orderId }
    for (const [status, message] of [
      ['Fulfillment', 'Order Being Prepared'],
      ['Hold', 'Order On Hold'],
      ['Shipped', 'Order Shipped'],
    ] as const) {
      const { buyOrder } = await sandbox.wantControl('setOrderStatus', 200, { path, body: { status } })
      expect(buyOrder).toMatchObject({ orderId, status, message, fulfilled: status === 'Shipped' })
      expect((await partner.want('getOrder', 200, { path })).buyOrder).toStrictEqual(buyOrder)
    }
  })

  it.each([902, 903])(
    'release an order of merchant %i',
    { meta: { rules: ['D11-18'] } },
    async (merchantId) => {
      const partner = await sandbox.partner(elite)
      const { orderId } = await placeOrder(partner, [storyCard.magic(merchantId)])
      const path = { orderId }
      const stopped = (await partner.want('getOrder', 200, { path })).buyOrder
      expect(stopped).toMatchObject({ status: merchantId === 902 ? 'Review' : 'Hold', fulfilled: false })
      const body = { status: 'Processing' }
      const { buyOrder } = await sandbox.wantControl('setOrderStatus', 200, { path, body })
      expect(buyOrder.status).toBe('Processing')
      expect((await partner.want('getOrder', 200, { path })).buyOrder).toMatchObject({
        status: 'Digitally Delivered',
        fulfilled: true,
      })
    },
  )

  it('spend part of a card', { meta: { rules: ['D11-19'] } }, async () => {
    const partner = await sandbox.partner(elite)
    const order = await placeOrder(partner, [storyCard.northwindEcode()])
    const path = { cardId: order.cards[0]!.id }
    const card = await sandbox.wantControl('spendWalletCard', 200, { path, body: { amount: 12.34 } })
    expect(card.amount).toMatchObject({ balance: 50, currentBalance: 37.66 })
    expect(await partner.want('getWalletCard', 200, { path })).toStrictEqual(card)
    const refused = await refusalOf('spendWalletCard', { path, body: { amount: 37.67 } })
    expect(refused).toMatchObject({ status: 400, code: 'validation_error' })
  })
})

describe('the request log', () => {
  it('lists recent requests without secrets', { meta: { rules: ['D11-20'] } }, async () => {
    const partner = await sandbox.partner(elite)
    await partner.call('getOrder', {
      path: { orderId: 'nothing' },
      headers: { 'x-request-id': 'story-1', 'user-agent': 'secret-agent' },
    })
    const { requests } = await sandbox.wantControl('listRequests', 200)
    expect(requests).toMatchObject([
      {
        at: storyTime,
        requestId: 'story-1',
        method: 'GET',
        path: expect.stringMatching(/^\/v3\/orders\//) as string,
        operationId: 'getOrder',
        status: 404,
        errorCode: 'order_not_found',
        app: 'demo-app',
      },
      { operationId: 'login', status: 200, errorCode: null },
      { operationId: 'createSession', status: 200 },
    ])
    for (const secret of [partner.token, demoPassword, elite, 'secret-agent']) {
      expect(JSON.stringify(requests)).not.toContain(secret)
    }
    const two = await sandbox.wantControl('listRequests', 200, { query: { limit: 2 } })
    expect(two.requests).toStrictEqual(requests.slice(0, 2))
    await Promise.all(
      Array.from({ length: 60 }, () => partner.call('createCart', { body: { action: 'buy' } })),
    )
    expect((await sandbox.wantControl('listRequests', 200)).requests).toHaveLength(50)
  })
})

/** Starts a server that treats every request as sent from `address`. */
async function startFrom(address: string, env: Readonly<Record<string, string>>) {
  const store = await openSqliteStore({ location: ':memory:', mode: 'sandbox' })
  const config = readConfig({ LOG_LEVEL: 'silent', ...env })
  const server = await createServer(config, { store, log: createLogger(config.logLevel) })
  const listener = createHttpServer((request, response) => {
    Object.defineProperty(request.socket, 'remoteAddress', { value: address, configurable: true })
    server.app(request, response)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const bound = listener.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return {
    askClock: (headers: Readonly<Record<string, string>> = {}) =>
      send(`http://127.0.0.1:${port}`, { method: 'get', path: '/__sandbox/clock', headers }),
    async close() {
      listener.close()
      listener.closeAllConnections()
      await server.stop()
      await store.close()
    },
  }
}
