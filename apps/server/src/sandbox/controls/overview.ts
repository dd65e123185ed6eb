import type { Control } from './control.ts'
import { createHash } from 'node:crypto'
import { toClock } from './clock.ts'
import { readCartRows } from './carts.ts'
import { readCustomerRows } from './customers.ts'
import { readInventoryRows } from './inventory.ts'
import { readOrderRows } from './orders.ts'

/** The number of newest carts, orders and requests in an overview. */
const overviewLimit = 50

/** Shows a snapshot of the whole sandbox, or only the clock if the caller's version is current. */
export const getOverview: Control<'getOverview'> = async ({ query }, { clock, marketplace, requests }) => {
  const now = clock.now()
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

/** Shows the health of the sandbox, without a key. */
export const getStatus: Control<'getStatus'> = async (_input, { status }) => ({
  status: 200,
  body: await status.read(),
})

/** Characters of a version: 132 bits, so that two states never share one. */
const length = 22

/** The version of a state: equal states have equal versions, in every process and after every restart. */
function snapshotVersion(snapshot: object): string {
  return createHash('sha256').update(JSON.stringify(snapshot)).digest('base64url').slice(0, length)
}
