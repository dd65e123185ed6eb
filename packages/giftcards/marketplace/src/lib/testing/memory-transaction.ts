import type { Job, PurgedRecords } from '../model/job.ts'
import type { DrawdownTransaction, StoreCreditTransaction } from '../model/ledger.ts'
import type { StoreMode, StoreTransaction } from '../ports/store.ts'
import { createMemoryOrders, createMemoryPayments } from './memory-orders.ts'
import { createMemoryReader } from './memory-reader.ts'
import {
  emptyMemory,
  fillMemory,
  isUntouched,
  type MemoryState,
  ownKey,
  takeNumber,
  takeNumbers,
} from './memory-state.ts'
import { createMemoryCarts, createMemoryStock } from './memory-stock.ts'

/** Reads and changes a state. */
export function createMemoryTransaction(state: MemoryState, mode: StoreMode): StoreTransaction {
  const assertSandbox = () => {
    if (mode === 'production') throw new Error('The store is marked production: only a sandbox can do this')
  }
  return {
    ...createMemoryReader(state),
    ...createMemoryStock(state),
    ...createMemoryCarts(state),
    ...createMemoryOrders(state),
    ...createMemoryPayments(state),
    // Transactions run one after another.
    lock: () => Promise.resolve(),
    nextNumber: async (series) => takeNumber(state, series),
    nextNumbers: async (series, count) => takeNumbers(state, series, count),
    async updateCustomer(customerId, change) {
      const customer = state.customers.get(customerId)
      if (customer === undefined) throw new Error(`No such customer: ${customerId}`)
      const changed = { ...customer, ...change }
      if (changed.storeCreditCents < 0) throw new Error('Store credit would be negative')
      state.customers.set(customerId, changed)
    },
    async insertCustomer(customer) {
      if (state.customers.values().some(({ email }) => email === customer.email))
        throw new Error('The email is taken')
      const id = Math.max(0, ...state.customers.keys()) + 1
      state.customers.set(id, { ...customer, id })
      return id
    },
    // The marketplace never reads the audit log.
    nameOperator() {},
    async insertLogin() {},
    async insertSecureRead() {},
    async insertOutsideRefund() {},
    async insertJobChange() {},
    async putApp(app) {
      state.apps.set(app.id, app)
    },
    async putMerchant(merchant) {
      state.merchants.set(merchant.id, merchant)
    },
    async insertCoupon(coupon) {
      if (state.coupons.has(coupon.code)) throw new Error('The code is taken')
      const id = Math.max(0, ...state.coupons.values().map((each) => each.id)) + 1
      state.coupons.set(coupon.code, { ...coupon, id })
      return id
    },
    async updateCoupon(id, change) {
      const coupon = state.coupons.values().find((each) => each.id === id)
      if (coupon === undefined) throw new Error(`No such coupon: ${id}`)
      state.coupons.set(coupon.code, { ...coupon, ...change })
    },
    async replacePasswordHash(customerId, from, to) {
      const customer = state.customers.get(customerId)
      if (customer?.passwordHash !== from) return false
      state.customers.set(customerId, { ...customer, passwordHash: to })
      return true
    },
    async insertPaymentMethod(method) {
      const key = ownKey(method.customerId, method.id)
      if (!state.customers.has(method.customerId)) throw new Error(`No such customer: ${method.customerId}`)
      if (state.paymentMethods.has(key)) throw new Error(`A payment method is there already: ${key}`)
      state.paymentMethods.set(key, method)
    },
    deletePaymentMethod: async (customerId, id) => state.paymentMethods.delete(ownKey(customerId, id)),
    async insertDrawdownAccount(customerId) {
      if (state.drawdownAccounts.has(customerId)) throw new Error('There is an account already')
      state.drawdownAccounts.set(customerId, { customerId, balanceCents: 0, pendingCents: 0, isActive: true })
    },
    async putDrawdownAccount(account) {
      if (account.pendingCents < 0 || account.balanceCents < account.pendingCents)
        throw new Error('A drawdown account would be overdrawn')
      state.drawdownAccounts.set(account.customerId, account)
    },
    async insertDrawdownTransaction(row) {
      if (!state.drawdownAccounts.has(row.customerId))
        throw new Error(`No such drawdown account: ${row.customerId}`)
      if (state.drawdownTransactions.has(row.id))
        throw new Error(`A ledger entry is there already: ${row.id}`)
      const { orderId, type } = row
      const isSame = (other: DrawdownTransaction): boolean => other.orderId === orderId && other.type === type
      if (orderId !== null && state.drawdownTransactions.values().some(isSame))
        throw new Error(`Order ${orderId} has a ledger entry of the type ${type} already`)
      const isSameDeposit = (other: DrawdownTransaction): boolean =>
        other.customerId === row.customerId && other.key === row.key
      if (row.key !== undefined && state.drawdownTransactions.values().some(isSameDeposit))
        throw new Error(`Customer ${row.customerId} has a deposit under this key already`)
      state.drawdownTransactions.set(row.id, row)
    },
    async insertStoreCreditTransaction(row) {
      const { customerId, position, orderId, type } = row
      if (!state.customers.has(customerId)) throw new Error(`No such customer: ${customerId}`)
      if (row.balanceCents < 0) throw new Error('Store credit would be negative')
      if (state.storeCreditTransactions.has(ownKey(customerId, position)))
        throw new Error(`A row of store credit is there already: ${customerId}/${position}`)
      const isSame = (other: StoreCreditTransaction): boolean =>
        other.orderId === orderId && other.type === type
      if (orderId !== null && state.storeCreditTransactions.values().some(isSame))
        throw new Error(`Order ${orderId} has a row of store credit of the type ${type} already`)
      state.storeCreditTransactions.set(ownKey(customerId, position), row)
    },
    async putIdempotencyRecord(record) {
      state.idempotency.set(ownKey(record.customerId, record.key), record)
    },
    async insertAttempt(subject, at) {
      state.attempts.set(subject, [...(state.attempts.get(subject) ?? []), at])
    },
    async deleteAttempts(subject) {
      state.attempts.delete(subject)
    },
    async putClockSetting(setting) {
      assertSandbox()
      state.clock.set('setting', setting)
    },
    purge: async (records, before, limit) => purges[records](state, before, limit),
    async seed(data) {
      assertSandbox()
      emptyMemory(state)
      fillMemory(state, data)
    },
    async seedIfEmpty(data) {
      if (!isUntouched(state)) return false
      fillMemory(state, data)
      return true
    },
  }
}

type Purge = (state: MemoryState, before: number, limit: number) => number

const endOf = ({ endedAt }: Job): number => endedAt ?? Number.POSITIVE_INFINITY

const purges: Readonly<Record<PurgedRecords, Purge>> = {
  'idempotency-records'({ idempotency }, before, limit) {
    const expired = [...idempotency]
      .filter(([, record]) => record.expiresAt <= before)
      .toSorted(([, a], [, b]) => a.expiresAt - b.expiresAt)
      .slice(0, limit)
    for (const [key] of expired) idempotency.delete(key)
    return expired.length
  },
  attempts({ attempts }, before, limit) {
    const old = [...attempts]
      .flatMap(([subject, times]) => times.filter((at) => at < before).map((at) => ({ subject, at })))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, limit)
    for (const { subject, at } of old) {
      const times = attempts.get(subject) ?? []
      attempts.set(subject, times.toSpliced(times.indexOf(at), 1))
    }
    return old.length
  },
  jobs({ jobs }, before, limit) {
    const old = [...jobs.values()]
      .filter((job) => endOf(job) < before)
      .toSorted((a, b) => endOf(a) - endOf(b))
      .slice(0, limit)
    for (const { id } of old) jobs.delete(id)
    return old.length
  },
}
