import { checkBooks, type Order, type StockBucket } from '@giftcards/marketplace'
import { type OpenedStore } from '@giftcards/storage'

/** What the database says of itself when it is asked in one piece. */
export interface ServiceBooks {
  readonly broken: readonly string[]
  readonly orders: readonly Order[]
  readonly stock: readonly StockBucket[]
  /** By customer, in cents. */
  readonly storeCredit: ReadonlyMap<number, number>
}

const everything = 1_000_000

/** Reads everything on one snapshot, and audits it. */
export function readService(store: OpenedStore): Promise<ServiceBooks> {
  return store.read(async (reader) => {
    const customers = await reader.listCustomers()
    return {
      broken: await checkBooks(reader, { heldApartCents: new Map() }),
      orders: await reader.listOrders(everything),
      stock: await reader.listStock(),
      storeCredit: new Map(customers.map(({ id, storeCreditCents }) => [id, storeCreditCents])),
    }
  })
}

/** How many payments are pending. */
export async function countPendingPayments(store: OpenedStore): Promise<number> {
  const references = await store.read((reader) =>
    reader.listLapsedPayments(Number.MAX_SAFE_INTEGER, everything),
  )
  return references.length
}
