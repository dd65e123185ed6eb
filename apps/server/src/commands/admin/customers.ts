import {
  addCustomer,
  type Address,
  changeCustomer,
  type Customer,
  endSessions,
  formatDollars,
  type OperatorOutcome,
  type SavedPaymentMethod,
  setPassword,
} from '@giftcards/marketplace'
import { passwordHasher } from '../../auth/passwords.ts'
import { UsageError } from '../read-arguments.ts'
import { argumentAt, optional, readEmail, readForm, readText } from './values.ts'
import { type Given, listResult, refusal, type Verb, type VerbContext, type VerbResult } from './verb.ts'

/** The fields of a customer to print, without the password. */
function shown({ passwordHash: _hash, ...customer }: Customer) {
  return customer
}

function describe({ id, email, isElite, isDisabled }: Customer): string {
  return `${id}  ${email}${isElite ? '  elite' : ''}${isDisabled ? '  disabled' : ''}`
}

/** A saved payment method; its numbers are masked as they are stored. */
export function describeMethod({ id, kind, accountNumber, routingNumber }: SavedPaymentMethod): string {
  return `payment method ${id}  ${kind}${accountNumber === null ? '' : `  account ${accountNumber}, routing ${routingNumber}`}`
}

const toResult = (outcome: OperatorOutcome<Customer>): VerbResult =>
  outcome.kind === 'refused'
    ? refusal(outcome.reason)
    : { isDone: true, text: describe(outcome.value), data: shown(outcome.value) }

const addressOptions = {
  street: { value: '<text>', about: 'with street, city, state and postcode the customer has an address' },
  street2: { value: '<text>', about: 'apartment, suite and similar' },
  city: { value: '<text>', about: 'city or town' },
  state: { value: '<XX>', about: 'two letters' },
  postcode: { value: '<zip>', about: 'five digits, or ZIP+4' },
  company: { value: '<text>', about: 'company, where the address is one' },
} as const

function readAddress({ options }: Given, firstname: string, lastname: string): Address | null {
  const { street, street2, city, state, postcode, company } = options
  if (Object.keys(addressOptions).every((name) => options[name] === undefined)) return null
  return {
    firstname,
    lastname,
    street: readText('--street', street, 200),
    ...(street2 === undefined ? {} : { street2: readText('--street2', street2, 200) }),
    city: readText('--city', city, 100),
    state: readForm('--state', state, /^[A-Za-z]{2}$/, 'two letters'),
    postcode: readForm('--postcode', postcode, /^\d{5}(?:-\d{4})?$/, 'five digits, or ZIP+4'),
    ...(company === undefined ? {} : { company: readText('--company', company, 200) }),
  }
}

async function readNewPassword({ readPassword }: VerbContext, email: string): Promise<string> {
  const password = await readPassword(email)
  if (password.length < 12 || password.length > 200)
    throw new UsageError('The password must be 12 to 200 characters')
  return password
}

const change = (
  name: string,
  about: string,
  to: Partial<Pick<Customer, 'isElite' | 'isDisabled'>>,
): Verb => ({
  name: `customer ${name}`,
  arguments: ['<email>'],
  options: {},
  about,
  example: `customer ${name} ada@example.com`,
  prepare(given) {
    const email = readEmail(argumentAt(given, 0))
    return async ({ store }) => toResult(await changeCustomer(store, email, to))
  },
})

