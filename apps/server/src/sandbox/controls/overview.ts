import type { Control } from './control.ts'
import { createHash } from 'node:crypto'
import { toClock } from './clock.ts'
import { readCartRows } from './carts.ts'
import { readCustomerRows } from './customers.ts'
import { readInventoryRows } from './inventory.ts'
import { readOrderRows } from './orders.ts'

/** How many carts, orders and requests an overview holds, each the newest. */
const overviewLimit = 50

/** Shows everything at one moment, or the clock alone where the caller knows the rest. */
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

/** Tells whether the sandbox works, to anybody. */
export const getStatus: Control<'getStatus'> = async (_input, { status }) => ({
  status: 200,
  body: await status.read(),
})

/** Characters of a version: 132 bits, so that two states never share one. */
const length = 22

/** A name for a state: equal states have equal names, in every process and after every restart. */
function snapshotVersion(snapshot: object): string {
  return createHash('sha256').update(JSON.stringify(snapshot)).digest('base64url').slice(0, length)
}
