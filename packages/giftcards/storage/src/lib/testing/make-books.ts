import {
  addCards,
  adjustStoreCredit,
  applyCoupon,
  checkout,
  createCart,
  depositToDrawdown,
  getSecureData,
  login,
  type MarketplaceDeps,
  planRecurringJobs,
  runJobs,
  setOrderStatus,
  setStock,
} from '@giftcards/marketplace'
import {
  anonymous,
  buy,
  callerOf,
  checkoutLine,
  createTestMarketplace,
  elite,
  letTimePass,
  magicLine,
  physicalLine,
  standard,
} from '@giftcards/marketplace/testing'
import type { OpenedStore } from '../create-store.ts'

const argon2Hash = `$argon2id$v=19$m=19456,t=2,p=1$${'s'.repeat(22)}$${'h'.repeat(43)}`
const fingerprint = 'f'.repeat(43)
const b2b = checkoutLine({ merchantId: 102, type: 'newEcodeB2B', faceValueCents: 2500, percentOffBps: 330 })

/** Order numbers of `makeBooks`, by kind. */
export const madeOrders = {
  returned: 100_001,
  ach: 100_002,
  coupon: 100_003,
  achCard: 100_004,
  canceled: 100_005,
  deliveredCanceled: 100_006,
  credit: 100_007,
  creditCanceled: 100_008,
  drawdown: 100_009,
  drawdownPhysical: 100_010,
  drawdownRefunded: 100_011,
  drawdownReleased: 100_012,
  review: 100_013,
  hold: 100_014,
  delayed: 100_015,
  limited: 100_016,
  declined: 100_017,
  refunding: 100_018,
  pending: 100_019,
} as const

/**
 * Fills a sandbox with orders of every kind, as servers would: delivered, canceled, refunded, held back, pending. Nothing is wrong
 * with these books.
 */
export async function makeBooks(store: OpenedStore): Promise<void> {
  const market = await createTestMarketplace(store)
  const { clock, gateway, time } = market
  const deps: MarketplaceDeps = { ...market.deps, vault: { ...market.deps.vault, seal, open: () => secrets } }
  const own = { ...market, deps }
  await store.transaction(async (tx) => {
    for (const { id } of await tx.listCustomers()) await tx.updateCustomer(id, { passwordHash: argon2Hash })
  })
  await buy(own, standard, { bankId: 7003 })
  await runJobs(deps)
  clock.advance(3 * 86_400)
  await runJobs(deps)
  await buy(own, elite, { lines: [{ ...b2b, quantity: 2 }] })
  await buy(
    own,
    elite,
    { lines: [{ ...b2b, quantity: 3 }], couponCode: 'SAVE10' },
    { key: 'k1', fingerprint },
  )
  await buy(own, elite, { lines: [b2b], method: 'ACH_CREDITCARD', bankId: 7002 })
  const canceled = await buy(own, standard, { lines: [physicalLine], method: 'CREDITCARD' })
  const delivered = await buy(own, standard, { lines: [b2b], method: 'CREDITCARD' })
  await buy(own, standard, { lines: [b2b], method: 'STORE_CREDIT', couponCode: 'FIVEOFF' })
  const credit = await buy(own, standard, { lines: [b2b], method: 'STORE_CREDIT' })
  await buy(own, elite, { lines: [b2b], method: 'DRAWDOWN_ACCOUNT' })
  await buy(own, elite, { lines: [physicalLine], method: 'DRAWDOWN_ACCOUNT' })
  const refunded = await buy(own, elite, { lines: [b2b], method: 'DRAWDOWN_ACCOUNT' })
  const released = await buy(own, elite, { lines: [physicalLine], method: 'DRAWDOWN_ACCOUNT' })
  await buy(own, elite, { lines: [magicLine(902)] })
  await buy(own, elite, { lines: [magicLine(903)] })
  await buy(own, elite, { lines: [{ ...magicLine(901), quantity: 2 }] })
  await buy(own, elite, { lines: [b2b], couponCode: 'TWICE' })
  await checkout(deps, elite, { ...declinedRequest, lines: [b2b] }, { key: 'k2', fingerprint })
  await runJobs(deps)
  clock.advance(60)
  for (const order of [canceled, delivered, credit, refunded, released])
    await setOrderStatus(deps, order.orderId, 'Canceled')
  clock.advance(60)
  await runJobs(deps)
  clock.advance(60)

  await depositToDrawdown(deps, 'elite@example.com', 2500, 'deposit-1')
  await adjustStoreCredit(deps, 'standard@example.com', 1000, 'adjustment-1')
  await setStock(store, { ...b2b, type: 'newEcodeB2B', isLowRisk: false }, 500)
  await login(deps, anonymous, { email: 'nobody@example.com', password: 'wrong' })
  const wallet = await store.read((tx) => tx.findOrder(madeOrders.ach))
  await getSecureData(deps, elite, wallet?.units[0]?.id ?? 0)
  for (const caller of [elite, anonymous]) {
    const { cart } = await createCart(deps, caller)
    await addCards(deps, caller, cart.id, [checkoutLine({ quantity: 2 })])
    await applyCoupon(deps, caller, cart.id, 'SAVE10')
  }
  const refunding = await buy(own, callerOf('noProfile'), { lines: [b2b] })
  await setOrderStatus(deps, refunding.orderId, 'Canceled')
  await planRecurringJobs(deps)
  await store.transaction((tx) => tx.putClockSetting({ frozenAt: clock.now(), offsetMs: 0 }))
  gateway.faults.charge.push('throws before')
  gateway.faults.cancel.push('throws before')
  await letTimePass(
    time,
    checkout(deps, callerOf('poor'), { ...declinedRequest, lines: [b2b], couponCode: 'SAVE10' }).catch(
      () => undefined,
    ),
  )
}

const declinedRequest = {
  shape: 'cards',
  method: 'ACH_CREDITCARD',
  bankId: 7002,
  cardId: 8002,
  hasBilling: true,
  couponCode: undefined,
  shipping: {
    firstname: 'Ada',
    lastname: 'Example',
    street: '1 Sample Street',
    city: 'Springfield',
    state: 'IL',
    postcode: '62701',
  },
} as const

const secrets = { number: '9999000011112222', pin: '4711', serial: 'serial' }

/** Has the format of the server's vault: key, nonce, tag and text. */
const seal: MarketplaceDeps['vault']['seal'] = (cardId) =>
  ['keykeyk1', String(cardId).padStart(16, 'n'), 't'.repeat(22), `sealed-text-of-card-${cardId}`].join('.')
