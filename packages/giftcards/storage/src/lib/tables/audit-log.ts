import { randomUUID } from 'node:crypto'
import type { StoreTransaction } from '@giftcards/marketplace'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import { type AuditEvent, auditHash, chainOf, genesisHash, hashEmail, serviceChain } from './audit-event.ts'
import { insertOf, lockingStatement, putOf } from './row-statements.ts'

/** Locks the head of a chain, so that transactions append to it one after the other. */
const headOf = lockingStatement(
  (db, { chain }: { readonly chain: string }) =>
    db.selectFrom('audit_heads').select(['position', 'hash']).where('chain', '=', chain),
  (query) => query.forUpdate(),
)

const putHead = putOf('audit_heads', ['chain'])

const insertRows = insertOf('audit_log')

/**
 * Appends rows to one chain in the transaction that makes the change they record. `change` may have been sent already. It is
 * awaited before the rows are written. Rows are never changed or deleted. If an engine runs transactions one after the
 * other, all rows are in one chain. So rows written together are stored together (decision 0017). `operator` is the operator
 * who requested the change, if there is one.
 */
export function appendAudit(
  session: Session,
  events: readonly [AuditEvent, ...AuditEvent[]],
  change?: Promise<unknown>,
  operator?: string,
): Promise<void> {
  const chain = session.writesAlone ? serviceChain : chainOf(events[0])
  return appendToChain(session, chain, events, change, operator)
}

/** Appends rows to the given chain, after `change`. */
export async function appendToChain(
  session: Session,
  chain: string,
  events: readonly AuditEvent[],
  change?: Promise<unknown>,
  operator?: string,
): Promise<void> {
  const found = session.first(headOf.for(session), { chain })
  const [head] = await Promise.all([found, change])
  let { position, hash } = head ?? { position: 0, hash: genesisHash }
  // Real time: the service clock of a sandbox can be set.
  const at = new Date().toISOString()
  const rows = events.map((event) => {
    const content = JSON.stringify({ at, operator, ...event })
    position += 1
    hash = auditHash(hash, { chain, position }, content)
    return { chain, position, content, hash }
  })
  // The head first: an engine reports a conflict with another transaction there. In the log it would report only a duplicate
  // key, which may also be a bug.
  await Promise.all([session.run(putHead, { chain, position, hash }), insertRows(session, rows)])
}

const statusOf = statement((db, { id }: { readonly id: number }) =>
  db.selectFrom('orders').select(['customer_id', 'status']).where('id', '=', id),
)

