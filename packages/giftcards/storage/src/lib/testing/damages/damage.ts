import { madeOrders as made } from '../make-books.ts'

/** A damage to sound books: its name, its statements, and the invariant that must report it. */
export type Damage = readonly [what: string, statements: readonly string[], invariant: string]

export const leg = (order: number, change: string) => [
  `update payment_legs set ${change} where order_id = ${order}`,
]
export const order = (id: number, change: string) => [`update orders set ${change} where id = ${id}`]
export const year2100 = 4_102_444_800_000
/** The first card of an order. */
export const card = (id: number) => `(select min(id) from order_units where order_id = ${id})`
export const unit = (change: string, id: number = made.ach) => [
  `update order_units set ${change} where id = ${card(id)}`,
]
export const step = `id like 'order-step/${made.drawdownPhysical}/%' and state = 'open'`
export const replaced = (column: string, from: string, to: string) =>
  `${column} = replace(${column}, '${from}', '${to}')`
