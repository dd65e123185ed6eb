import { beforeEach, describe, expect, it } from 'vitest'
import {
  addCards,
  applyCoupon,
  type BooksReader,
  checkBooks,
  createCart,
  type DrawdownTransaction,
  type LedgerRow,
  runJobs,
  setOrderStatus,
  type StockBucket,
  type StoreReader,
  type StoreTransaction,
} from '@giftcards/marketplace'
import {
  buy,
  checkoutLine,
  elite,
  heldApartCents,
  physicalLine,
  standard,
} from '@giftcards/marketplace/testing'
import { useMarketplace } from '../samples/use-marketplace.ts'

const bucket = { ...checkoutLine(), isLowRisk: false }
const market = useMarketplace()
let cartId: string
/** An order that holds drawdown money, another with a coupon, a cart of two cards, and a payment that was left. */
beforeEach(async () => {
  const { cart } = await createCart(market.deps, elite)
  cartId = cart.id
  await addCards(market.deps, elite, cart.id, [checkoutLine({ quantity: 2 })])
  await applyCoupon(market.deps, elite, cart.id, 'SAVE10')
  await buy(market, elite, { method: 'DRAWDOWN_ACCOUNT', lines: [physicalLine] })
  await buy(market, standard, { method: 'STORE_CREDIT', couponCode: 'TWICE' })
  market.gateway.faults.charge.push('throws before')
  market.gateway.faults.cancel.push('throws before')
  await buy(market, standard, { couponCode: 'ONCE' }).catch(() => undefined)
})
const check = (known = { heldApartCents }) => market.store.readBooks((books) => checkBooks(books, known))
const damage = (work: (tx: StoreTransaction) => Promise<unknown>) => market.store.transaction(work)
const checkAs = (lie: (books: BooksReader) => Partial<BooksReader>) =>
  market.store.readBooks((books) => checkBooks({ ...books, ...lie(books) }, { heldApartCents }))
const paymentOf = async (tx: StoreReader) => {
  const payment = await tx.findPaymentOf(standard.customerId)
  if (payment === undefined) throw new Error('There is no payment')
  return payment
}

describe('checkBooks', () => {
  it('finds nothing wrong with sound books', async () => {
    expect(await check()).toEqual([])
    expect(await market.store.readBooks((books) => checkBooks(books))).toEqual([])
  })

  it('reads every page', async () => {
    const ids = Array.from({ length: 1100 }, (_, index) => 200_000 + index)
    for (const id of ids) await insertCopy(id)
    expect(await check()).toEqual([])
    for (const id of ids)
      await damage((tx) => tx.updateOrder(id, { status: 'Canceled', plan: [{ at: 0, do: 'ship' }] }))
    expect(await check()).toEqual(ids.map((id) => `Order ${id} is canceled, but goes on`))
  })

  it('changes nothing', async () => {
    await market.store.readBooks((books) => checkBooks(books))
    const cart = await market.store.read((tx) => tx.findCart(cartId))
    expect(cart?.lines).toMatchObject([{ quantity: 2 }])
  })
})

/** An order like the second, under other numbers. */
function insertCopy(id: number) {
  return damage(async (tx) => {
    const order = await tx.findOrder(100_002)
    const [unit] = order?.units ?? []
    if (order === undefined || unit === undefined) throw new Error('There is no order')
    const units = [{ ...unit, id: id * 10, couponShareCents: 0 }]
    const total = { orderTotalCents: unit.unitCostCents, dueCents: unit.unitCostCents }
    const payment = { ...order.payment, method: 'CREDITCARD', paidBy: 'card' } as const
    await tx.insertOrder({ ...order, ...total, id, orderId: `order-${id}`, coupon: null, payment, units })
  })
}

/** The findings if every bucket of stock was another. */
const checkStockAs = (change: (each: StockBucket) => StockBucket) =>
  checkAs((books) => ({ listStock: async () => (await books.listStock()).map(change) }))

