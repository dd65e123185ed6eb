import { beforeEach, describe, expect, it } from 'vitest'
import { addCards, checkBooks, createCart, type StoreTransaction } from '../../index.ts'
import { callerOf, createTestMarketplace, type TestMarketplace } from '../samples/create-test-marketplace.ts'
import { buy, checkoutLine, magicLine, physicalLine } from '../samples/sample-checkout.ts'
import { heldApartCents } from '../samples/sample-seed.ts'

const elite = callerOf('elite')
const bucket = { ...checkoutLine(), isLowRisk: false }
let market: TestMarketplace
let orderIds: number[]
beforeEach(async () => {
  market = await createTestMarketplace()
  const { cart } = await createCart(market.deps, elite)
  await addCards(market.deps, elite, cart.id, [checkoutLine({ quantity: 2 })])
  const order = await buy(market, elite, { method: 'DRAWDOWN_ACCOUNT', lines: [physicalLine] })
  orderIds = [order.id]
})
const check = () => market.store.read((tx) => checkBooks(tx, { orderIds, heldApartCents }))
const damage = (work: (tx: StoreTransaction) => Promise<unknown>) => market.store.transaction(work)

describe('checkBooks', () => {
  it('finds nothing wrong with sound books', async () => {
    expect(await check()).toEqual([])
    expect(await market.store.read((tx) => checkBooks(tx))).toEqual([])
  })

  it('finds a reservation of no cart', async () => {
    await damage((tx) => tx.reserveStock(bucket, 1))
    expect(await check()).toEqual(['101/ecode/5000/850/any: 3 reserved, but 2 in carts'])
  })

  it('finds a cart without its reservation', async () => {
    await damage((tx) => tx.releaseStock(bucket, 1))
    expect(await check()).toEqual(['101/ecode/5000/850/any: 1 reserved, but 2 in carts'])
  })

  it('finds money that no ledger row explains', async () => {
    await damage((tx) =>
      tx.putDrawdownAccount({
        customerId: elite.customerId,
        balanceCents: 150_001,
        pendingCents: 39_067,
        isActive: true,
      }),
    )
    expect(await check()).toEqual(['Drawdown account 1: the ledger adds up to 150000, not to 150001'])
  })

  it('finds a ledger row with a wrong balance', async () => {
    const row = { customerId: elite.customerId, at: 0, type: 'Adjustment', amountCents: 0 } as const
    await damage((tx) => tx.insertDrawdownTransaction({ ...row, balanceCents: 7, description: 'odd' }))
    expect(await check()).toEqual([expect.stringContaining('says 7, not 150000')])
  })

  it('finds a hold of no order', async () => {
    await damage((tx) => tx.updateOrder(orderIds[0] ?? 0, { hold: 'released' }))
    expect(await check()).toEqual(['Drawdown account 1: 39067 pending, but 30000 held'])
  })

  it('finds a canceled order that goes on', async () => {
    await damage((tx) => tx.updateOrder(orderIds[0] ?? 0, { status: 'Canceled' }))
    expect(await check()).toEqual([
      'Order 100001 still holds money though it is over',
      'Order 100001 is canceled, but goes on',
    ])
  })

  it('finds cards that do not add up', async () => {
    const order = await buy(market, elite, { lines: [magicLine(902)] })
    orderIds.push(order.id)
    const [unit] = order.units
    if (unit === undefined) throw new Error('The order has no card')
    await damage((tx) =>
      tx.updateOrder(order.id, { units: [{ ...unit, unitCostCents: 1, paymentShareCents: 0 }] }),
    )
    expect(await check()).toEqual([
      'Order 100002 has another total than its cards after the coupon',
      'Order 100002 has another payment discount than its cards',
    ])
  })
})
