import { describe, expect, it } from 'vitest'
import { checkout, planSettlements } from '@giftcards/marketplace'
import {
  callerOf,
  cardsCheckout,
  createMortalProcess,
  type CustomerName,
  settlePayment,
} from '@giftcards/marketplace/testing'
import { stockOf } from '../samples/book-entries.ts'
import { settlePayments } from '../samples/settle-payments.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const market = useMarketplace()

/** Leaves a pending payment whose process died after or before the charge. */
async function leave(name: CustomerName, wasCharged: boolean): Promise<void> {
  const { deps, died } = createMortalProcess(market.deps, wasCharged ? 3 : 2)
  await Promise.race([checkout(deps, callerOf(name), cardsCheckout()), died])
}
const countOrders = () => market.store.read((tx) => tx.countOrders())
const audit = async () => (await market.store.checkBooks()).broken

describe('settlePayments', () => {
  it('takes no payment whose lease is live, to the very end of it', async () => {
    await leave('standard', true)
    const reference = (await market.store.read((tx) => tx.findPaymentOf(5)))?.reference ?? ''
    market.time.advance(44_999)
    expect(await settlePayment(market.deps, reference)).toBe(false)
    expect(market.gateway.cancels).toEqual([])
    expect(await countOrders()).toBe(0)
    market.time.advance(1)
    expect(await settlePayment(market.deps, reference)).toBe(true)
    expect(market.gateway.cancels).toEqual([reference])
    expect(await countOrders()).toBe(1)
    expect(await settlePayment(market.deps, reference)).toBe(false)
  })

  it('leases by real time, wherever the service clock stands', async () => {
    await leave('standard', true)
    market.clock.advance(365 * 86_400)
    expect(await settlePayments(market.deps)).toBe(0)
    market.clock.set('1970-01-01T00:00:00.000Z')
    market.time.advance(45_000)
    expect(await settlePayments(market.deps)).toBe(1)
  })

  it('gives a payment of two legs more time', async () => {
    const { deps, died } = createMortalProcess(market.deps, 2)
    const request = cardsCheckout({ method: 'ACH_CREDITCARD' })
    await Promise.race([checkout(deps, callerOf('standard'), request), died])
    market.time.advance(59_999)
    expect(await settlePayments(market.deps)).toBe(0)
    market.time.advance(1)
    expect(await settlePayments(market.deps)).toBe(1)
  })

  it('settles nothing twice beside another sweeper', async () => {
    await leave('standard', true)
    market.time.advance(45_000)
    const settled = await Promise.all([1, 2, 3].map(() => settlePayments(market.deps)))
    expect(settled.toSorted((a, b) => a - b)).toEqual([0, 0, 1])
    expect(market.gateway.cancels).toHaveLength(1)
    expect(await countOrders()).toBe(1)
    expect(await stockOf(market, 101)).toEqual([4, 0])
  })

  it('goes on where another sweeper died', async () => {
    await leave('standard', true)
    market.time.advance(45_000)
    const { deps, died } = createMortalProcess(market.deps, 5)
    await Promise.race([settlePayments(deps), died])
    market.time.advance(29_999)
    expect(await settlePayments(market.deps)).toBe(0)
    market.time.advance(1)
    expect(await settlePayments(market.deps)).toBe(1)
    expect(await countOrders()).toBe(1)
  })

  it('ends the job of the payment, even where that was parked', async () => {
    await leave('standard', true)
    market.time.advance(45_000)
    await planSettlements(market.deps)
    const reference = (await market.store.read((tx) => tx.findPaymentOf(5)))?.reference ?? ''
    const job = `settle-payment/${reference}`
    await market.store.transaction((tx) => tx.updateJob(job, { state: 'parked' }))
    // A checkout of the account does the same.
    expect(await settlePayment(market.deps, reference)).toBe(true)
    expect(await market.store.read((tx) => tx.findJob(job))).toMatchObject({ state: 'done' })
  })

  it('changes nothing of what was finished meanwhile', async () => {
    await leave('standard', true)
    market.time.advance(45_000)
    const [cameIn, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const gateway = {
      ...market.gateway,
      async cancel(reference: string) {
        cameIn.resolve()
        await slow.promise
        return market.gateway.cancel(reference)
      },
    }
    const first = settlePayments({ ...market.deps, gateway })
    await cameIn.promise
    // Takes the lease, as if that of the slow sweeper had expired too.
    await market.store.transaction(async (tx) =>
      tx.leasePayment(
        (await tx.findPaymentOf(5))?.reference ?? '',
        Number.MAX_SAFE_INTEGER,
        market.time.now(),
      ),
    )
    expect(await settlePayments(market.deps)).toBe(1)
    slow.resolve()
    await first
    expect(await countOrders()).toBe(1)
    expect(await stockOf(market, 101)).toEqual([4, 0])
    expect(await audit()).toEqual([])
  })
})