describe('checkBooks on stock', () => {
  it('finds a reservation of nobody', async () => {
    await damage((tx) => tx.reserveStock(bucket, 1))
    expect(await check()).toEqual(['101/ecode/5000/850/any: 4 reserved, but 2 in carts and 1 in payments'])
  })

  it('finds a cart or a payment without its reservation', async () => {
    await damage((tx) => tx.releaseStock(bucket, 1))
    expect(await check()).toEqual(['101/ecode/5000/850/any: 2 reserved, but 2 in carts and 1 in payments'])
  })

  it('finds cards that nobody has', async () => {
    const found = await checkAs((books) => ({
      listStock: async () => (await books.listStock()).filter((each) => each.merchantId !== 101),
    }))
    expect(found).toEqual(['101/ecode/5000/850/any: in a cart or a payment, but not in stock'])
  })

  it.each([
    [2, '101/ecode/5000/850/any: 3 reserved of 2 on hand'],
    [-1, '101/ecode/5000/850/any: 3 reserved of -1 on hand'],
  ])('finds more reserved than %i on hand', async (onHand, sentence) => {
    const found = await checkStockAs((each) => (each.reserved > 0 ? { ...each, onHand } : each))
    expect(found).toEqual([sentence])
  })

  it('finds less than nothing reserved', async () => {
    const found = await checkStockAs((each) => (each.merchantId === 103 ? { ...each, reserved: -1 } : each))
    expect(found).toContain('103/ecode/3500/450/any: -1 reserved of 3 on hand')
  })
})

describe('checkBooks on carts', () => {
  it.each<[string, object, string]>([
    ['another id', { id: 'other' }, 'is not the one its owner finds'],
    ['an unknown customer', { owner: { kind: 'customer', customerId: 99 } }, 'is of an unknown customer'],
    ['an unknown coupon', { couponCode: 'NOPE' }, 'has coupon NOPE, which does not exist'],
    ['two lines of a bucket', { lines: [1, 1].map(lineOf) }, 'has two lines of one bucket'],
    ['no card in a line', { lines: [{ ...lineOf(0), id: 'line-0' }] }, ': line line-0 holds no card'],
    ['too many cards', { lines: [lineOf(501)] }, 'holds too many cards'],
  ])('finds one with %s', async (_, change, sentence) => {
    const found = await checkAs((books) => ({
      listCarts: async (...page) => (await books.listCarts(...page)).map((cart) => ({ ...cart, ...change })),
      findCartsOf: async () => new Map([['customer/1', cartId]]),
    }))
    expect(found.filter((each) => each.endsWith(sentence))).toHaveLength(1)
    expect(found.find((each) => each.endsWith(sentence))).toMatch(/^Cart (?:other|[\da-f-]{36}) ?/)
  })
})

function lineOf(quantity: number) {
  return { ...bucket, id: 'line', quantity }
}