/** Customers, and what is known of them. */
export const customerVerbs: readonly Verb[] = [
  {
    name: 'customer add',
    arguments: ['<email>'],
    options: {
      firstname: { value: '<text>', about: 'given name', isRequired: true },
      lastname: { value: '<text>', about: 'family name', isRequired: true },
      elite: { value: null, about: 'the customer may use a drawdown account' },
      phone: { value: '<number>', about: 'required to pay from a drawdown account, like an address' },
      ...addressOptions,
    },
    about: 'adds a customer, whose password is asked for or read from standard input',
    example: 'customer add ada@example.com --firstname Ada --lastname Elm --elite < password.txt',
    prepare(given) {
      const email = readEmail(argumentAt(given, 0))
      const firstname = readText('--firstname', given.options['firstname'], 100)
      const lastname = readText('--lastname', given.options['lastname'], 100)
      const phone = optional(given.options['phone'], (text) => readText('--phone', text, 40)) ?? null
      const address = readAddress(given, firstname, lastname)
      const fields = { email, firstname, lastname, isElite: given.flags.has('elite'), phone, address }
      return async (context) => {
        const password = await readNewPassword(context, email)
        const deps = { store: context.store, passwords: passwordHasher }
        return toResult(await addCustomer(deps, { ...fields, password }))
      }
    },
  },
  change('enable', 'lets a disabled customer log in again', { isDisabled: false }),
  change('disable', 'rejects the logins and tokens of a customer from now on', { isDisabled: true }),
  {
    name: 'customer set-elite',
    arguments: ['<email>'],
    options: { off: { value: null, about: 'takes it away again' } },
    about: 'makes a customer Elite, who may use a drawdown account',
    example: 'customer set-elite ada@example.com',
    prepare(given) {
      const email = readEmail(argumentAt(given, 0))
      const isElite = !given.flags.has('off')
      return async ({ store }) => toResult(await changeCustomer(store, email, { isElite }))
    },
  },
  {
    name: 'customer end-sessions',
    arguments: ['<email>'],
    options: {},
    about: 'expires every token of a customer, who has to log in again',
    example: 'customer end-sessions ada@example.com',
    prepare(given) {
      const email = readEmail(argumentAt(given, 0))
      return async ({ store }) => toResult(await endSessions(store, email))
    },
  },
  {
    name: 'customer set-password',
    arguments: ['<email>'],
    options: {},
    about:
      'replaces the password of a customer, which is asked for or read from standard input, and expires every token',
    example: 'customer set-password ada@example.com < password.txt',
    prepare(given) {
      const email = readEmail(argumentAt(given, 0))
      return async (context) => {
        const password = await readNewPassword(context, email)
        const deps = { store: context.store, passwords: passwordHasher }
        return toResult(await setPassword(deps, email, password))
      }
    },
  },
  {
    name: 'customer list',
    arguments: [],
    options: {},
    about: 'lists the customers',
    example: 'customer list --json',
    isRead: true,
    prepare:
      () =>
      async ({ store }) => {
        const customers = await store.read((tx) => tx.listCustomers())
        const { isDone, text } = listResult(customers, describe, 'There is no customer')
        return { isDone, text, data: customers.map((customer) => shown(customer)) }
      },
  },
  {
    name: 'customer show',
    arguments: ['<email>'],
    options: {},
    about: 'shows a customer with store credit, drawdown account and saved payment methods',
    example: 'customer show ada@example.com',
    isRead: true,
    prepare(given) {
      const email = readEmail(argumentAt(given, 0))
      return async ({ store }) => {
        const found = await store.read(async (tx) => {
          const customer = await tx.findCustomerByEmail(email)
          if (customer === undefined) return undefined
          const account = await tx.findDrawdownAccount(customer.id)
          return { customer, account, methods: await tx.listPaymentMethods(customer.id) }
        })
        if (found === undefined) return refusal(`There is no customer ${email}`)
        const { customer, account, methods } = found
        const lines = [
          describe(customer),
          `${customer.firstname} ${customer.lastname}`,
          `store credit ${formatDollars(customer.storeCreditCents)}`,
          account === undefined
            ? 'no drawdown account'
            : `drawdown account ${formatDollars(account.balanceCents)}, of which ${formatDollars(account.pendingCents)} pending${account.isActive ? '' : ', inactive'}`,
          ...methods.map(describeMethod),
        ]
        const data = { ...shown(customer), ...(account && { drawdown: account }), methods }
        return { isDone: true, text: lines.join('\n'), data }
      }
    },
  },
]
