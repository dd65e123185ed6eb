import type { Merchant } from '../model/merchant.ts'
import type { Order } from '../model/order.ts'
import type { StoreReader } from '../ports/store.ts'

/** An order with the merchants of its cards. */
export interface OrderView extends Order {
  readonly merchants: ReadonlyMap<number, Merchant>
}

/** Loads the merchants of an order's cards. */
export async function viewOrder(tx: StoreReader, order: Order): Promise<OrderView> {
  return {
    ...order,
    merchants: await tx.findMerchants([...new Set(order.units.map((unit) => unit.merchantId))]),
  }
}
