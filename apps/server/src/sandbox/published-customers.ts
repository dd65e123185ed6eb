import type { Customer, DrawdownAccount, SavedPaymentMethod } from '@giftcards/marketplace'

/** The password of every published customer. */
export const demoPassword = 'correct-horse-battery'

/** `demoPassword` under scrypt, made once: a reset must not pay for seven hashes. */
const demoPasswordHash = 'scrypt$SndTgNtxh75ghw6JHYRhmg$-kn75KsVaJ8FkceDSW3_xQH_qbwdT2SgiRmWh6E9fs8'

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

/** Their saved payment methods: everybody's but one. */
export const publishedMethods: readonly SavedPaymentMethod[] = publishedCustomers.flatMap(({ id, email }) =>
  email === withoutMethods ? [] : methods.map((method) => ({ ...method, customerId: id })),
)
