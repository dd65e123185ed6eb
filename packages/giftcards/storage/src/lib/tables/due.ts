import type { StoreReader } from '@giftcards/marketplace'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import { limitOf } from './db.ts'
import { expirySlot, expirySlotOf } from './expiry-slot.ts'

// In the order of an index: where nobody asks for one, PostgreSQL may look through the whole table for the first of many.
const dueFor = statement(
  (
    db,
    {
      now,
      slot,
      customerId,
    }: { readonly now: number; readonly slot: number; readonly customerId: number | null },
  ) =>
    db.selectNoFrom((eb) => [
      eb.selectFrom('payments').select('reference').where('customer_id', '=', customerId).as('payment'),
      eb
        .selectFrom('orders')
        .select('id')
        .where('customer_id', '=', customerId)
        .where('next_step_at', '<=', now)
        .orderBy('next_step_at')
        .limit(limitOf(1))
        .as('order'),
      eb
        .selectFrom('carts')
        .select('id')
        .where(expirySlot, '<=', slot)
        .where('expires_at', '<=', now)
        .orderBy(expirySlot)
        .limit(limitOf(1))
        .as('cart'),
    ]),
)

/** Finds what is due, by one statement: nearly always there is nothing. */
export function readDue(session: Session): Pick<StoreReader, 'findDue'> {
  return {
    async findDue(now, customerId) {
      const row = await session.first(dueFor, { now, slot: expirySlotOf(now), customerId })
      return {
        hasPayment: isThere(row?.payment),
        hasOrders: isThere(row?.order),
        hasCarts: isThere(row?.cart),
      }
    },
  }
}

function isThere(id: string | number | null | undefined): boolean {
  return id !== null && id !== undefined
}
