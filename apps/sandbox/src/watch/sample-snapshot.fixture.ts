import type {
  Customer,
  InventoryRow,
  LiveCart,
  LoggedRequest,
  Order,
  Snapshot,
  Transaction,
} from './sandbox-data.ts'

/** A moment of the service clock. */
export const noon = Date.parse('2026-01-15T12:00:00.000Z')

/** An empty snapshot, with the given changes. */
export function sampleSnapshot(more: Partial<Snapshot> = {}): Snapshot {
  const { carts = [], orders = [] } = more
  return {
    inventory: [],
    customers: [],
    carts,
    cartCount: carts.length,
    orders,
    orderCount: orders.length,
    requests: [],
    ...more,
  }
}

/** Five ecodes in stock. */
export function sampleRow(more: Partial<InventoryRow> = {}): InventoryRow {
  return {
    merchantId: 101,
    merchantName: 'Northwind Outfitters',
    faceValue: 50,
    percentOff: 8.5,
    type: 'ecode',
    isLowRisk: false,
    onHand: 5,
    reserved: 0,
    available: 5,
    ...more,
  }
}

/** An Elite customer with 1,500.00, of which 300.00 is held. */
export function sampleCustomer(more: Partial<Customer> = {}): Customer {
  return {
    email: 'elite@example.com',
    isElite: true,
    storeCredit: 50,
    drawdown: { balance: 1500, availableBalance: 1200, pendingBalance: 300, isActive: true },
    paymentMethods: [],
    ...more,
  }
}

/** A cart with cards of the quantities given. */
export function sampleCart(
  cartId: string,
  quantities: readonly number[],
  more: Partial<LiveCart> = {},
): LiveCart {
  return {
    customer: 'elite@example.com',
    sessionId: null,
    expiresAt: '2026-01-15T12:30:00.000Z',
    cart: {
      cartId,
      cards: quantities.map((quantity, index) => ({
        id: `${cartId}-${index}`,
        merchant: 101,
        merchantName: 'Northwind Outfitters',
        merchantImage: 'https://images.example.com/merchants/101.png',
        balance: 50,
        cost: 45.75,
        quantity,
        percentOff: 8.5,
        type: 'ecode',
        isLowRisk: false,
      })),
      couponData: null,
    },
    ...more,
  }
}

/** A cart with a coupon applied. */
export function withCoupon(live: LiveCart, coupon: string, discount: number): LiveCart {
  const data = { id: 1, coupon, discount, totalAmount: 10, description: '', expires: '', usage: 1, cards: [] }
  return { ...live, cart: { ...live.cart, couponData: { ...data, type: 'P' } } }
}

/** An order of one physical card and two ecodes that have been delivered; it is shipped in the end. */
export function sampleOrder(id: number, more: Partial<Order> = {}): Order {
  const cards = {
    merchantId: 101,
    merchantName: 'Northwind Outfitters',
    percentOff: 7,
    isLowRisk: false,
  }
  return {
    id,
    orderId: `order-${id}`,
    customer: 'elite@example.com',
    datePurchased: '2026-01-15T11:00:00.000Z',
    status: 'Processing',
    fulfilled: false,
    paymentMethod: 'ACH',
    total: { order: '184.50', faceValue: '200.00', due: '1180.81' },
    cards: [
      { ...cards, faceValue: 50, type: 'ecode', quantity: 2, fulfilled: 2 },
      { ...cards, faceValue: 100, type: 'physical', quantity: 1, fulfilled: 0 },
    ],
    nextStep: { at: '2026-01-15T12:00:00.000Z', status: 'Fulfillment' },
    ...more,
  }
}

/** A successful request. */
export function sampleRequest(requestId: string, more: Partial<LoggedRequest> = {}): LoggedRequest {
  return {
    number: 1,
    at: '2026-01-15T12:00:00.000Z',
    requestId,
    method: 'POST',
    path: '/v3/carts',
    operationId: 'createCart',
    status: 201,
    errorCode: null,
    durationMs: 2.4,
    app: 'demo-app',
    replayOf: null,
    ...more,
  }
}

/** A purchase. */
export function sampleTransaction(id: number, more: Partial<Transaction> = {}): Transaction {
  return {
    id,
    date: '2026-01-15T12:00:00.000Z',
    type: 'Purchase',
    amount: -100,
    balance: 1400,
    description: `Order #${100_000 + id}`,
    ...more,
  }
}
