import { createPartnerClient } from '@giftcards/client'
import { demoPassword, publishedData } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { migrateDatabase } from '@giftcards/storage/maintenance'

/** A logged-in customer with a cart of one line. */
export interface Partner {
  readonly token: string
  readonly cartId: string
  readonly lineId: string
}

/** The application of every partner. */
export const appId = 'demo-app'

const emailOf = (id: number): string => `partner-${id}@example.com`

/** Fills an empty database with `count` customers, and with more stock than any run can use up. */
export async function seedDatabase(url: string, count: number): Promise<void> {
  const [template] = publishedData.customers
  if (template === undefined) throw new Error('There is no published customer')
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const account = { balanceCents: 150_000, pendingCents: 30_000, isActive: true }
  await migrateDatabase(url, { mode: 'production' })
  const store = await openStore(url, { mode: 'production' })
  await store.transaction((tx) =>
    tx.seedIfEmpty({
      ...publishedData,
      customers: ids.map((id) => ({ ...template, id, email: emailOf(id) })),
      paymentMethods: [],
      stock: publishedData.stock.map((bucket) => ({ ...bucket, onHand: 1_000_000 })),
      drawdownAccounts: ids.map((customerId) => ({ ...account, customerId })),
      drawdownTransactions: [],
    }),
  )
  await store.close()
}

/** Spread over the partners, so that they do not all wait for one row of stock. */
const cards = [
  { merchantId: 101, faceValue: 50, percentOff: 8.5, type: 'ecode', quantity: 1 },
  { merchantId: 102, faceValue: 25, percentOff: 3.3, type: 'newEcodeB2B', quantity: 1 },
  { merchantId: 103, faceValue: 35, percentOff: 4.5, type: 'ecode', quantity: 1 },
  { merchantId: 104, faceValue: 10, percentOff: 5, type: 'ecode', quantity: 1 },
] as const

/** Logs `count` customers in, one after another, and has each put a card into a cart. */
export async function openPartners(baseUrl: string, count: number): Promise<readonly Partner[]> {
  const partners: Partner[] = []
  while (partners.length < count) partners.push(await openPartner(baseUrl, partners.length))
  return partners
}

async function openPartner(baseUrl: string, index: number): Promise<Partner> {
  let token = ''
  const client = createPartnerClient({
    baseUrl,
    appId,
    credentials: { email: emailOf(index + 1), password: demoPassword },
    tokenStore: { get: () => token || undefined, set: (next) => void (token = next ?? '') },
    // Logins are limited by address, and all these partners have one.
    headers: { 'x-forwarded-for': `10.0.0.${index + 1}` },
  })
  await client.getDrawdownAccount()
  const { cartId } = await client.createCart()
  const { cart } = await client.addCards({ cartId, cards: [cards[index % cards.length] ?? cards[0]] })
  return { token, cartId, lineId: cart.cards[0]?.id ?? '' }
}
