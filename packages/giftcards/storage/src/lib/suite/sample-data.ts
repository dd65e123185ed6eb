import type {
  Address,
  Cart,
  CartLine,
  Coupon,
  Customer,
  Merchant,
  Order,
  OrderUnit,
  SeedData,
  StockKey,
} from '@giftcards/marketplace'

/** A moment of the service clock. */
export const noon = Date.UTC(2026, 0, 15, 12)

/** Ten of these cards are in stock. */
export const plentiful: StockKey = {
  merchantId: 101,
  faceValueCents: 5000,
  percentOffBps: 850,
  type: 'ecode',
  isLowRisk: false,
}

/** Three of these cards are in stock. */
export const scarce: StockKey = { ...plentiful, isLowRisk: true }

/** There is no bucket of these cards. */
export const unknownStock: StockKey = { ...plentiful, merchantId: 102, type: 'physical' }

/** An address with every optional field. */
export const address: Address = {
  firstname: 'Ada',
  lastname: 'Example',
  street: '1 Main Street',
  street2: 'Apt 2',
  city: 'Springfield',
  state: 'IL',
  postcode: '62701',
  company: 'Example "Quoted" & Söhne',
}

const customer: Customer = {
  id: 1,
  email: 'ada@example.com',
  firstname: 'Ada',
  lastname: 'Example',
  passwordHash: 'hash-1',
  tokenGeneration: 0,
  isElite: true,
  isDisabled: false,
  phone: '+1 555 0100',
  address,
  storeCreditCents: 5000,
}

const merchant: Merchant = {
  id: 101,
  name: 'Northwind Outfitters',
  image: 'https://img.example.com/101.png',
  balanceCheckLink: 'https://northwind.example.com/balance',
  color: '#123456',
  description: 'Boots and tents',
  buyMessage: 'Delivered by e-mail',
  barcodeFormat: 'CODE128',
  barcodePrefix: 'NW',
  cardsHavePin: true,
  canBalanceInquiry: false,
  fulfillment: 'standard',
}

/** A coupon with every restriction. */
export const restrictedCoupon: Coupon = {
  id: 1,
  code: 'NORTHWIND15',
  type: 'P',
  amount: 1500,
  description: '15 % off Northwind',
  startsAt: noon,
  expires: '12/31/2030',
  merchantIds: [101],
  cardTypes: ['ecode', 'physical'],
  eliteOnly: true,
  minimumSubtotalCents: 1000,
  usesPerAccount: 1,
  usesInTotal: 100,
}

/** A coupon without any. */
export const openCoupon: Coupon = {
  id: 2,
  code: 'FIVEOFF',
  type: 'F',
  amount: 500,
  description: '$5 off',
  startsAt: null,
  expires: '12/31/2030',
  merchantIds: null,
  cardTypes: null,
  eliteOnly: false,
  minimumSubtotalCents: 0,
  usesPerAccount: null,
  usesInTotal: null,
}

/** The initial data of each store of the suite. */
export const sampleData: SeedData = {
  apps: [
    { id: 'demo-app', isEnabled: true },
    { id: 'old-app', isEnabled: false },
  ],
  customers: [
    { ...customer, id: 2, email: 'bob@example.com', isElite: false, phone: null, address: null },
    customer,
    { ...customer, id: 3, email: 'eve@example.com', isDisabled: true, storeCreditCents: 0 },
  ],
  paymentMethods: [
    { customerId: 1, id: 8001, kind: 'card', accountNumber: null, routingNumber: null },
    { customerId: 1, id: 7001, kind: 'bank', accountNumber: '****6789', routingNumber: '****4321' },
    { customerId: 2, id: 7001, kind: 'bank', accountNumber: '****1111', routingNumber: '****2222' },
  ],
  merchants: [
    merchant,
    {
      ...merchant,
      id: 102,
      name: 'Harbor Coffee',
      cardsHavePin: false,
      canBalanceInquiry: true,
      fulfillment: 'review',
    },
  ],
  stock: [
    { ...scarce, onHand: 3 },
    { ...plentiful, onHand: 10 },
  ],
  coupons: [restrictedCoupon, openCoupon],
  drawdownAccounts: [{ customerId: 1, balanceCents: 150_000, pendingCents: 30_000, isActive: true }],
  drawdownTransactions: [
    {
      customerId: 1,
      at: noon,
      type: 'Deposit',
      amountCents: 200_000,
      balanceCents: 200_000,
      description: 'Account funded',
    },
    {
      customerId: 1,
      at: noon,
      type: 'Adjustment',
      amountCents: -50_000,
      balanceCents: 150_000,
      description: 'Correction',
    },
  ],
  numbers: { order: 100_000, card: 500 },
}

/** A cart without lines. */
export function sampleCart(change: Partial<Cart> = {}): Cart {
  return {
    id: 'cart-1',
    owner: { kind: 'customer', customerId: 1 },
    couponCode: null,
    lines: [],
    expiresAt: noon,
    ...change,
  }
}

/** A line of two cards. */
export function sampleLine(change: Partial<CartLine> = {}): CartLine {
  return { ...plentiful, id: 'line-1', quantity: 2, ...change }
}

/** An order of two cards, its plan of two steps still to come. */
export function sampleOrder(change: Partial<Order> = {}): Order {
  const id = change.id ?? 100_001
  return {
    id,
    orderId: `order-${id}`,
    customerId: 1,
    purchasedAt: noon,
    status: 'Processing',
    orderTotalCents: 9150,
    faceValueCents: 10_000,
    dueCents: 8967,
    coupon: {
      coupon: restrictedCoupon,
      discountCents: 100,
      usage: 1,
      lines: [{ lineId: 'line-1', perCardDiscountCents: 50, discountCents: 100 }],
    },
    payment: {
      method: 'ACH',
      paidBy: 'bank',
      accountNumber: '****6789',
      routingNumber: '****4321',
    },
    shipping: address,
    units: [sampleUnit(id * 10 + 2), sampleUnit(id * 10 + 1)],
    plan: [
      { at: noon + 1000, do: 'deliver-digital' },
      { at: noon + 9000, do: 'cancel' },
    ],
    hold: 'none',
    ...change,
  }
}

/** A card that is not fulfilled yet. */
export function sampleUnit(id: number, change: Partial<OrderUnit> = {}): OrderUnit {
  return {
    ...plentiful,
    id,
    internalCardId: id + 7,
    unitCostCents: 4575,
    couponShareCents: 50,
    paymentShareCents: 91,
    fulfilledAt: null,
    currentBalanceCents: 5000,
    sealedSecrets: null,
    ...change,
  }
}

/** Empty data. */
export const emptyData: SeedData = {
  apps: [],
  customers: [],
  paymentMethods: [],
  merchants: [],
  stock: [],
  coupons: [],
  drawdownAccounts: [],
  drawdownTransactions: [],
  numbers: {},
}
