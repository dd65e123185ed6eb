import type { Store } from '@giftcards/marketplace'
import { noon, restrictedCoupon } from './sample-data.ts'

/** Reads all data that the tests write, through the port. */
export function snapshot(store: Store): Promise<unknown> {
  return store.read(async (tx) => ({
    customers: await tx.listCustomers(),
    methods: await tx.listPaymentMethods(1),
    stock: await tx.listStock(),
    merchants: [...(await tx.findMerchants([101, 102])).values()].toSorted((a, b) => a.id - b.id),
    carts: [await tx.findCart('cart-1'), await tx.findCart('cart-2'), await tx.findCart('cart-3')],
    live: [await tx.listLiveCarts(noon - 1, 2), await tx.countLiveCarts(noon - 1)],
    couponUses: await tx.countCouponUses(restrictedCoupon.id),
    orders: [await tx.findOrder(100_001), await tx.findOrder(100_002), await tx.findOrder(100_003)],
    newest: [await tx.listOrders(2), await tx.countOrders()],
    accounts: [await tx.findDrawdownAccount(1), await tx.findDrawdownAccount(2)],
    ledger: await tx.listDrawdownTransactions(1, 100),
    records: [await tx.findIdempotencyRecord(1, 'k', 0), await tx.findIdempotencyRecord(2, 'k', 0)],
    attempts: await tx.listAttempts('s', 0),
    clock: await tx.findClockSetting(),
  }))
}
