import { openStore } from '@giftcards/storage'
import { startPostgres, type TestPostgres } from '@giftcards/storage/testing'
import { demoPassword } from '@giftcards/server'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  checkoutOf,
  fillCart,
  type Partner,
  placeOrder,
  type Sandbox,
  startSandbox,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'

/** Ways in which a database becomes read-only while a server uses it. */
const ways: readonly (readonly [what: string, turn: (postgres: TestPostgres) => Promise<unknown>])[] = [
  ['is a standby', (postgres) => postgres.demote()],
  [
    'was switched to reading',
    async (postgres) => {
      await postgres.query('postgres', 'alter system set default_transaction_read_only = on')
      await postgres.query('postgres', 'select pg_reload_conf()')
    },
  ],
]

/** Returns the requests that need a write, by name. Each one returns a status. */
function listWrites(sandbox: Sandbox, partner: Partner, cartId: string, orderId: string) {
  const email = 'elite@example.com'
  const partnerCall =
    (...call: Parameters<Partner['call']>) =>
    async () =>
      (await partner.call(...call)).status
  const control =
    (...call: Parameters<Sandbox['control']>) =>
    async () =>
      (await sandbox.control(...call)).status
  return {
    login: partnerCall('login', { body: { customer: { email, password: demoPassword } } }),
    'refused login': partnerCall('login', { body: { customer: { email, password: 'wrong' } } }),
    'unknown login': partnerCall('login', {
      body: { customer: { email: 'nobody@example.com', password: 'x' } },
    }),
    addCards: partnerCall('addCards', { path: { cartId }, body: { cards: [storyCard.harborEcode()] } }),
    applyCoupon: partnerCall('applyCoupon', { path: { cartId, couponCode: 'SAVE10' } }),
    'unknown coupon': partnerCall('applyCoupon', { path: { cartId, couponCode: 'NOSUCH' } }),
    checkout: partnerCall('checkout', checkoutOf([storyCard.harborEcode()], storyPayments.CREDITCARD)),
    'checkout from drawdown': partnerCall(
      'checkout',
      checkoutOf([storyCard.harborEcode()], storyPayments.DRAWDOWN_ACCOUNT),
    ),
    resetSandbox: control('resetSandbox'),
    advanceClock: control('advanceClock', { body: { seconds: 60 } }),
    setStoreCredit: control('setStoreCredit', { path: { email }, body: { amount: 1 } }),
    depositToDrawdown: control('depositToDrawdown', { path: { email }, body: { amount: 1 } }),
    setOrderStatus: control('setOrderStatus', { path: { orderId }, body: { status: 'Canceled' } }),
    setInventory: control('setInventory', { body: { ...storyStock, onHand: 7 } }),
  }
}

const storyStock = { merchantId: 102, faceValue: 5, percentOff: 0.5, type: 'ecode', isLowRisk: false }

describe.each(ways)('a server whose database %s', (_what, turn) => {
  it('says 503 to every write, and is not ready', { meta: { rules: ['D14-21'] } }, async () => {
    const postgres = await startPostgres({ isReplicable: true })
    onTestFinished(() => postgres.remove())
    const store = await openStore(await postgres.createDatabase('cards'), { mode: 'sandbox' })
    const sandbox = await startSandbox({}, { store })
    onTestFinished(() => sandbox.close())
    const partner = await sandbox.partner('elite@example.com')
    const { cartId } = await fillCart(partner, [storyCard.harborEcode()])
    const { orderId } = await placeOrder(partner, [storyCard.northwindPhysical()], storyPayments.CREDITCARD)

    await turn(postgres)

    const writes = Object.entries(listWrites(sandbox, partner, cartId, orderId))
    const statuses: (readonly [string, number])[] = []
    for (const [name, write] of writes) statuses.push([name, await write()])
    expect(statuses).toStrictEqual(writes.map(([name]) => [name, 503]))
    const session = await fetch(`${sandbox.url}/v3/session`, {
      method: 'POST',
      headers: { 'user-agent': 'contract-tests', 'x-cc-app': 'demo-app' },
    })
    // Creating a session writes only if it allocates numbers.
    expect([200, 503]).toContain(session.status)
    expect((await fetch(`${sandbox.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${sandbox.url}/healthz`)).status).toBe(200)
    expect(sandbox.logLines.filter((line) => line.includes('"msg":"defect"'))).toStrictEqual([])
  })
})