describe('checkBooks on coupon uses', () => {
  it('finds one of no order', async () => {
    await damage((tx) => tx.insertCouponUse(3, elite.customerId, 77))
    expect(await check()).toEqual([
      'Order 77 uses coupon 3, but is not a live order or pending payment with a coupon',
    ])
  })

  it('finds one that a canceled order kept', async () => {
    const order = await market.store.read((tx) => tx.findOrder(100_002))
    await setOrderStatus(market.deps, order?.orderId ?? '', 'Canceled')
    await damage((tx) => tx.insertCouponUse(10, standard.customerId, 100_002))
    expect(await check()).toEqual([
      'Order 100002 uses coupon 10, but is not a live order or pending payment with a coupon',
    ])
  })

  it('finds one that was not counted', async () => {
    await damage((tx) => tx.deleteCouponUse(100_002))
    const { reference, order } = await market.store.read(paymentOf)
    await damage((tx) => tx.deleteCouponUse(order.id))
    expect(await check()).toEqual([
      'Order 100002 has coupon 10, but no use of it',
      `Payment ${reference} has coupon 9, but no use of it`,
    ])
  })

  it.each([
    [3, standard.customerId],
    [10, elite.customerId],
  ])('finds one of another coupon or customer: %i, %i', async (couponId, customerId) => {
    await damage((tx) => tx.deleteCouponUse(100_002))
    await damage((tx) => tx.insertCouponUse(couponId, customerId, 100_002))
    expect(await check()).toEqual([
      `Order 100002 has coupon 10, but coupon ${couponId} of customer ${customerId} is used`,
    ])
  })

  it('finds a coupon that is used too often', async () => {
    // No store allows a coupon to be used too often.
    const more: Readonly<Record<number, number>> = { 9: 1, 10: 2 }
    const found = await checkAs((books) => ({
      countCouponUses: async (after, limit) =>
        (await books.countCouponUses(after, limit)).map((count) => ({
          ...count,
          uses: count.uses + (more[count.couponId] ?? 0),
        })),
    }))
    expect(found).toContain('Coupon 10 is used 3 times in total, 2 allowed')
    expect(found).toContain('Coupon 9 is used 2 times by customer 5, 1 allowed')
    expect(found.filter((each) => each.includes('allowed'))).toHaveLength(2)
  })
})

/** Puts another account of the elite customer in the place of the one there is. */
const put = (balanceCents: number, pendingCents: number) =>
  damage((tx) =>
    tx.putDrawdownAccount({ customerId: elite.customerId, balanceCents, pendingCents, isActive: true }),
  )

/** Adds a row to the elite customer's ledger. */
const addRow = (row: Partial<DrawdownTransaction>) =>
  damage((tx) =>
    tx.insertDrawdownTransaction({
      id: 9999,
      customerId: elite.customerId,
      at: 0,
      type: 'Adjustment',
      amountCents: 0,
      balanceCents: 150_000,
      description: 'odd',
      orderId: null,
      ...row,
    }),
  )

/** The findings if a ledger row is missing. */
const without = (description: string) => {
  const isKept = (row: LedgerRow) => row.description !== description
  return checkAs((books) => ({
    listLedger: async (...page) => (await books.listLedger(...page)).filter(isKept),
    listLedgerByOrder: async (...page) => (await books.listLedgerByOrder(...page)).filter(isKept),
  }))
}

/** The findings if every customer was another. */
const checkCustomersAs = (change: (each: BookedCustomer) => BookedCustomer) =>
  checkAs((books) => ({
    listCustomers: async (...page) => (await books.listCustomers(...page)).map(change),
  }))
type BookedCustomer = Awaited<ReturnType<BooksReader['listCustomers']>>[number]

