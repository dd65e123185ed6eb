import { type BooksReader, checkBooks, type LedgerKind, type LedgerRow } from '@giftcards/marketplace'
import { beforeEach, describe, expect, it } from 'vitest'
import { writeSoundBooks } from '../testing/sound-books.ts'
import { noon, sampleCart, sampleOrder } from './sample-data.ts'
import { type CreateStore, useStore } from './suite-store.ts'

/** The promises of reading the books for an audit. */
export function describeBooks(createStore: CreateStore): void {
  const getStore = useStore(createStore)
  const read = <T>(work: (books: BooksReader) => Promise<T>) => getStore().readBooks(work)

  describe('readBooks', () => {
    beforeEach(() => getStore().transaction(writeSoundBooks))

    it('finds nothing wrong with sound books', async () => {
      expect(await read((books) => checkBooks(books))).toEqual([])
    })

    it('lists customers with what orders hold', async () => {
      await getStore().transaction(async (tx) => {
        for (const id of [7, 8])
          await tx.insertOrder(sampleOrder({ id, units: [], plan: [], hold: 'pending' }))
        await tx.insertOrder(sampleOrder({ id: 9, units: [], plan: [], hold: 'captured' }))
      })
      expect(await read((books) => books.listCustomers(0, 2))).toEqual([
        {
          id: 1,
          storeCreditCents: 5000,
          drawdown: { customerId: 1, balanceCents: 150_000, pendingCents: 30_000, isActive: true },
          heldCents: 17_934,
        },
        { id: 2, storeCreditCents: 5000, drawdown: undefined, heldCents: 0 },
      ])
      expect((await read((books) => books.listCustomers(2, 2))).map(({ id }) => id)).toEqual([3])
    })

    it('lists carts, orders and payments with all that is in them', async () => {
      await getStore().transaction((tx) =>
        tx.insertCart(sampleCart({ id: 'cart-2', owner: { kind: 'session', sessionId: 's' } })),
      )
      const [carts, orders, payments] = await read((books) =>
        Promise.all([books.listCarts('', 9), books.listOrders(0, 9), books.listPayments('', 9)]),
      )
      const found = await getStore().read((tx) =>
        Promise.all([
          Promise.all(['cart-1', 'cart-2'].map((id) => tx.findCart(id))),
          Promise.all([100_001, 100_002].map((id) => tx.findOrder(id))),
          tx.findPayment('order:order-100003').then((payment) => [payment]),
        ]),
      )
      expect([carts, orders, payments]).toEqual(found)
      const next = await read((books) =>
        Promise.all([books.listCarts('cart-1', 9), books.listOrders(100_001, 9), books.listPayments('p', 9)]),
      )
      expect(next).toEqual([carts.slice(1), orders.slice(1), []])
    })

    it('lists uses of coupons by order, and counts them by customer', async () => {
      await getStore().transaction(async (tx) => {
        for (const [coupon, customer, order] of [
          [2, 1, 13],
          [1, 2, 11],
          [1, 1, 14],
          [1, 2, 12],
        ] as const)
          await tx.insertCouponUse(coupon, customer, order)
      })
      const uses = await read((books) => books.listCouponUses(11, 2))
      expect(uses.map(({ orderId }) => orderId)).toEqual([12, 13])
      const counts = await read((books) => books.countCouponUses(undefined, 9))
      expect(counts).toEqual([
        { couponId: 1, customerId: 1, uses: 1, usesPerAccount: 1, usesInTotal: 100 },
        { couponId: 1, customerId: 2, uses: 2, usesPerAccount: 1, usesInTotal: 100 },
        { couponId: 2, customerId: 1, uses: 1, usesPerAccount: null, usesInTotal: null },
      ])
      expect(await read((books) => books.countCouponUses(counts[0], 1))).toEqual(counts.slice(1, 2))
    })

    it.each(['drawdown', 'store-credit'] as const)('lists the ledger of %s in pages', async (kind) => {
      await getStore().transaction(async (tx) => {
        const row = { customerId: 1, at: noon, amountCents: 0, description: '' } as const
        const booked = { ...row, balanceCents: kind === 'drawdown' ? 150_000 : 5000 }
        for (const [index, [type, orderId]] of (
          [
            ['Refund', 100_002],
            ['Purchase', 100_002],
            ['Purchase', 100_001],
          ] as const
        ).entries())
          await (kind === 'drawdown'
            ? tx.insertDrawdownTransaction({ ...booked, id: 9000 + index, type, orderId })
            : tx.insertStoreCreditTransaction({ ...booked, position: 2 + index, type, orderId }))
      })
      const byCustomer = await walk((after) => read((books) => books.listLedger(kind, after, 1)))
      expect(byCustomer).toEqual(await read((books) => books.listLedger(kind, undefined, 100)))
      expect(byCustomer.map(({ customerId, number }) => [customerId, number])).toEqual(numbersOf[kind])
      const byOrder = await walk((after) => read((books) => books.listLedgerByOrder(kind, after, 1)))
      expect(byOrder.map(({ orderId, type }) => [orderId, type])).toEqual([
        [100_001, 'Purchase'],
        [100_002, 'Purchase'],
        [100_002, 'Refund'],
      ])
    })

    it('finds those of given things that exist', async () => {
      const found = await read((books) =>
        Promise.all([
          books.findCustomers([1, 99, 3, 1]),
          books.findCoupons(['FIVEOFF', 'NOPE']),
          books.findCartsOf([sampleCart().owner, { kind: 'session', sessionId: '1' }]),
          books.findOrdersOfCards([501, 504, 999]),
          books.findOrderNames([100_001, 7], ['order-100002', 'order-7']),
        ]),
      )
      expect(found).toEqual([
        new Set([1, 3]),
        new Set(['FIVEOFF']),
        new Map([['customer/1', 'cart-1']]),
        new Map([
          [501, 100_001],
          [504, 100_002],
        ]),
        new Set([100_001, 'order-100002']),
      ])
    })

    it('finds nothing where nothing is asked for', async () => {
      const found = await read((books) =>
        Promise.all([books.findCustomers([]), books.findCoupons([]), books.findCartsOf([])]),
      )
      expect(found.map(({ size }) => size)).toEqual([0, 0, 0])
    })

    it('knows no card that two orders have', async () => {
      expect(await read((books) => books.listSharedCards(9))).toEqual([])
    })
  })
}

/** Customer and number of the rows, the seeded ones first. */
const numbersOf: Readonly<Record<LedgerKind, readonly (readonly [number, number])[]>> = {
  drawdown: [
    [1, 1],
    [1, 2],
    [1, 9000],
    [1, 9001],
    [1, 9002],
  ],
  'store-credit': [
    [1, 1],
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 1],
  ],
}

/** Every row of a list of which a page holds one. */
async function walk(
  next: (after: LedgerRow | undefined) => Promise<readonly LedgerRow[]>,
): Promise<readonly LedgerRow[]> {
  const rows: LedgerRow[] = []
  for (let [row] = await next(undefined); row !== undefined; [row] = await next(row)) rows.push(row)
  return rows
}
