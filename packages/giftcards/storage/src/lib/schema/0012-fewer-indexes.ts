import type { Migration } from './migration.ts'

/**
 * Drops indexes that every checkout and delivery had to change, if few rows or another index are enough. Servers of the previous
 * version find everything by the remaining ones.
 */
export const fewerIndexes: Migration = {
  id: '0012-fewer-indexes',
  statements: () => [
    'create index jobs_by_due on jobs (state, due_at, id, kind)',
    'drop index jobs_by_state',
    'drop index jobs_waiting',
    // For the audit of the books: orders in review or on hold. Orders with a step to come are in
    // `orders_due_by_customer`.
    `create index orders_held_back on orders (customer_id, due_cents) where hold = 'pending' and next_step_at is null`,
    'drop index orders_holding',
    // Only a sandbox whose clock is set reads the due steps of all customers.
    'drop index orders_due',
  ],
}
