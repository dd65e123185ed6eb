import type { StoreTransaction } from '@giftcards/marketplace'
import { type AuditEvent, chainOf, hashEmail } from './audit-event.ts'
import { auditHash, genesisHash } from './audit-hash.ts'
import type { Db } from './db.ts'

/** Appends one row to its chain, in the transaction that does what it records. Nothing changes or deletes a row. */
export async function appendAudit(db: Db, event: AuditEvent): Promise<void> {
  const chain = chainOf(event)
  const head = await db.selectFrom('audit_heads').selectAll().where('chain', '=', chain).executeTakeFirst()
  const position = (head?.position ?? 0) + 1
  // In real time: the clock of a sandbox can be set.
  const content = JSON.stringify({ at: new Date().toISOString(), ...event })
  const hash = auditHash(head?.hash ?? genesisHash, { chain, position }, content)
  // The head first: there an engine sees that another transaction was faster. In the log it sees but a key that is taken,
  // which may also be a mistake.
  await db
    .insertInto('audit_heads')
    .values({ chain, position, hash })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet({ position, hash }))
    .execute()
  await db.insertInto('audit_log').values({ chain, position, content, hash }).execute()
}

/** A transaction that leaves a row for whatever has to be accounted for, whoever asks for it. */
export function withAuditLog(db: Db, tx: Omit<StoreTransaction, 'insertLogin'>): StoreTransaction {
  const findStatus = (orderId: number) =>
    db.selectFrom('orders').select(['customer_id', 'status']).where('id', '=', orderId).executeTakeFirst()
  return {
    ...tx,
    async insertLogin({ email, customerId, isRight }) {
      if (customerId === null) return appendAudit(db, { kind: 'login.failed', emailHash: hashEmail(email) })
      return appendAudit(
        db,
        isRight ? { kind: 'login.succeeded', customerId } : { kind: 'login.failed', customerId },
      )
    },
    async insertOrder(order) {
      await tx.insertOrder(order)
      const { id: orderId, customerId, dueCents } = order
      await appendAudit(db, { kind: 'order.placed', customerId, orderId, dueCents })
    },
    async updateOrder(id, change) {
      const to = change.status
      const before = to === undefined ? undefined : await findStatus(id)
      await tx.updateOrder(id, change)
      if (to === undefined || before === undefined || before.status === to) return
      const { customer_id: customerId, status: from } = before
      await appendAudit(db, { kind: 'order.status', customerId, orderId: id, from, to })
    },
    async insertSecureRead(read) {
      await tx.insertSecureRead(read)
      const { customerId, cardId } = read
      await appendAudit(db, { kind: 'secure-data.read', customerId, cardId })
    },
    async updateCustomer(customerId, change) {
      const toCents = change.storeCreditCents
      const fromCents =
        toCents === undefined ? undefined : (await tx.findCustomer(customerId))?.storeCreditCents
      await tx.updateCustomer(customerId, change)
      if (toCents === undefined || fromCents === undefined || fromCents === toCents) return
      await appendAudit(db, { kind: 'store-credit.changed', customerId, fromCents, toCents })
    },
    async insertDrawdownTransaction(row) {
      const inserted = await tx.insertDrawdownTransaction(row)
      const { customerId, amountCents, balanceCents, type } = row
      if (type === 'Deposit' || type === 'Adjustment')
        await appendAudit(db, { kind: 'drawdown.deposited', customerId, amountCents, balanceCents })
      return inserted
    },
    async seed(data) {
      await tx.seed(data)
      await appendAudit(db, { kind: 'data.replaced' })
    },
  }
}
