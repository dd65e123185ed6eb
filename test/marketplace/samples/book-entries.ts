import { callerOf, customerIds, type TestMarketplace } from '@giftcards/marketplace/testing'

/** Returns everything that a refused operation must leave unchanged: stock, money, coupon uses and carts. */
export function bookEntries({ store }: TestMarketplace) {
  return store.read(async (tx) => ({
    stock: await tx.listStock(),
    customers: await tx.listCustomers(),
    accounts: await Promise.all(Object.values(customerIds).map((id) => tx.findDrawdownAccount(id))),
    ledgers: await Promise.all(Object.values(customerIds).map((id) => tx.listDrawdownTransactions(id, 1000))),
    couponUses: await Promise.all(
      (await tx.listCoupons()).flatMap(({ id }) =>
        Object.values(customerIds).map((customerId) => tx.countCouponUsesBy(id, customerId)),
      ),
    ),
    carts: await Promise.all(
      Object.values(customerIds).map((customerId) => tx.findCartOf({ kind: 'customer', customerId })),
    ),
  }))
}

/** Returns the counts of a stock bucket: on hand and reserved. */
export async function stockOf(
  { store }: TestMarketplace,
  merchantId: number,
  change: { readonly isLowRisk?: boolean; readonly type?: string; readonly faceValueCents?: number } = {},
): Promise<readonly [number, number]> {
  const { isLowRisk = false, type = 'ecode', faceValueCents } = change
  const all = await store.read((tx) => tx.listStock())
  const found = all.find(
    (bucket) =>
      bucket.merchantId === merchantId &&
      bucket.type === type &&
      bucket.isLowRisk === isLowRisk &&
      (faceValueCents === undefined || bucket.faceValueCents === faceValueCents),
  )
  return [found?.onHand ?? 0, found?.reserved ?? 0]
}

/** Returns the balance and the pending amount of the elite customer's drawdown account, in cents. */
export async function eliteAccount({ store }: TestMarketplace): Promise<readonly [number, number]> {
  const account = await store.read((tx) => tx.findDrawdownAccount(callerOf('elite').customerId))
  return [account?.balanceCents ?? 0, account?.pendingCents ?? 0]
}
