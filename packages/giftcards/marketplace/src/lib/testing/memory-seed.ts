import { openingRows } from '../customers/ledger.ts'
import type { NumberSeries } from '../model/order.ts'
import { stockKeyText } from '../model/stock.ts'
import type { SeedData } from '../ports/store.ts'
import { type MemoryState, ownKey } from './memory-state.ts'

/** Empties a state. */
export function emptyMemory(state: MemoryState): void {
  for (const map of Object.values<Map<unknown, unknown>>({ ...state })) map.clear()
}

/** Puts `data` into an empty state. */
export function fillMemory(state: MemoryState, data: SeedData): void {
  for (const [series, last] of Object.entries(data.numbers)) state.numbers.set(series, last)
  for (const app of data.apps) state.apps.set(app.id, app)
  for (const customer of data.customers) state.customers.set(customer.id, customer)
  for (const method of data.paymentMethods)
    state.paymentMethods.set(ownKey(method.customerId, method.id), method)
  for (const merchant of data.merchants) state.merchants.set(merchant.id, merchant)
  for (const bucket of data.stock) state.stock.set(stockKeyText(bucket), { ...bucket, reserved: 0 })
  for (const coupon of data.coupons) state.coupons.set(coupon.code, coupon)
  for (const account of data.drawdownAccounts) state.drawdownAccounts.set(account.customerId, account)
  for (const row of data.drawdownTransactions) {
    const id = takeNumber(state, 'drawdownTransaction')
    state.drawdownTransactions.set(id, { ...row, id, orderId: null })
  }
  for (const row of openingRows(data)) state.storeCreditTransactions.set(ownKey(row.customerId, 1), row)
}

/** Whether nobody has put data into a state. */
export function isUntouched({ apps, customers, merchants, stock, coupons, numbers }: MemoryState): boolean {
  return [apps, customers, merchants, stock, coupons, numbers].every(({ size }) => size === 0)
}

/** Takes the next number of a series. */
export function takeNumber({ numbers }: MemoryState, series: NumberSeries): number {
  const next = (numbers.get(series) ?? 0) + 1
  numbers.set(series, next)
  return next
}
