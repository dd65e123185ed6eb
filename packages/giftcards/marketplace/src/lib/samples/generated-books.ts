import { type Cart, ownerText } from '../model/cart.ts'
import type { Order, OrderPayment, PaymentMethod } from '../model/order.ts'
import type { StockKey } from '../model/stock.ts'
import { paymentDiscountCents } from '../money.ts'
import type { BooksReader, LedgerKind, LedgerRow } from '../ports/books-reader.ts'
import { sampleCoupon } from './sample-basket.ts'
import { sampleAddress } from './sample-seed.ts'

const bucket: StockKey = {
  merchantId: 101,
  type: 'ecode',
  faceValueCents: 5000,
  percentOffBps: 850,
  isLowRisk: false,
}
const unitCostCents = 4575
const openingCents = 1_000_000_000
const coupon = sampleCoupon({ type: 'F', amount: 500 })

/** How the orders of a customer are paid, by the remainder of the customer's id. */
const kinds = [
  { method: 'ACH', paidBy: 'bank' },
  { method: 'STORE_CREDIT', paidBy: 'store-credit' },
  { method: 'DRAWDOWN_ACCOUNT', paidBy: 'drawdown' },
  { method: 'CREDITCARD', paidBy: 'card' },
] as const satisfies readonly { readonly method: PaymentMethod; readonly paidBy: OrderPayment['paidBy'] }[]

const kindOf = (id: number) => kinds[id % 4] ?? kinds[0]

const cartOf = (id: number): Cart => ({
  id: cartId(id),
  owner: { kind: 'customer', customerId: id },
  couponCode: null,
  lines: [{ ...bucket, id: 'line', quantity: 2 }],
  expiresAt: id,
})

const openingRow = (kind: LedgerKind, customerId: number): LedgerRow => ({
  customerId,
  number: 0,
  at: 0,
  type: kind === 'drawdown' ? 'Deposit' : 'Adjustment',
  amountCents: openingCents,
  balanceCents: openingCents,
  description: 'Opening balance',
  orderId: null,
  isOpening: kind === 'store-credit',
})

const remainderOf = (kind: LedgerKind): number => (kind === 'drawdown' ? 2 : 1)

const dueOf = (id: number): number => {
  const { method } = kindOf(id)
  const total = unitCostCents - (id % 4 === 3 ? coupon.amount : 0)
  return total - paymentDiscountCents(total, method)
}

/**
 * Sound books of any size that are made as they are read, so that an audit of them shows its own memory alone. A customer in ten
 * orders; all orders of one are paid alike, those by card with a coupon. Each customer has a cart.
 */
