import { beforeEach, describe, expect, it } from 'vitest'
import { type BooksReader, checkBooks, type PendingPayment } from '@giftcards/marketplace'
import { buy, createMortalProcess, standard } from '@giftcards/marketplace/testing'
import { useMarketplace } from '../samples/use-marketplace.ts'

const market = useMarketplace()
let payment: PendingPayment
beforeEach(async () => {
  const { deps, died } = createMortalProcess(market.deps, 2)
  await Promise.race([buy({ ...market, deps }, standard), died])
  const found = await market.store.read((tx) => tx.findPaymentOf(standard.customerId))
  if (found === undefined) throw new Error('There is no payment')
  payment = found
})
const checkAs = (lie: (books: BooksReader) => Partial<BooksReader>) =>
  market.store.readBooks((books) => checkBooks({ ...books, ...lie(books) }))

describe('checkBooks on payments', () => {
  it('finds nothing wrong with one that is pending', async () => {
    expect(await checkAs(() => ({}))).toEqual([])
  })

  it.each<[string, () => Partial<PendingPayment>]>([
    ['is of an unknown customer, or of two', () => ({ customerId: 99 })],
    ['is of an unknown customer, or of two', () => ({ order: { ...payment.order, customerId: 1 } })],
    ['has the reference of another order', () => ({ order: { ...payment.order, orderId: 'other' } })],
    ['has nothing to charge', () => ({ legs: [] })],
    ['has nothing to charge', () => ({ order: { ...payment.order, dueCents: 0 } })],
    ['has no card', () => ({ order: { ...payment.order, units: [] } })],
  ])('finds one that %s', async (sentence, change) => {
    const found = await checkAs((books) => ({
      listPayments: async (...page) =>
        (await books.listPayments(...page)).map((each) => ({ ...each, ...change() })),
    }))
    expect(found).toContain(`Payment ${payment.reference} ${sentence}`)
  })

  it.each<[string, () => object]>([
    ['number', () => ({ id: payment.order.id, orderId: 'other' })],
    ['id', () => ({ id: 100_009, orderId: payment.order.orderId })],
  ])('finds one whose order exists by its %s', async (_, names) => {
    const { units: _units, ...free } = payment.order
    await market.store.transaction((tx) =>
      tx.insertOrder({
        ...free,
        purchasedAt: 0,
        status: 'Canceled',
        plan: [],
        hold: 'none',
        units: [],
        payment: { method: 'ACH', paidBy: 'bank', accountNumber: null, routingNumber: null },
        ...names(),
      }),
    )
    expect(await checkAs(() => ({}))).toContain(
      `Payment ${payment.reference} is pending, but order ${payment.order.id} exists`,
    )
  })
})
