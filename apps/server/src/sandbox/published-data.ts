import type {
  CardType,
  Coupon,
  Customer,
  DrawdownAccount,
  Merchant,
  SavedPaymentMethod,
  SeedData,
  StockKey,
} from '@giftcards/marketplace'

/** The password of every published customer. */
export const demoPassword = 'correct-horse-battery'

/** The argon2id hash of `demoPassword`, precomputed: seven hashes would dominate the time of a reset. */
const demoPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$TpB4ZCn8xzUynFlRKKaU0g$D5yYzGbU6bL/Y8ZU/WxBiF9dq4nZJ1h/QuSMOira224'

interface Person {
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  readonly isElite?: boolean
  readonly isDisabled?: boolean
  readonly phone?: null
  readonly storeCreditCents?: number
  /** Balance, pending, active; absent: no account. */
  readonly drawdown?: readonly [balanceCents: number, pendingCents: number, isActive: boolean]
}

const people: readonly Person[] = [
  {
    email: 'elite@example.com',
    firstname: 'Erin',
    lastname: 'Elm',
    isElite: true,
    storeCreditCents: 5000,
    drawdown: [150_000, 30_000, true],
  },
  {
    email: 'elite-inactive@example.com',
    firstname: 'Ivan',
    lastname: 'Iris',
    isElite: true,
    drawdown: [50_000, 0, false],
  },
  {
    email: 'elite-noprofile@example.com',
    firstname: 'Nora',
    lastname: 'North',
    isElite: true,
    phone: null,
    drawdown: [100_000, 0, true],
  },
  {
    email: 'elite-poor@example.com',
    firstname: 'Pia',
    lastname: 'Pine',
    isElite: true,
    drawdown: [1000, 0, true],
  },
  { email: 'standard@example.com', firstname: 'Sam', lastname: 'Stone', storeCreditCents: 10_000 },
  { email: 'empty@example.com', firstname: 'Emil', lastname: 'Esker' },
  { email: 'locked@example.com', firstname: 'Lena', lastname: 'Lock', isDisabled: true },
]

const withoutMethods = 'empty@example.com'

const methods: readonly Omit<SavedPaymentMethod, 'customerId'>[] = [
  { id: 7001, kind: 'bank', accountNumber: '****7001', routingNumber: '****0021' },
  { id: 7002, kind: 'bank', accountNumber: '****7002', routingNumber: '****0021' },
  { id: 7003, kind: 'bank', accountNumber: '****7003', routingNumber: '****0021' },
  { id: 8001, kind: 'card', accountNumber: null, routingNumber: null },
  { id: 8002, kind: 'card', accountNumber: null, routingNumber: null },
]

/** The customers of the sandbox (decision: sandbox). */
export const publishedCustomers: readonly Customer[] = people.map((person, index) => ({
  id: index + 1,
  email: person.email,
  firstname: person.firstname,
  lastname: person.lastname,
  passwordHash: demoPasswordHash,
  tokenGeneration: 0,
  isElite: person.isElite ?? false,
  isDisabled: person.isDisabled ?? false,
  phone: person.phone === null ? null : '+1-555-0100',
  address: {
    firstname: person.firstname,
    lastname: person.lastname,
    street: '12 Harbor Street',
    city: 'Portland',
    state: 'OR',
    postcode: '97201',
  },
  storeCreditCents: person.storeCreditCents ?? 0,
}))

/** Their drawdown accounts; the pending 300.00 is a hold that no order captures. */
export const publishedDrawdownAccounts: readonly DrawdownAccount[] = people.flatMap(({ drawdown }, index) =>
  drawdown === undefined
    ? []
    : [
        {
          customerId: index + 1,
          balanceCents: drawdown[0],
          pendingCents: drawdown[1],
          isActive: drawdown[2],
        },
      ],
)

/** The saved payment methods of all customers but one. */
export const publishedMethods: readonly SavedPaymentMethod[] = publishedCustomers.flatMap(({ id, email }) =>
  email === withoutMethods ? [] : methods.map((method) => ({ ...method, customerId: id })),
)

const merchant = (
  id: number,
  name: string,
  host: string,
  color: string,
  description: string,
  more: Partial<Merchant> = {},
): Merchant => ({
  id,
  name,
  image: `https://images.example.com/merchants/${id}.png`,
  balanceCheckLink: `https://${host}.example.com/balance`,
  color,
  description,
  buyMessage: 'Show the barcode at the till or enter the number online.',
  barcodeFormat: 'CODE128',
  barcodePrefix: `99${String(id).slice(-2)}`,
  cardsHavePin: true,
  canBalanceInquiry: true,
  fulfillment: 'standard',
  ...more,
})

