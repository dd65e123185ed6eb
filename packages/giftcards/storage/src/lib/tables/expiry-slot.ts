import { sql } from 'kysely'

/** The column that the database keeps beside `expires_at`, and the only one of the two that is indexed. */
export const expirySlot = sql.ref<number>('carts.expiry_slot')

/** The slot of time that a moment in milliseconds lies in; slots are 2^14 ms long, and in the order of their moments. */
export const expirySlotOf = (moment: number): number => Math.floor(moment / 2 ** 14)
