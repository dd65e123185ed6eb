import type { Migration } from './migration.ts'

/**
 * Carts are found by a slot of time, because every change of a cart moves its exact expiry. An update that changes no indexed
 * column leaves the indexes alone (PostgreSQL documentation, 66.7 Heap-Only Tuples). So serializable transactions do not
 * conflict just because they share a page of an index (13.2.3).
 */
export const cartExpirySlots: Migration = {
  id: '0004-cart-expiry-slots',
  statements: ({ integer, generated }) => [
    `alter table carts add column expiry_slot ${integer} generated always as (expires_at >> 14) ${generated}`,
    'drop index carts_by_expiry',
    'create index carts_by_expiry_slot on carts (expiry_slot)',
  ],
}