/** The merchants of the sandbox; those from 901 on are magic (decision: sandbox). */
export const publishedMerchants: readonly Merchant[] = [
  merchant(101, 'Northwind Outfitters', 'northwind', '#1F6F5C', 'Clothing and gear for the outdoors'),
  merchant(102, 'Harbor Coffee', 'harbor', '#6B4226', 'Coffee and pastries by the water'),
  merchant(103, 'Pixel Arcade', 'pixel', '#4B2E83', 'Games and consoles'),
  merchant(104, 'Trailhead Fuel', 'trailhead', '#B3541E', 'Fuel and snacks on the way', {
    canBalanceInquiry: false,
  }),
  merchant(901, 'Slow Lane', 'slow-lane', '#5A5A5A', 'Orders stay Processing for ten minutes', {
    fulfillment: 'delayed',
  }),
  merchant(902, 'Second Look', 'second-look', '#5A5A5A', 'Orders go to Review', { fulfillment: 'review' }),
  merchant(903, 'Full Stop', 'full-stop', '#5A5A5A', 'Orders go to Hold', { fulfillment: 'hold' }),
  merchant(904, 'Change of Heart', 'change', '#5A5A5A', 'Orders are canceled after a minute', {
    fulfillment: 'cancel',
  }),
  merchant(905, 'No PIN Needed', 'no-pin', '#5A5A5A', 'Cards without a PIN', { cardsHavePin: false }),
  merchant(906, 'Window Display', 'window', '#5A5A5A', 'Cards that can be carted, never bought', {
    fulfillment: 'never-sold',
  }),
]

const stock = (
  merchantId: number,
  type: CardType,
  dollars: number,
  percentOff: number,
  onHand: number,
  isLowRisk = false,
): StockKey & { readonly onHand: number } => ({
  merchantId,
  type,
  faceValueCents: dollars * 100,
  percentOffBps: Math.round(percentOff * 100),
  isLowRisk,
  onHand,
})

/** The stock of the sandbox after a reset (decision: sandbox). */
export const publishedStock: readonly (StockKey & { readonly onHand: number })[] = [
  stock(101, 'ecode', 50, 8.5, 5),
  stock(101, 'ecode', 50, 8.5, 5, true),
  stock(101, 'physical', 100, 7, 5),
  stock(102, 'newEcodeB2B', 25, 3.3, 100),
  stock(102, 'ecode', 5, 0.5, 20),
  stock(103, 'ecode', 35, 4.5, 3),
  stock(103, 'ecode', 15, 12.5, 0),
  stock(104, 'newEcodeAsPre', 20, 2, 50),
  stock(104, 'ecode', 10, 5, 1),
  ...[901, 902, 903, 904, 905, 906].map((merchantId) => stock(merchantId, 'ecode', 10, 5, 20)),
]

const coupon = (
  id: number,
  code: string,
  more: Partial<Coupon> & Pick<Coupon, 'type' | 'amount' | 'description'>,
): Coupon => ({
  id,
  code,
  startsAt: null,
  expires: '12/31/2099',
  merchantIds: null,
  cardTypes: null,
  eliteOnly: false,
  minimumSubtotalCents: 0,
  usesPerAccount: null,
  usesInTotal: null,
  ...more,
})

/** The coupons of the sandbox, without limits beyond those in their names (decision: sandbox). */
export const publishedCoupons: readonly Coupon[] = [
  coupon(1, 'SAVE10', { type: 'P', amount: 1000, description: '10% off every card' }),
  coupon(2, 'FIVEOFF', { type: 'F', amount: 500, description: '$5 off the cart' }),
  coupon(3, 'PROMO20', { type: 'S', amount: 2000, description: '$20 promo credit' }),
  coupon(4, 'NORTHWIND15', {
    type: 'P',
    amount: 1500,
    description: '15% off Northwind Outfitters',
    merchantIds: [101],
  }),
  coupon(5, 'ELITE5', { type: 'P', amount: 500, description: '5% off for Elite partners', eliteOnly: true }),
  coupon(6, 'EXPIRED', { type: 'P', amount: 1000, description: '10% off, long ago', expires: '01/01/2020' }),
  coupon(7, 'USEDUP', { type: 'P', amount: 1000, description: '10% off, all used', usesInTotal: 0 }),
  coupon(8, 'FUTURE', {
    type: 'P',
    amount: 1000,
    description: '10% off, one day',
    startsAt: Date.UTC(2098, 0, 1),
  }),
]

const fundedAt = Date.UTC(2026, 0, 1)

/** The data of the sandbox after every reset (decision: sandbox, published data). */
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
  openedAt: fundedAt,
  numbers: { order: 100_000, card: 200_000, internalCard: 300_000 },
}
