import {
  type BooksReader,
  type Cart,
  type LedgerRow,
  type Order,
  ownerText,
  paymentDiscountCents,
  type StockKey,
} from '@giftcards/marketplace'
import { sampleAddress, sampleCoupon } from '@giftcards/marketplace/testing'

const bucket: StockKey = {
  merchantId: 101,
  type: 'ecode',
  faceValueCents: 5000,
  percentOffBps: 850,
  isLowRisk: false,
}
const coupon = sampleCoupon({ type: 'F', amount: 500 })
const unitCostCents = 4575
const orderTotalCents = unitCostCents - coupon.amount
const paymentShareCents = paymentDiscountCents(orderTotalCents, 'DRAWDOWN_ACCOUNT')
const dueCents = orderTotalCents - paymentShareCents
const openingCents = 1_000_000_000

const cartOf = (id: number): Cart => ({
  id: cartId(id),
  owner: { kind: 'customer', customerId: id },
  couponCode: null,
  lines: [{ ...bucket, id: 'line', quantity: 2 }],
  expiresAt: id,
})

const openingRow = (customerId: number): LedgerRow => ({
  customerId,
  number: 0,
  at: 0,
  type: 'Deposit',
  amountCents: openingCents,
  balanceCents: openingCents,
  description: 'Opening balance',
  orderId: null,
})

const orderOf = (id: number, customerId: number): Order => ({
  id,
  orderId: `order-${id}`,
  customerId,
  purchasedAt: id,
  status: 'Digitally Delivered',
  orderTotalCents,
  faceValueCents: bucket.faceValueCents,
  dueCents,
  coupon: {
    coupon,
    discountCents: coupon.amount,
    usage: 1,
    lines: [{ lineId: 'line', perCardDiscountCents: coupon.amount, discountCents: coupon.amount }],
  },
  payment: { method: 'DRAWDOWN_ACCOUNT', paidBy: 'drawdown', accountNumber: null, routingNumber: null },
  shipping: sampleAddress,
  units: [
    {
      ...bucket,
      id,
      internalCardId: id,
      unitCostCents,
      couponShareCents: coupon.amount,
      paymentShareCents,
      fulfilledAt: id,
      currentBalanceCents: bucket.faceValueCents,
      sealedSecrets: 'sealed',
    },
  ],
  plan: [],
  hold: 'captured',
})

/**
 * Sound books of any size that are made as they are read, so that an audit of them shows its own memory alone. Each customer has a
 * cart, and ten orders with a coupon, which were paid from the drawdown account.
 */
export function createGeneratedBooks(orders: number): BooksReader {
  const customers = Math.max(1, Math.floor(orders / 10))
  const customerOf = (orderId: number): number => ((orderId - 1) % customers) + 1
  /** How many orders a customer has, up to an order. */
  const countOrders = (customerId: number, last = orders): number =>
    last < customerId ? 0 : Math.floor((last - customerId) / customers) + 1
  const balanceOf = (customerId: number, last = orders): number =>
    openingCents - countOrders(customerId, last) * dueCents

  const purchaseRow = (orderId: number): LedgerRow => ({
    customerId: customerOf(orderId),
    number: orderId,
    at: orderId,
    type: 'Purchase',
    amountCents: 0 - dueCents,
    balanceCents: balanceOf(customerOf(orderId), orderId),
    description: `Order #${orderId}`,
    orderId,
  })
  const rowAfter = (row: LedgerRow | undefined): LedgerRow | undefined => {
    if (row === undefined) return openingRow(1)
    const next = row.number === 0 ? row.customerId : row.number + customers
    if (next <= orders) return purchaseRow(next)
    return row.customerId < customers ? openingRow(row.customerId + 1) : undefined
  }

  return {
    listStock: async () => [{ ...bucket, onHand: 2 * customers, reserved: 2 * customers }],
    listCustomers: async (after, limit) =>
      idsAfter(after, limit, customers).map((id) => ({
        id,
        storeCreditCents: 0,
        drawdown: { customerId: id, balanceCents: balanceOf(id), pendingCents: 0, isActive: true },
        heldCents: 0,
      })),
    listCarts: async (after, limit) =>
      idsAfter(Number(after.slice('cart-'.length)), limit, customers).map(cartOf),
    listOrders: async (after, limit) =>
      idsAfter(after, limit, orders).map((id) => orderOf(id, customerOf(id))),
    listPayments: async () => [],
    listCouponUses: async (after, limit) =>
      idsAfter(after, limit, orders).map((orderId) => ({
        orderId,
        couponId: coupon.id,
        customerId: customerOf(orderId),
      })),
    countCouponUses: async (after, limit) =>
      idsAfter(after?.customerId ?? 0, limit, customers).map((customerId) => ({
        couponId: coupon.id,
        customerId,
        uses: countOrders(customerId),
        usesPerAccount: null,
        usesInTotal: null,
      })),
    async listLedger(kind, after, limit) {
      const rows: LedgerRow[] = []
      let row = kind === 'drawdown' ? rowAfter(after) : undefined
      for (; row !== undefined && rows.length < limit; row = rowAfter(row)) rows.push(row)
      return rows
    },
    listLedgerByOrder: async (kind, after, limit) =>
      kind === 'drawdown' ? idsAfter(after?.orderId ?? 0, limit, orders).map(purchaseRow) : [],
    listSharedCards: async () => [],

    findCustomers: async (ids) => new Set(ids.filter((id) => id >= 1 && id <= customers)),
    findCoupons: async (codes) => new Set(codes),
    findCartsOf: async (owners) =>
      new Map(
        owners.map((owner) => [ownerText(owner), cartId(owner.kind === 'customer' ? owner.customerId : 0)]),
      ),
    findOrdersOfCards: async () => new Map(),
    findOrderNames: async () => new Set(),
  }
}

/** The ids from 1 to the last one that come after another. */
function idsAfter(after: number, limit: number, last: number): readonly number[] {
  const first = Math.max(after, 0) + 1
  return Array.from({ length: Math.max(0, Math.min(limit, last - first + 1)) }, (_, index) => first + index)
}

/** Of a length that is the same for all, so that texts are in the order of their numbers. */
const cartId = (id: number): string => `cart-${String(id).padStart(12, '0')}`
