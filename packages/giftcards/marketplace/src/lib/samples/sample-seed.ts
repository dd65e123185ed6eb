import type { Address, Customer, SavedPaymentMethod } from '../model/accounts.ts'
import type { Coupon } from '../model/coupon.ts'
import type { Fulfillment, Merchant, StockKey } from '../model/stock.ts'
import type { SeedData } from '../ports/store.ts'
import { fiveOff, sampleCoupon } from './sample-basket.ts'

/** The address of every sample customer with an address. */
export const sampleAddress: Address = {
  firstname: 'Ada',
  lastname: 'Example',
  street: '1 Sample Street',
  city: 'Springfield',
  state: 'IL',
  postcode: '62701',
}

/** Ids of the sample customers, by their special feature. */
export const customerIds = {
  elite: 1,
  inactive: 2,
  noProfile: 3,
  poor: 4,
  standard: 5,
  empty: 6,
  locked: 7,
  unfunded: 8,
} as const

/** A sample customer. */
export type CustomerName = keyof typeof customerIds

/** The password of every sample customer. */
export const samplePassword = 'correct-horse-battery'

function sampleCustomer(name: CustomerName, change: Partial<Customer> = {}): Customer {
  return {
    id: customerIds[name],
    email: `${name.toLowerCase()}@example.com`,
    firstname: 'Ada',
    lastname: 'Example',
    passwordHash: `hash of ${samplePassword}`,
    tokenGeneration: 0,
    isElite: true,
    isDisabled: false,
    phone: '+1 555 0100',
    address: sampleAddress,
    storeCreditCents: 0,
    ...change,
  }
}

function savedMethods(customerId: number): readonly SavedPaymentMethod[] {
  const banks = [7001, 7002, 7003].map((id) => ({
    customerId,
    id,
    kind: 'bank' as const,
    accountNumber: `****${id}`,
    routingNumber: '****0021',
  }))
  const cards = [8001, 8002].map((id) => ({
    customerId,
    id,
    kind: 'card' as const,
    accountNumber: null,
    routingNumber: null,
  }))
  return [...banks, ...cards]
}

function sampleMerchant(id: number, fulfillment: Fulfillment = 'standard', cardsHavePin = true): Merchant {
  return {
    id,
    name: `Merchant ${id}`,
    image: `https://images.example.com/${id}.png`,
    balanceCheckLink: `https://merchant-${id}.test/balance`,
    color: '#336699',
    description: 'An invented merchant',
    buyMessage: 'Delivered by email',
    barcodeFormat: 'CODE128',
    barcodePrefix: `${id}-`,
    cardsHavePin,
    canBalanceInquiry: true,
    fulfillment,
  }
}

function bucket(
  merchantId: number,
  type: StockKey['type'],
  [face, off]: readonly [number, number],
  onHand: number,
  isLowRisk = false,
): StockKey & { readonly onHand: number } {
  return { merchantId, type, faceValueCents: face, percentOffBps: off, isLowRisk, onHand }
}

const coupons: readonly Coupon[] = [
  sampleCoupon(),
  fiveOff,
  sampleCoupon({ id: 3, code: 'PROMO20', type: 'S', amount: 2000 }),
  sampleCoupon({ id: 4, code: 'NORTHWIND15', amount: 1500, merchantIds: [101] }),
  sampleCoupon({ id: 5, code: 'ELITE5', amount: 500, eliteOnly: true }),
  sampleCoupon({ id: 6, code: 'EXPIRED', expires: '01/01/2020' }),
  sampleCoupon({ id: 7, code: 'USEDUP', usesInTotal: 0 }),
  sampleCoupon({ id: 8, code: 'FUTURE', startsAt: Date.UTC(2099, 0, 1) }),
  sampleCoupon({ id: 9, code: 'ONCE', usesPerAccount: 1 }),
  sampleCoupon({ id: 10, code: 'TWICE', usesInTotal: 2 }),
  sampleCoupon({ id: 11, code: 'LARGE', minimumSubtotalCents: 9300 }),
  sampleCoupon({ id: 12, code: 'LASTDAY', expires: '01/15/2026' }),
]

/** The initial data of a test marketplace: the published data, and further data for the tests. */
export const sampleSeed: SeedData = {
  apps: [{ id: 'demo-app', isEnabled: true }],
  customers: [
    sampleCustomer('elite', { storeCreditCents: 5000 }),
    sampleCustomer('inactive'),
    sampleCustomer('noProfile', { phone: null }),
    sampleCustomer('poor'),
    sampleCustomer('standard', { isElite: false, storeCreditCents: 10_000, address: null, phone: null }),
    sampleCustomer('empty', { isElite: false }),
    sampleCustomer('locked', { isElite: false, isDisabled: true }),
    sampleCustomer('unfunded'),
  ],
  paymentMethods: Object.values(customerIds)
    .filter((id) => id !== customerIds.empty)
    .flatMap(savedMethods)
    .concat({ ...savedMethods(customerIds.elite)[0]!, id: 7009 }),
  merchants: [
    ...[101, 102, 103, 104].map((id) => sampleMerchant(id)),
    sampleMerchant(901, 'delayed'),
    sampleMerchant(902, 'review'),
    sampleMerchant(903, 'hold'),
    sampleMerchant(904, 'cancel'),
    sampleMerchant(905, 'standard', false),
    sampleMerchant(906, 'never-sold'),
  ],
  stock: [
    bucket(101, 'ecode', [5000, 850], 5),
    bucket(101, 'ecode', [5000, 850], 5, true),
    bucket(101, 'physical', [10_000, 700], 5),
    bucket(102, 'newEcodeB2B', [2500, 330], 1000),
    bucket(102, 'ecode', [500, 50], 20),
    bucket(103, 'ecode', [3500, 450], 3),
    bucket(103, 'ecode', [1500, 1250], 0),
    bucket(104, 'newEcodeAsPre', [2000, 200], 50),
    bucket(104, 'ecode', [1000, 500], 1),
    ...[901, 902, 903, 904, 905, 906].map((id) => bucket(id, 'ecode', [1000, 500], 20)),
  ],
  coupons,
  drawdownAccounts: [
    { customerId: customerIds.elite, balanceCents: 150_000, pendingCents: 30_000, isActive: true },
    { customerId: customerIds.inactive, balanceCents: 0, pendingCents: 0, isActive: false },
    { customerId: customerIds.noProfile, balanceCents: 50_000, pendingCents: 0, isActive: true },
    { customerId: customerIds.poor, balanceCents: 1000, pendingCents: 0, isActive: true },
  ],
  drawdownTransactions: [
    [customerIds.elite, 150_000] as const,
    [customerIds.noProfile, 50_000] as const,
    [customerIds.poor, 1000] as const,
  ].map(([customerId, cents]) => ({
    customerId,
    at: Date.UTC(2026, 0, 1),
    type: 'Deposit',
    amountCents: cents,
    balanceCents: cents,
    description: 'Account funded',
  })),
  numbers: { order: 100_000, card: 500_000, internalCard: 900_000 },
}
