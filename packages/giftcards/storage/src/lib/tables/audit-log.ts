import { randomUUID } from 'node:crypto'
import type { StoreTransaction } from '@giftcards/marketplace'
import type { Session } from '../statements/session.ts'
import { toJson } from '../schema/columns.ts'
import type { Database } from '../schema/database.ts'
import { columnsOf, itemsOf, statement, statementBy } from '../statements/statement.ts'
import type { AuditEvent, RecordedEvent } from './audit-event.ts'
import { insertOf } from './row-statements.ts'

type NewRow = Omit<Database['audit_log'], 'id'>

const insertRows = statementBy(2, (db, { rows }: { readonly rows: readonly NewRow[] }, length: number) =>
  db
    .insertInto('audit_log')
    .values(itemsOf(rows, length).map((row) => columnsOf(row, ['recorded_at', 'event']))),
)

/**
 * Appends rows in the transaction that makes the change they record. Rows are never changed; only an archive deletes them. `change`
 * may have been sent already. `operator` is the operator who requested the change, if there is one.
 */
export async function appendAudit(
  session: Session,
  events: readonly AuditEvent[],
  change?: Promise<unknown>,
  operator?: string,
): Promise<void> {
  const recorded_at = Date.now()
  const rows = events.map((event) => ({ recorded_at, event: toJson<RecordedEvent>({ operator, ...event }) }))
  await Promise.all([session.run(insertRows(rows.length), { rows }), change])
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
  const append = (events: readonly AuditEvent[], change?: Promise<unknown>) =>
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
    async insertLogin({ emailHash, customerId, isRight }) {
      if (customerId === null) return append([{ kind: 'login.failed', emailHash }])
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
      const { storeCreditCents: toCents, isElite, isDisabled, passwordHash, tokenGeneration } = change
      const before = toCents === undefined ? undefined : await tx.findCustomer(customerId)
      const fromCents = before?.storeCreditCents
      const events: AuditEvent[] = []
      if (toCents !== undefined && fromCents !== undefined && fromCents !== toCents)
        events.push({ kind: 'store-credit.changed', customerId, fromCents, toCents })
      if (isElite !== undefined || isDisabled !== undefined)
        events.push({ kind: 'customer.changed', customerId, isElite, isDisabled })
      if (passwordHash !== undefined) events.push({ kind: 'customer.password-set', customerId })
      if (tokenGeneration !== undefined) events.push({ kind: 'customer.sessions-ended', customerId })
      if (events.length === 0) return tx.updateCustomer(customerId, change)
      await append(events, tx.updateCustomer(customerId, change))
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
