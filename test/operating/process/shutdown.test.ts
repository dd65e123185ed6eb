import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Cart,
  checkoutOf,
  fillCart,
  openSession,
  type Partner,
  placeOrder,
  send,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'
import {
  control,
  createFolder,
  endProcesses,
  type ServerProcess,
  startProcess,
} from '@giftcards/test-harness/process'

/** Starts a request that the server has begun to read (it sent 100 Continue). It takes one second after `finish`. */
function beginSlowCart(url: string, partner: Partner) {
  const outgoing = request(`${url}/v3/carts`, {
    method: 'POST',
    headers: {
      'x-cc-app': 'demo-app',
      'user-agent': 'process-tests',
      authorization: `Bearer ${partner.token}`,
      'content-type': 'application/json',
      'x-sandbox-trigger': 'slow=1000',
      expect: '100-continue',
    },
  })
  const answer = new Promise<{ readonly status: number | undefined; readonly text: string }>(
    (resolve, reject) => {
      outgoing.on('error', reject)
      outgoing.on('response', (incoming) => {
        let text = ''
        incoming.setEncoding('utf8').on('data', (part: string) => (text += part))
        incoming.on('end', () => resolve({ status: incoming.statusCode, text }))
      })
    },
  )
  const begun = new Promise<void>((resolve) => outgoing.on('continue', resolve))
  outgoing.flushHeaders()
  return { begun, answer, finish: () => outgoing.end('{"action":"buy"}') }
}

/** Buys cards, and returns the state of the partner and its account before the server is killed. */
async function buyAndLook(url: string) {
  await control(url, 'setClock', { body: { frozen: true, now: '2026-01-15T15:04:05.000Z' } })
  await control(url, 'advanceClock', { body: { seconds: 90 } })
  const partner = await openSession(url)
  await partner.login('elite@example.com')
  const order = await placeOrder(partner, [storyCard.harborEcode(2)], storyPayments.DRAWDOWN_ACCOUNT)
  const path = { cardId: order.cards[0]!.id }
  const card = await partner.want('getWalletCard', 200, { path })
  const secrets = await partner.want('getSecureData', 200, { path })
  const cart = await fillCart(partner, [storyCard.northwindEcode(3)])
  return { partner, order, path, card, secrets, cart }
}

/** Sends checkouts, kills the server as soon as four of them have a response, and returns their orders. */
async function killAtWork(server: ServerProcess, partner: Partner): Promise<readonly string[]> {
  const answered: string[] = []
  const enough = Promise.withResolvers<undefined>()
  const work = Array.from({ length: 12 }, async () => {
    const { status, body } = await partner.call(
      'checkout',
      checkoutOf([storyCard.harborB2B()], storyPayments.DRAWDOWN_ACCOUNT),
    )
    if (status === 201) answered.push((body as { buyOrder: { orderId: string } }).buyOrder.orderId)
    if (answered.length === 4) enough.resolve(undefined)
  })
  const settled = Promise.allSettled(work)
  await enough.promise
  await server.end('SIGKILL')
  await settled
  return answered
}

describe('a restart after SIGKILL', () => {
  let before: Awaited<ReturnType<typeof buyAndLook>>
  let answered: readonly string[]
  let after: ServerProcess
  let again: ReturnType<typeof openSessionWith>
  beforeAll(async () => {
    const env = { DATABASE_URL: `sqlite:${join(createFolder(), 'marketplace.db')}` }
    const killed = await startProcess(env)
    before = await buyAndLook(killed.url)
    answered = await killAtWork(killed, before.partner)
    after = await startProcess(env)
    again = openSessionWith(after.url, before.partner.token)
  })
  afterAll(endProcesses)

  it('keeps everything', { meta: { rules: ['D12-03'] } }, async () => {
    const { order, path, card, secrets, cart } = before
    expect((await control(after.url, 'getClock')).body).toStrictEqual({
      now: '2026-01-15T15:05:35.000Z',
      frozen: true,
    })
    expect(await again('post', '/v3/carts', { action: 'buy' })).toStrictEqual([200, cart])
    expect(await again('get', `/v3/wallets/${path.cardId}`)).toStrictEqual([200, card])
    expect(await again('get', `/v3/wallets/${path.cardId}/secure-data`)).toStrictEqual([200, secrets])
    expect(await again('get', `/v3/orders/${order.orderId}`)).toMatchObject([
      200,
      { buyOrder: { id: order.id, orderId: order.orderId, total: order.total } },
    ])
  })

  it('loses no order that was answered at work', { meta: { rules: ['D12-03'] } }, async () => {
    expect(answered.length).toBeGreaterThanOrEqual(4)
    for (const orderId of answered)
      expect(await again('get', `/v3/orders/${orderId}`)).toMatchObject([200, {}])
    const [, account] = await again('get', '/v3/customers/drawdown-account')
    const [, ledger] = await again('get', '/v3/customers/drawdown-account/transactions')
    const { balance, pendingBalance } = account as { balance: number; pendingBalance: number }
    const { transactions } = ledger as { transactions: { amount: number }[] }
    const cents = transactions.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
    const { body: listed } = await control(after.url, 'listOrders')
    const { orders } = listed as { orders: { status: string; total: { due: string } }[] }
    // The killed process holds the delivery that it had begun for 30 seconds.
    const undelivered = orders.filter(({ status }) => status === 'Processing')
    const held = undelivered.reduce((sum, { total }) => sum + Number(total.due), 300)
    expect([pendingBalance, cents]).toStrictEqual([Number(held.toFixed(2)), Math.round(balance * 100)])
    const { body } = await control(after.url, 'listInventory')
    const { inventory } = body as {
      inventory: { merchantId: number; type: string; onHand: number; reserved: number }[]
    }
    const bucket = inventory.find(({ merchantId, type }) => merchantId === 102 && type === 'newEcodeB2B')
    // One row for the opening balance, and one for the order of other cards.
    expect(bucket).toMatchObject({
      onHand: 100 - undelivered.length - (transactions.length - 2),
      reserved: 0,
    })
  })

  it('lets a request in flight finish at SIGTERM', { meta: { rules: ['D12-14'] } }, async () => {
    const partner = await openSession(after.url)
    const slow = beginSlowCart(after.url, partner)
    await slow.begun
    const ended = after.end('SIGTERM')
    slow.finish()
    const { status, text } = await slow.answer
    expect([status, (JSON.parse(text) as Cart).cards]).toStrictEqual([201, []])
    const { code, stderr } = await ended
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' })
    await expect(fetch(`${after.url}/healthz`)).rejects.toThrow('fetch failed')
  })
})

describe('a server whose log nobody reads any more', () => {
  afterAll(endProcesses)

  it('serves, and ends in order', { meta: { rules: ['D12-14'] } }, async () => {
    const server = await startProcess()
    server.stopReading()
    const partner = await openSession(server.url)
    await partner.login('elite@example.com')
    const { code, stderr } = await server.end('SIGTERM')
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' })
  })
})

/** Sends requests with a token that another run of the server issued. */
function openSessionWith(url: string, token: string) {
  return async (method: string, path: string, body?: object): Promise<readonly [number, unknown]> => {
    const headers = { 'x-cc-app': 'demo-app', authorization: `Bearer ${token}` }
    const answer = await send(url, { method, path, headers, ...(body === undefined ? {} : { body }) })
    return [answer.status, answer.body]
  }
}
