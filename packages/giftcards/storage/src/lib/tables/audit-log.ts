import { randomUUID } from 'node:crypto'
import type { StoreTransaction } from '@giftcards/marketplace'
import { type Database, rowsOf } from '../schema/database.ts'
import type { AuditEvent } from './audit-event.ts'
import { compiledForEach, type Param, paramsOf } from './compiled.ts'
import type { Db } from './db.ts'

const newRows = rowsOf('audit_log', 'id')

type NewRow = Omit<Database['audit_log'], 'id'>

const insertRows = compiledForEach((db, params: readonly Param<NewRow>[]) =>
  db.insertInto('audit_log').values(params.map((param) => paramsOf(param, newRows.columns))),
)

/**
 * Appends rows in the transaction of the change that they record. Rows are never changed; only an archive deletes them. `change`
 * may have been sent already. `operator` is the operator who requested the change, if any.
 */
export async function appendAudit(
  db: Db,
  events: readonly AuditEvent[],
  change?: Promise<unknown>,
  operator?: string,
): Promise<void> {
  if (events.length === 0) return void (await change)
  const recordedAt = Date.now()
  const rows = events.map((event) => newRows.toRow({ recordedAt, event: { operator, ...event } }))
  await Promise.all([insertRows(db, rows), change])
}

/** The audit log as a transaction writes it. */
export interface AuditLog {
  /** Appends events; `change` is the statement that they record, sent together with the rows. */
  append(events: readonly AuditEvent[], change?: Promise<unknown>): Promise<void>
  /** Sets the operator of all later changes. */
  nameOperator(name: string): void
}

/** The audit log of one transaction. */
export function createAuditLog(db: Db): AuditLog {
  let operator: string | undefined
  return {
    append: (events, change) => appendAudit(db, events, change, operator),
    nameOperator(name) {
      operator = name
    },
  }
}

/** Records events that change no other table, and each read of secure data: customer, card and time, never the data. */
export function writeAudit(db: Db, audit: AuditLog) {
  return {
    nameOperator: (name) => audit.nameOperator(name),
    async insertLogin({ emailHash, customerId, isRight }) {
      if (customerId === null) return audit.append([{ kind: 'login.failed', emailHash }])
      return audit.append([
        isRight ? { kind: 'login.succeeded', customerId } : { kind: 'login.failed', customerId },
      ])
    },
    async insertOutsideRefund({ customerId, orderId, position, amountCents, note }) {
      await audit.append([{ kind: 'refund.recorded', customerId, orderId, position, amountCents, note }])
    },
    async insertJobChange({ jobId, from, to }) {
      await audit.append([{ kind: 'job.changed', jobId, from, to }])
    },
    async insertSecureRead({ cardId, customerId, at }) {
      const row = { id: randomUUID(), card_id: cardId, customer_id: customerId, read_at: at }
      await audit.append(
        [{ kind: 'secure-data.read', customerId, cardId }],
        db.insertInto('secure_reads').values(row).execute(),
      )
    },
  } satisfies Partial<StoreTransaction>
}
