import type { DrawdownTransaction } from '../model/drawdown.ts'
import type { StoreMode, StoreTransaction } from '../ports/store.ts'
import { createMemoryCarts } from './memory-carts.ts'
import { createMemoryOrders } from './memory-orders.ts'
import { createMemoryPayments } from './memory-payments.ts'
import { createMemoryReader } from './memory-reader.ts'
import { emptyMemory, fillMemory, isUntouched, takeNumbers } from './memory-seed.ts'
import { type MemoryState, ownKey } from './memory-state.ts'
import { createMemoryStock } from './memory-stock.ts'

/** How long an attempt is kept at least, in milliseconds. */
const attemptLifeMs = 86_400_000

/** How long a job is kept that has ended, in milliseconds. */
const jobLifeMs = 7 * 86_400_000

/** What may be changed of a state. */
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
    nextNumbers: async (series, count) => takeNumbers(state, series, count),
    nextOrderNumbers: async (cards) => ({
      order: takeNumbers(state, 'order', 1),
      card: takeNumbers(state, 'card', cards),
      internalCard: takeNumbers(state, 'internalCard', cards),
    }),
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
    // For accounts of what happened only: nothing of the marketplace reads it back.
    nameOperator() {},
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
    async insertDrawdownAccount(customerId) {
      if (state.drawdownAccounts.has(customerId)) throw new Error('There is an account already')
      state.drawdownAccounts.set(customerId, emptyAccount(customerId))
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
    async putIdempotencyRecord(record) {
      state.idempotency.set(ownKey(record.customerId, record.key), record)
    },
    async insertAttempt(subject, at) {
      state.attempts.set(subject, [...(state.attempts.get(subject) ?? []), at])
    },
    async deleteAttempts(subject) {
      state.attempts.delete(subject)
    },
    // For accounts of what happened only: nothing of the marketplace reads it back.
    async insertLogin() {},
    async insertSecureRead(read) {
      state.secureReads.set(state.secureReads.size + 1, read)
    },
    async putClockSetting(setting) {
      assertSandbox()
      state.clock.set('setting', setting)
    },
    purgeExpired: async (now) =>
      purgeRecords(state, now) +
      purgeAttempts(state, now - attemptLifeMs) +
      purgeJobs(state, now - jobLifeMs),
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

const emptyAccount = (customerId: number) => ({
  customerId,
  balanceCents: 0,
  pendingCents: 0,
  isActive: true,
})

function purgeRecords({ idempotency }: MemoryState, now: number): number {
  const expired = [...idempotency].filter(([, record]) => record.expiresAt <= now)
  for (const [key] of expired) idempotency.delete(key)
  return expired.length
}

function purgeJobs({ jobs }: MemoryState, before: number): number {
  const old = [...jobs.values()].filter(({ endedAt }) => endedAt !== null && endedAt < before)
  for (const { id } of old) jobs.delete(id)
  return old.length
}

function purgeAttempts({ attempts }: MemoryState, before: number): number {
  let purged = 0
  for (const [subject, times] of attempts) {
    const kept = times.filter((at) => at >= before)
    purged += times.length - kept.length
    attempts.set(subject, kept)
  }
  return purged
}