/** A transaction that writes a row to the audit log for each change that must be audited. */
export function withAuditLog(
  session: Session,
  tx: Omit<StoreTransaction, 'insertLogin' | 'insertOutsideRefund' | 'insertJobChange' | 'nameOperator'>,
): StoreTransaction {
  let operator: string | undefined
  const append = (events: readonly [AuditEvent, ...AuditEvent[]], change?: Promise<unknown>) =>
    appendAudit(session, events, change, operator)
  return {
    ...tx,
    nameOperator(name) {
      operator = name
    },
    async putApp(app) {
      const { id: appId, isEnabled } = app
      await append([{ kind: 'app.put', appId, isEnabled }], tx.putApp(app))
    },
    async putMerchant(merchant) {
      await append([{ kind: 'merchant.put', merchantId: merchant.id }], tx.putMerchant(merchant))
    },
    async insertCustomer(customer) {
      const customerId = await tx.insertCustomer(customer)
      await append([{ kind: 'customer.added', customerId }])
      return customerId
    },
    async putStock(key, onHand) {
      const before = await tx.findStock(key)
      const put = await tx.putStock(key, onHand)
      const { merchantId, type, faceValueCents, percentOffBps, isLowRisk } = put
      const stockKey = { merchantId, type, faceValueCents, percentOffBps, isLowRisk }
      const [fromCards, toCards] = [before?.onHand ?? 0, put.onHand]
      await append([{ kind: 'stock.put', ...stockKey, fromCards, toCards }])
      return put
    },
    async insertCoupon(coupon) {
      const couponId = await tx.insertCoupon(coupon)
      await append([{ kind: 'coupon.added', couponId, code: coupon.code }])
      return couponId
    },
    async updateCoupon(couponId, { expires }) {
      await append([{ kind: 'coupon.changed', couponId, expires }], tx.updateCoupon(couponId, { expires }))
    },
    async insertDrawdownAccount(customerId) {
      await append([{ kind: 'drawdown.opened', customerId }], tx.insertDrawdownAccount(customerId))
    },
    async insertLogin({ email, customerId, isRight }) {
      if (customerId === null) return append([{ kind: 'login.failed', emailHash: hashEmail(email) }])
      return append([
        isRight ? { kind: 'login.succeeded', customerId } : { kind: 'login.failed', customerId },
      ])
    },
    async insertOrder(order) {
      const { id: orderId, customerId, dueCents } = order
      const placed = { kind: 'order.placed', customerId, orderId, dueCents } as const
      const { status: to } = order
      const moved = { kind: 'order.status', customerId, orderId, from: 'Processing', to } as const
      await append(to === 'Processing' ? [placed] : [placed, moved], tx.insertOrder(order))
    },
    async updateOrder(id, change) {
      const to = change.status
      const before = to === undefined ? undefined : await session.first(statusOf, { id })
      if (to === undefined || before === undefined || before.status === to) return tx.updateOrder(id, change)
      const { customer_id: customerId, status: from } = before
      const event = { kind: 'order.status', customerId, orderId: id, from, to } as const
      await append([event], tx.updateOrder(id, change))
    },
    async insertPaymentMethod(method) {
      const { customerId, id: methodId } = method
      await append([{ kind: 'payment-method.added', customerId, methodId }], tx.insertPaymentMethod(method))
    },
    async deletePaymentMethod(customerId, methodId) {
      const isDeleted = await tx.deletePaymentMethod(customerId, methodId)
      if (isDeleted) await append([{ kind: 'payment-method.removed', customerId, methodId }])
      return isDeleted
    },
    async insertOutsideRefund({ customerId, orderId, position, amountCents, note }) {
      await append([{ kind: 'refund.recorded', customerId, orderId, position, amountCents, note }])
    },
    async insertJobChange({ jobId, from, to }) {
      await append([{ kind: 'job.changed', jobId, from, to }])
    },
    async insertSecureRead(read) {
      const { customerId, cardId } = read
      await append([{ kind: 'secure-data.read', customerId, cardId }], tx.insertSecureRead(read))
    },
    async updateCustomer(customerId, change) {
      const { storeCreditCents: toCents, isElite, isDisabled, passwordHash } = change
      const before = toCents === undefined ? undefined : await tx.findCustomer(customerId)
      const fromCents = before?.storeCreditCents
      const events: AuditEvent[] = []
      if (toCents !== undefined && fromCents !== undefined && fromCents !== toCents)
        events.push({ kind: 'store-credit.changed', customerId, fromCents, toCents })
      if (isElite !== undefined || isDisabled !== undefined)
        events.push({ kind: 'customer.changed', customerId, isElite, isDisabled })
      if (passwordHash !== undefined) events.push({ kind: 'customer.password-set', customerId })
      const [first, ...others] = events
      if (first === undefined) return tx.updateCustomer(customerId, change)
      await append([first, ...others], tx.updateCustomer(customerId, change))
    },
    async insertDrawdownTransaction(row) {
      await tx.insertDrawdownTransaction(row)
      const { customerId, amountCents, balanceCents, type } = row
      if (type === 'Deposit' || type === 'Adjustment')
        await append([{ kind: 'drawdown.deposited', customerId, amountCents, balanceCents }])
    },
    async seed(data) {
      await tx.seed(data)
      await append([{ kind: 'data.replaced' }])
    },
    async seedIfEmpty(data) {
      const isSeeded = await tx.seedIfEmpty(data)
      if (isSeeded) await append([{ kind: 'data.replaced' }])
      return isSeeded
    },
  }
}

const insertReads = insertOf('secure_reads')

/** Records which customer read the secure data of which card, and when; never the data. */
export function writeSecureReads(session: Session) {
  return {
    insertSecureRead: ({ cardId, customerId, at }) =>
      insertReads(session, [{ id: randomUUID(), card_id: cardId, customer_id: customerId, read_at: at }]),
  } satisfies Partial<StoreTransaction>
}