export function createGeneratedBooks(orders: number): BooksReader {
  // A multiple of four, so that the orders of a customer share a remainder.
  const customers = Math.max(4, Math.floor(orders / 40) * 4)
  const customerOf = (orderId: number): number => ((orderId - 1) % customers) + 1
  /** How many orders a customer has, up to an order. */
  const countOrders = (customerId: number, last = orders): number =>
    last < customerId ? 0 : Math.floor((last - customerId) / customers) + 1

  const orderOf = (id: number): Order => {
    const { method, paidBy } = kindOf(id)
    const couponShareCents = id % 4 === 3 ? coupon.amount : 0
    const orderTotalCents = unitCostCents - couponShareCents
    const dueCents = dueOf(id)
    const line = { lineId: 'line', perCardDiscountCents: couponShareCents, discountCents: couponShareCents }
    return {
      id,
      orderId: `order-${id}`,
      customerId: customerOf(id),
      purchasedAt: id,
      status: 'Digitally Delivered',
      orderTotalCents,
      faceValueCents: bucket.faceValueCents,
      dueCents,
      coupon:
        couponShareCents === 0 ? null : { coupon, discountCents: couponShareCents, usage: 1, lines: [line] },
      payment: { method, paidBy, accountNumber: null, routingNumber: null },
      shipping: sampleAddress,
      units: [
        {
          ...bucket,
          id,
          internalCardId: id,
          unitCostCents,
          couponShareCents,
          paymentShareCents: orderTotalCents - dueCents,
          fulfilledAt: id,
          currentBalanceCents: bucket.faceValueCents,
          sealedSecrets: 'sealed',
        },
      ],
      plan: [],
      hold: paidBy === 'drawdown' ? 'captured' : 'none',
    }
  }
  const purchaseRow = (orderId: number): LedgerRow => {
    const customerId = customerOf(orderId)
    const dueCents = dueOf(orderId)
    return {
      customerId,
      number: orderId,
      at: orderId,
      type: 'Purchase',
      amountCents: 0 - dueCents,
      balanceCents: openingCents - countOrders(customerId, orderId) * dueCents,
      description: `Order #${orderId}`,
      orderId,
      isOpening: false,
    }
  }
  const balanceOf = (id: number): number => openingCents - countOrders(id) * dueOf(id)

  return {
    listStock: async () => [{ ...bucket, onHand: 2 * customers, reserved: 2 * customers }],
    listCustomers: async (after, limit) =>
      idsAfter(after, limit, customers).map((id) => ({
        id,
        storeCreditCents: id % 4 === 1 ? balanceOf(id) : 0,
        drawdown:
          id % 4 === 2
            ? { customerId: id, balanceCents: balanceOf(id), pendingCents: 0, isActive: true }
            : undefined,
        heldCents: 0,
      })),
    listCarts: async (after, limit) =>
      idsAfter(Number(after.slice('cart-'.length)), limit, customers).map(cartOf),
    listOrders: async (after, limit) => idsAfter(after, limit, orders).map(orderOf),
    listPayments: async () => [],
    listCouponUses: async (after, limit) =>
      everyFourth(3, after, limit, orders).map((orderId) => ({
        orderId,
        couponId: coupon.id,
        customerId: customerOf(orderId),
      })),
    countCouponUses: async (after, limit) =>
      everyFourth(3, after?.customerId ?? 0, limit, Math.min(customers, orders)).map((customerId) => ({
        couponId: coupon.id,
        customerId,
        uses: countOrders(customerId),
        usesPerAccount: null,
        usesInTotal: null,
      })),
    async listLedger(kind, after, limit) {
      const rows: LedgerRow[] = []
      let row: LedgerRow | undefined = after
      while (rows.length < limit) {
        row = rowAfter(kind, row)
        if (row === undefined) break
        rows.push(row)
      }
      return rows
    },
    listLedgerByOrder: async (kind, after, limit) =>
      everyFourth(remainderOf(kind), after?.orderId ?? 0, limit, orders).map(purchaseRow),
    listSharedCards: async () => [],

    findCustomers: async (ids) => new Set(ids.filter((id) => id >= 1 && id <= customers)),
    findCoupons: async (codes) => new Set(codes),
    findCartsOf: async (owners) =>
      new Map(
        owners.map((owner) => [ownerText(owner), cartId(owner.kind === 'customer' ? owner.customerId : 0)]),
      ),
    findOrdersOfCards: async () => new Map(),
    findOrderNames: async () => new Set(),
    findOpenings: async (ids) => new Map(ids.map((id) => [id, 0])),
  }

  function rowAfter(kind: LedgerKind, row: LedgerRow | undefined): LedgerRow | undefined {
    if (row === undefined) return openingRow(kind, remainderOf(kind))
    const next = row.number === 0 ? row.customerId : row.number + customers
    if (next <= orders) return purchaseRow(next)
    const customerId = row.customerId + 4
    return customerId <= customers ? openingRow(kind, customerId) : undefined
  }
}

/** The ids from 1 to the last one that come after another. */
function idsAfter(after: number, limit: number, last: number): readonly number[] {
  const first = Math.max(after, 0) + 1
  return Array.from({ length: Math.max(0, Math.min(limit, last - first + 1)) }, (_, index) => first + index)
}

/** The numbers among them with a given remainder by four. */
function everyFourth(remainder: number, after: number, limit: number, last: number): readonly number[] {
  const start = Math.max(after, 0) + 1
  const first = start + ((remainder - (start % 4) + 4) % 4)
  const count = first > last ? 0 : Math.floor((last - first) / 4) + 1
  return Array.from({ length: Math.min(limit, count) }, (_, index) => first + index * 4)
}

/** Of a length that is the same for all, so that texts are in the order of their numbers. */
const cartId = (id: number): string => `cart-${String(id).padStart(12, '0')}`
