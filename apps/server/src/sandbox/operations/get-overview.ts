import { readCartRows } from '../rows/cart-rows.ts'
import { readCustomerRows } from '../rows/customer-rows.ts'
import { readInventoryRows } from '../rows/inventory-rows.ts'
import { readOrderRows } from '../rows/order-rows.ts'
import { snapshotVersion } from '../rows/snapshot-version.ts'
import { sweepAll } from '../sweep-all.ts'
import { toClock } from './clock.ts'
import type { Control } from './control.ts'

/** How many carts, orders and requests an overview holds, each the newest. */
const overviewLimit = 50

/** Shows everything at one moment, or the clock alone where the caller knows the rest. */
export const getOverview: Control<'getOverview'> = async ({ query }, { clock, marketplace, requests }) => {
  // From before the sweep: a cart that expires between the two is shown as long as its cards are reserved.
  const now = clock.now()
  await sweepAll(marketplace)
  const stored = await marketplace.store.read(async (tx) => ({
    inventory: await readInventoryRows(tx),
    customers: await readCustomerRows(tx),
    ...(await readCartRows(tx, now, overviewLimit)),
    ...(await readOrderRows(tx, overviewLimit)),
  }))
  const snapshot = { ...stored, requests: [...requests.list(overviewLimit)] }
  const version = snapshotVersion(snapshot)
  const isKnown = query.known === version
  return { status: 200, body: { version, clock: toClock(clock), snapshot: isKnown ? null : snapshot } }
}