describe('checkBooks on money', () => {
  it('finds money that no ledger row explains', async () => {
    await put(150_001, 39_067)
    expect(await check()).toEqual(['Drawdown account 1: the ledger adds up to 150000, not to 150001'])
  })

  it('finds a ledger row with a wrong balance', async () => {
    await addRow({ balanceCents: 7 })
    expect(await check()).toEqual([expect.stringMatching(/^Drawdown account 1: row \d+ says 7, not 150000$/)])
  })

  it('finds a hold of no order', async () => {
    await put(150_000, 39_068)
    expect(await check()).toEqual(['Drawdown account 1: 39068 pending, but 39067 held'])
    expect(await market.store.readBooks((books) => checkBooks(books))).toEqual([])
  })

  it('finds an order without its hold', async () => {
    await put(150_000, 9066)
    expect(await market.store.readBooks((books) => checkBooks(books))).toEqual([
      'Drawdown account 1: 9066 pending, but 9067 held',
    ])
  })

  it.each([
    [-1, 'Drawdown account 1 has less than nothing pending'],
    [150_001, 'Drawdown account 1 has less than nothing available'],
  ])('finds %i cents pending', async (pendingCents, sentence) => {
    const found = await checkCustomersAs((each) =>
      each.id === 1 && each.drawdown !== undefined
        ? { ...each, drawdown: { ...each.drawdown, pendingCents } }
        : each,
    )
    expect(found).toContain(sentence)
  })

  it('finds a ledger and a hold without an account', async () => {
    const found = await checkCustomersAs((each) => ({ ...each, drawdown: undefined }))
    expect(found).toEqual([
      'Drawdown account 1 does not exist, but has a ledger',
      'Drawdown account 1 does not exist, but orders hold money of it',
      'Drawdown account 3 does not exist, but has a ledger',
      'Drawdown account 4 does not exist, but has a ledger',
    ])
  })

  it('finds a purchase of no order', async () => {
    await addRow({ type: 'Purchase', description: 'Order #100001' })
    expect(await check()).toEqual([
      expect.stringMatching(
        /^Drawdown account 1: row \d+, Order #100001, of 0, is of no order that says so$/,
      ),
    ])
  })

  it('finds an order whose purchase or refund is missing or doubled', async () => {
    market.clock.advance(86_400)
    await runJobs(market.deps)
    const order = await market.store.read((tx) => tx.findOrder(100_001))
    await setOrderStatus(market.deps, order?.orderId ?? '', 'Canceled')
    expect(await check()).toEqual([])
    expect(await without('Order #100001')).toContain('Drawdown account 1 has no row Order #100001, of -9067')
    expect(await without('Refund for order #100001')).toContain(
      'Drawdown account 1 has no row Refund for order #100001, of 9067',
    )
    await addRow({ type: 'Refund', amountCents: 9067, description: 'Refund for order #100001' })
    expect(await check()).toContainEqual(expect.stringMatching(/of 9067, is of no order that says so$/))
  })

  it('finds store credit below nothing', async () => {
    const found = await checkCustomersAs((each) => (each.id === 5 ? { ...each, storeCreditCents: -1 } : each))
    expect(found).toEqual([
      'Customer 5 has less than no store credit',
      'Store credit of customer 5: the ledger adds up to 5883, not to -1',
    ])
  })

  it('finds store credit that no ledger row explains', async () => {
    await damage((tx) => tx.updateCustomer(standard.customerId, { storeCreditCents: 1 }))
    expect(await check()).toEqual(['Store credit of customer 5: the ledger adds up to 5883, not to 1'])
  })

  it('finds an order by store credit without its purchase', async () => {
    expect(await without('Order #100002')).toContain(
      'Store credit of customer 5 has no row Order #100002, of -4117',
    )
  })

  it('finds a purchase by store credit of an order that was paid otherwise', async () => {
    await damage((tx) =>
      tx.insertStoreCreditTransaction({
        customerId: standard.customerId,
        position: 3,
        at: 0,
        type: 'Purchase',
        amountCents: 0,
        balanceCents: 5883,
        description: 'Order #100001',
        orderId: 100_001,
      }),
    )
    expect(await check()).toEqual([
      'Store credit of customer 5: row 3, Order #100001, of 0, is of no order that says so',
    ])
  })

  it('finds a ledger row of an order that does not exist', async () => {
    await addRow({ type: 'Refund', description: 'Refund for order #7', orderId: 7 })
    expect(await check()).toEqual([
      'Drawdown account 1: row 9999, Refund for order #7, of 0, is of no order that says so',
    ])
  })
})

describe('checkBooks on cards', () => {
  it('finds one that an order and a payment have', async () => {
    const { reference, order } = await market.store.read(paymentOf)
    const { units } = order
    await damage(async (tx) => {
      const other = await tx.findOrder(100_002)
      if (other !== undefined)
        await tx.insertOrder({ ...other, id: 200_000, orderId: 'other', coupon: null, units })
    })
    expect(await check()).toContain(`Wallet card 500003 is of Order 200000 and of Payment ${reference}`)
  })
})
