import type { SandboxOperationId } from '@giftcards/contract/sandbox'
import { demoPassword } from '@giftcards/server'
import { describe, expect, it } from 'vitest'
import {
  type CallOptions,
  fillCart,
  placeOrder,
  storyAddress,
  storyCard,
  storyPayments,
  storyTime,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const elite = 'elite@example.com'
const halfAnHourLater = '2026-01-15T15:34:05.000Z'

/** Returns the number of listed carts, and the number of all carts. */
async function cartsFor(query: Readonly<Record<string, number>>): Promise<readonly number[]> {
  const { carts, cartCount } = await sandbox.wantControl('listCarts', 200, { query })
  return [carts.length, cartCount]
}

async function ledgerCode(email: string): Promise<string | null> {
  return (await sandbox.control('listTransactions', { path: { email } })).code
}

describe('listCarts', () => {
  it('shows whose each cart is, and how long it lasts', { meta: { rules: ['D11-52'] } }, async () => {
    const customer = await sandbox.partner(elite)
    const cart = await fillCart(customer)
    await sandbox.advance(60)
    const session = await sandbox.partner()
    const { cartId } = await session.want('createCart', 201, { body: { action: 'buy' } })
    expect(await sandbox.wantControl('listCarts', 200)).toStrictEqual({
      carts: [
        {
          customer: null,
          sessionId: session.sessionId,
          expiresAt: '2026-01-15T15:35:05.000Z',
          cart: { cartId, cards: [], couponData: null },
        },
        { customer: elite, sessionId: null, expiresAt: halfAnHourLater, cart },
      ],
      cartCount: 2,
    })
  })

  it('keeps to the limit and counts the rest', { meta: { rules: ['D11-52'] } }, async () => {
    await sandbox.store.transaction(async (tx) => {
      for (let count = 1; count <= 52; count += 1) {
        const sessionId = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
        const owner = { kind: 'session', sessionId } as const
        const expiresAt = Date.parse(storyTime) + count
        await tx.insertCart({ id: sessionId, owner, couponCode: null, lines: [], expiresAt })
      }
    })
    expect(await cartsFor({})).toStrictEqual([50, 52])
    expect(await cartsFor({ limit: 2 })).toStrictEqual([2, 52])
    expect(await cartsFor({ limit: 200 })).toStrictEqual([52, 52])
  })

  it('forgets a cart once it has expired', async () => {
    await fillCart(await sandbox.partner())
    await sandbox.advance(30 * 60)
    expect(await sandbox.wantControl('listCarts', 200)).toStrictEqual({ carts: [], cartCount: 0 })
  })
})

describe('listOrders', () => {
  it('shows the orders of all customers, newest first', { meta: { rules: ['D11-53'] } }, async () => {
    const first = await placeOrder(await sandbox.partner(elite), [
      storyCard.harborB2B(3),
      storyCard.northwindPhysical(2),
    ])
    const standard = await sandbox.partner('standard@example.com')
    const second = await placeOrder(standard, [storyCard.harborEcode()], storyPayments.STORE_CREDIT)
    const { orders, orderCount } = await sandbox.wantControl('listOrders', 200)
    expect(orderCount).toBe(2)
    expect(orders).toMatchObject([
      {
        id: second.id,
        customer: 'standard@example.com',
        status: 'Digitally Delivered',
        fulfilled: true,
        paymentMethod: 'STORE_CREDIT',
        total: second.total,
        nextStep: null,
      },
      {
        id: first.id,
        orderId: first.orderId,
        customer: elite,
        datePurchased: storyTime,
        status: 'Processing',
        fulfilled: false,
        paymentMethod: 'ACH',
        cards: [
          { merchantName: 'Harbor Coffee', faceValue: 25, percentOff: 3.3, quantity: 3, fulfilled: 3 },
          { merchantName: 'Northwind Outfitters', type: 'physical', quantity: 2, fulfilled: 0 },
        ],
        nextStep: { at: '2026-01-15T16:04:05.000Z', status: 'Fulfillment' },
      },
    ])
    const one = await sandbox.wantControl('listOrders', 200, { query: { limit: 1 } })
    expect([one.orders.map(({ id }) => id), one.orderCount]).toStrictEqual([[second.id], 2])
  })

  it('does what is due before it answers', async () => {
    await placeOrder(await sandbox.partner(elite), [storyCard.magic(904)])
    const statuses = async () =>
      (await sandbox.wantControl('listOrders', 200)).orders.map(({ status, nextStep }) => [status, nextStep])
    expect(await statuses()).toStrictEqual([
      ['Processing', { at: '2026-01-15T15:05:05.000Z', status: 'Canceled' }],
    ])
    await sandbox.advance(60)
    expect(await statuses()).toStrictEqual([['Canceled', null]])
  })
})

describe('listTransactions', () => {
  const path = { email: elite }

  it('shows what the customer sees', { meta: { rules: ['D11-54'] } }, async () => {
    const partner = await sandbox.partner(elite)
    await placeOrder(partner, [storyCard.harborB2B(2)], storyPayments.DRAWDOWN_ACCOUNT)
    const ledger = await sandbox.wantControl('listTransactions', 200, { path })
    expect(ledger).toStrictEqual({
      account: await partner.want('getDrawdownAccount', 200),
      ...(await partner.want('listDrawdownTransactions', 200)),
    })
    expect(ledger.transactions.map(({ type }) => type)).toStrictEqual(['Purchase', 'Deposit'])
    expect(await sandbox.wantControl('listTransactions', 200, { path, query: { limit: 1 } })).toStrictEqual({
      ...ledger,
      transactions: ledger.transactions.slice(0, 1),
    })
  })

  it('refuses who has no account', { meta: { rules: ['D11-22'] } }, async () => {
    expect(await ledgerCode('nobody@example.com')).toBe('customer_not_found')
    expect(await ledgerCode('standard@example.com')).toBe('drawdown_account_not_found')
  })
})

describe('getOverview', () => {
  it('holds what the lists answer', { meta: { rules: ['D11-55'] } }, async () => {
    const partner = await sandbox.partner(elite)
    await placeOrder(partner, [storyCard.harborB2B(2)])
    await fillCart(partner)
    const { snapshot, clock } = await sandbox.wantControl('getOverview', 200)
    expect(snapshot).toStrictEqual({
      ...(await sandbox.wantControl('listInventory', 200)),
      ...(await sandbox.wantControl('listCustomers', 200)),
      ...(await sandbox.wantControl('listCarts', 200)),
      ...(await sandbox.wantControl('listOrders', 200)),
      ...(await sandbox.wantControl('listRequests', 200)),
    })
    expect(clock).toStrictEqual({ now: storyTime, frozen: true })
  })

  it('holds one moment, never half a change', { meta: { rules: ['D11-55'] } }, async () => {
    const partners = await Promise.all(Array.from({ length: 6 }, () => sandbox.partner()))
    const changes = partners.map(async (partner) => {
      const { cartId, cards } = await fillCart(partner, [storyCard.harborB2B(2)])
      const path = { cartId, cardId: cards[0]!.id }
      for (const qty of [3, -2, 1]) await partner.call('adjustCardQuantity', { path, body: { qty } })
      await partner.call('removeCard', { path })
    })
    const looks = Array.from({ length: 12 }, () => sandbox.wantControl('getOverview', 200))
    for (const { snapshot } of await Promise.all(looks)) {
      const inCarts = snapshot!.carts.flatMap(({ cart }) => cart.cards.map(({ quantity }) => quantity))
      const reserved = snapshot!.inventory.map((row) => row.reserved)
      expect(sum(reserved)).toBe(sum(inCarts))
    }
    await Promise.all(changes)
  })

  it('leaves out what the caller knows', { meta: { rules: ['D11-56'] } }, async () => {
    const { version } = await sandbox.wantControl('getOverview', 200)
    const ask = () => sandbox.wantControl('getOverview', 200, { query: { known: version } })
    await sandbox.advance(5)
    expect(await ask()).toStrictEqual({
      version,
      clock: { now: '2026-01-15T15:04:10.000Z', frozen: true },
      snapshot: null,
    })
    await sandbox.wantControl('setStoreCredit', 200, { path: { email: elite }, body: { amount: 1 } })
    const changed = await ask()
    expect(changed.version).not.toBe(version)
    expect(changed.snapshot?.customers).toContainEqual(
      expect.objectContaining({ email: elite, storeCredit: 1 }),
    )
  })

  it('names equal states alike', async () => {
    const versionNow = async () => (await sandbox.wantControl('getOverview', 200)).version
    const before = await versionNow()
    await sandbox.wantControl('setStoreCredit', 200, { path: { email: elite }, body: { amount: 1 } })
    expect(await versionNow()).not.toBe(before)
    await sandbox.wantControl('setStoreCredit', 200, { path: { email: elite }, body: { amount: 50 } })
    expect(await versionNow()).toBe(before)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['a request', async () => (await sandbox.partner()).token],
    ['a cart', async () => fillCart(await sandbox.partner())],
    ['an order', async () => placeOrder(await sandbox.partner(elite), [storyCard.harborB2B()])],
    [
      'a deposit',
      () => sandbox.wantControl('depositToDrawdown', 201, { path: { email: elite }, body: { amount: 1 } }),
    ],
  ])('has another version after %s', { meta: { rules: ['D11-56'] } }, async (_name, change) => {
    const { version } = await sandbox.wantControl('getOverview', 200)
    await change()
    const after = await sandbox.wantControl('getOverview', 200, { query: { known: version } })
    expect(after.version).not.toBe(version)
    expect(after.snapshot).not.toBeNull()
  })
})

describe('the lists of the controls', () => {
  it('show nothing that is secret', { meta: { rules: ['D11-57'] } }, async () => {
    const partner = await sandbox.partner(elite)
    const order = await placeOrder(partner, [storyCard.northwindEcode()], storyPayments.DRAWDOWN_ACCOUNT)
    await fillCart(partner)
    const path = { cardId: order.cards[0]!.id }
    const { number, pin, barcode } = await partner.want('getSecureData', 200, { path })
    // A client uses the number of a card as its id, and a token as a coupon.
    await partner.call('getWalletCard', { path: { cardId: number } })
    await partner.call('applyCoupon', { path: { cartId: order.orderId, couponCode: partner.token } })
    const lists: readonly (readonly [SandboxOperationId, CallOptions])[] = [
      ['getOverview', {}],
      ['listCarts', {}],
      ['listCustomers', {}],
      ['listInventory', {}],
      ['listOrders', {}],
      ['listRequests', {}],
      ['listTransactions', { path: { email: elite } }],
    ]
    const texts = await Promise.all(
      lists.map(async ([operationId, options]) => (await sandbox.control(operationId, options)).text),
    )
    const { street, city, postcode } = storyAddress
    const secrets = [number, number.slice(-4), pin, barcode.contents, barcode.contents.slice(4)]
    const words = [
      partner.token,
      demoPassword,
      'argon2',
      'scrypt',
      '****',
      street,
      city,
      postcode,
      '+1-555-0100',
    ]
    for (const text of texts) {
      expect(
        secrets.filter((secret) => new RegExp(`(?<![\\w.-])${secret}(?![\\w.-])`).test(text)),
      ).toStrictEqual([])
      expect(words.filter((word) => text.includes(word))).toStrictEqual([])
    }
  })
})

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
