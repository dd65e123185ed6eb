import type { SeedData } from '@giftcards/marketplace'
import { publishedCoupons } from './published-coupons.ts'
import { publishedCustomers, publishedDrawdownAccounts, publishedMethods } from './published-customers.ts'
import { publishedMerchants } from './published-merchants.ts'
import { publishedStock } from './published-stock.ts'

const fundedAt = Date.UTC(2026, 0, 1)

/** What the sandbox holds after every reset (decision: sandbox, published data). */
export const publishedData: SeedData = {
  apps: [
    { id: 'demo-app', isEnabled: true },
    { id: 'demo-app-2', isEnabled: true },
    { id: 'demo-app-disabled', isEnabled: false },
  ],
  customers: publishedCustomers,
  paymentMethods: publishedMethods,
  merchants: publishedMerchants,
  stock: publishedStock,
  coupons: publishedCoupons,
  drawdownAccounts: publishedDrawdownAccounts,
  drawdownTransactions: publishedDrawdownAccounts.map(({ customerId, balanceCents }) => ({
    customerId,
    at: fundedAt,
    type: 'Deposit',
    amountCents: balanceCents,
    balanceCents,
    description: 'Account funded',
  })),
  numbers: { order: 100_000, card: 200_000, internalCard: 300_000 },
}
