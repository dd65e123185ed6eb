import { publishedData } from '@giftcards/server'

/** More than any run can use up. */
const plentyCents = 1_000_000_000
const plentyCards = 100_000_000

const [template] = publishedData.customers

/** The published data with `count` Elite customers who have an address and plenty of money, and with plenty of stock. */
export function createBenchData(count: number): typeof publishedData {
  if (template === undefined) throw new Error('There is no published customer')
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  return {
    ...publishedData,
    customers: ids.map((id) => ({ ...template, id, email: emailOf(id - 1), storeCreditCents: plentyCents })),
    paymentMethods: publishedData.paymentMethods
      .filter(({ customerId }) => customerId === template.id)
      .flatMap((method) => ids.map((customerId) => ({ ...method, customerId }))),
    stock: publishedData.stock.map((bucket) => ({ ...bucket, onHand: plentyCards })),
    drawdownAccounts: ids.map((customerId) => ({
      customerId,
      balanceCents: plentyCents,
      pendingCents: 0,
      isActive: true,
    })),
    drawdownTransactions: ids.map((customerId) => ({
      customerId,
      at: Date.UTC(2026, 0, 1),
      type: 'Deposit',
      amountCents: plentyCents,
      balanceCents: plentyCents,
      description: 'Account funded',
    })),
  }
}

/** The email of the customer at an index. */
export function emailOf(index: number): string {
  return `partner-${index + 1}@example.com`
}
