import type { SeedData } from '@giftcards/marketplace'
import { publishedData } from '@giftcards/server'

/** The buyers. The first two may use the drawdown account. */
export const buyers = [
  'elite@example.com',
  'elite-poor@example.com',
  'standard@example.com',
  'locked@example.com',
] as const

const plentyCents = 1_000_000_000
const plentyCards = 1_000_000
const fundedAt = Date.UTC(2026, 0, 1)

/** The published data with more stock and money than any load can use, and with all buyers able to buy. */
export const faultData: SeedData = {
  ...publishedData,
  customers: publishedData.customers.map((customer) => ({
    ...customer,
    isDisabled: false,
    storeCreditCents: plentyCents,
  })),
  stock: publishedData.stock.map((bucket) => ({ ...bucket, onHand: plentyCards })),
  drawdownAccounts: publishedData.drawdownAccounts.map((account) => ({
    ...account,
    balanceCents: plentyCents,
    pendingCents: 0,
  })),
  drawdownTransactions: publishedData.drawdownAccounts.map(({ customerId }) => ({
    customerId,
    at: fundedAt,
    type: 'Deposit',
    amountCents: plentyCents,
    balanceCents: plentyCents,
    description: 'Account funded',
  })),
}
