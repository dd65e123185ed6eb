import {
  addCustomer,
  type Address,
  changeCustomer,
  type Customer,
  type DrawdownAccount,
  formatDollars,
  openDrawdownAccount,
  type OperatorOutcome,
} from '@giftcards/marketplace'
import { passwordHasher } from '../../auth/passwords.ts'
import { argumentAt, optional, readEmail, readForm, readText } from './values.ts'
import { type Given, listResult, refusal, UsageError, type Verb, type VerbResult } from './verb.ts'

/** What of a customer is shown: nothing of the password. */
function shown({ passwordHash: _hash, ...customer }: Customer, account?: DrawdownAccount) {
  return { ...customer, ...(account === undefined ? {} : { drawdown: account }) }
}

function describe({ id, email, isElite, isDisabled }: Customer): string {
  return `${id}  ${email}${isElite ? '  elite' : ''}${isDisabled ? '  disabled' : ''}`
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

/** Customers and their drawdown accounts. */
export const customerVerbs: readonly Verb[] = [
  {
    name: 'customer add',
    arguments: ['<email>'],
    options: {
      firstname: { value: '<text>', about: 'given name', isRequired: true },
      lastname: { value: '<text>', about: 'family name', isRequired: true },
      elite: { value: null, about: 'the customer may use a drawdown account' },
      phone: { value: '<number>', about: 'needed to pay from a drawdown account, as an address is' },
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
      return async ({ store, readPassword }) => {
        const password = await readPassword()
        if (password.length < 12 || password.length > 200)
          throw new UsageError('The password must be 12 to 200 characters')
        return toResult(await addCustomer({ store, passwords: passwordHasher }, { ...fields, password }))
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
    name: 'customer open-drawdown',
    arguments: ['<email>'],
    options: {},
    about: 'opens an empty drawdown account for an Elite customer',
    example: 'customer open-drawdown ada@example.com',
    prepare(given) {
      const email = readEmail(argumentAt(given, 0))
      return async ({ store }) => {
        const outcome = await openDrawdownAccount(store, email)
        return outcome.kind === 'refused'
          ? refusal(outcome.reason)
          : { isDone: true, text: `${email}  drawdown account 0.00`, data: outcome.value }
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
    about: 'shows a customer with store credit and drawdown account',
    example: 'customer show ada@example.com',
    isRead: true,
    prepare(given) {
      const email = readEmail(argumentAt(given, 0))
      return async ({ store }) => {
        const found = await store.read(async (tx) => {
          const customer = await tx.findCustomerByEmail(email)
          return customer && { customer, account: await tx.findDrawdownAccount(customer.id) }
        })
        if (found === undefined) return refusal(`There is no customer ${email}`)
        const { customer, account } = found
        const lines = [
          describe(customer),
          `${customer.firstname} ${customer.lastname}`,
          `store credit ${formatDollars(customer.storeCreditCents)}`,
          account === undefined
            ? 'no drawdown account'
            : `drawdown account ${formatDollars(account.balanceCents)}, of which ${formatDollars(account.pendingCents)} pending${account.isActive ? '' : ', inactive'}`,
        ]
        return { isDone: true, text: lines.join('\n'), data: shown(customer, account) }
      }
    },
  },
]
