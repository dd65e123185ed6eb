import { randomInt } from 'node:crypto'
import {
  addPaymentMethod,
  adjustStoreCredit,
  depositToDrawdown,
  formatDollars,
  openDrawdownAccount,
  type OperatorOutcome,
  removePaymentMethod,
  type SavedPaymentMethod,
} from '@giftcards/marketplace'
import { UsageError } from '../read-arguments.ts'
import { describeMethod } from './customers.ts'
import { orderDeps } from './orders.ts'
import { argumentAt, readCents, readChange, readChoice, readEmail, readForm, readInteger } from './values.ts'
import { type Given, refusal, type Verb, type VerbResult } from './verb.ts'

const mostCents = 100_000_000

/** The option that makes a movement of money safe to repeat. */
const keyOption = {
  key: {
    value: '<text>',
    about: 'names the movement; a repetition with the same key moves nothing',
    isRequired: true,
  },
}

const readKey = (given: Given) =>
  readForm('--key', given.options['key'], /^[\x21-\x7E]{1,255}$/, '1 to 255 visible ASCII characters')

/** The last four digits of a number, masked. More of it must never get here. */
const readMasked = (name: string, text: string | undefined) =>
  `****${readForm(name, text?.replace(/^\*{4}/, ''), /^\d{4}$/, 'the last four digits and no others, such as ****1234')}`

function readMethod(given: Given): Omit<SavedPaymentMethod, 'customerId' | 'id'> {
  const { kind: asked, account, routing } = given.options
  const kind = readChoice('--kind', asked, ['bank', 'card'])
  if (kind === 'card') {
    if (account !== undefined || routing !== undefined)
      throw new UsageError('--account and --routing belong to a bank account; leave them out for a card')
    return { kind, accountNumber: null, routingNumber: null }
  }
  return {
    kind,
    accountNumber: readMasked('--account', account),
    routingNumber: readMasked('--routing', routing),
  }
}

const toMethodResult = (outcome: OperatorOutcome<SavedPaymentMethod>): VerbResult =>
  outcome.kind === 'refused'
    ? refusal(outcome.reason)
    : { isDone: true, text: describeMethod(outcome.value), data: outcome.value }

/** The money of customers: drawdown accounts, store credit, and saved bank accounts and cards. */
export const accountVerbs: readonly Verb[] = [
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
    name: 'deposit',
    arguments: ['<email>', '<dollars>'],
    options: keyOption,
    about: 'funds a drawdown account',
    example: 'deposit ada@example.com 1500.00 --key wire-2026-11-24-17',
    prepare(given) {
      const email = readEmail(argumentAt(given, 0))
      const cents = readCents('The amount', argumentAt(given, 1), 1, mostCents)
      const key = readKey(given)
      return async (context) => {
        const outcome = await depositToDrawdown(orderDeps(context), email, cents, key)
        if (outcome.kind === 'refused') return refusal(objections[outcome.refusal.kind](email))
        const { id, amountCents, balanceCents } = outcome.value
        const text = `Entry ${id}: ${formatDollars(amountCents)}, balance ${formatDollars(balanceCents)}`
        return { isDone: true, text, data: outcome.value }
      }
    },
  },
  {
    name: 'customer credit',
    arguments: ['<email>', '<dollars>'],
    options: keyOption,
    about: 'adds to the store credit of a customer, or takes from it by a negative amount',
    example: 'customer credit ada@example.com -25.00 --key claim-17',
    prepare(given) {
      const email = readEmail(argumentAt(given, 0))
      const cents = readChange('The amount', argumentAt(given, 1), mostCents)
      const key = readKey(given)
      return async (context) => {
        const outcome = await adjustStoreCredit(orderDeps(context), email, cents, key)
        if (outcome.kind === 'refused') return refusal(outcome.reason)
        const { position, amountCents, balanceCents } = outcome.value
        const text = `Row ${position}: ${formatDollars(amountCents)}, store credit ${formatDollars(balanceCents)}`
        return { isDone: true, text, data: outcome.value }
      }
    },
  },
  {
    name: 'customer add-method',
    arguments: ['<email>'],
    options: {
      kind: { value: '<bank|card>', about: 'what it is', isRequired: true },
      account: { value: '<****1234>', about: 'last four digits of a bank account, required for a bank' },
      routing: { value: '<****5678>', about: 'last four digits of its routing number, required for a bank' },
    },
    about:
      'saves a bank account or card of a customer, and shows the id by which partners and the gateway name it',
    example: "customer add-method ada@example.com --kind bank --account '****1234' --routing '****5678'",
    prepare(given) {
      const email = readEmail(argumentAt(given, 0))
      const method = readMethod(given)
      return async ({ store }) =>
        toMethodResult(
          await addPaymentMethod(store, email, method, () => randomInt(100_000_000, 1_000_000_000)),
        )
    },
  },
  {
    name: 'customer remove-method',
    arguments: ['<email>', '<id>'],
    options: {},
    about: 'removes a saved bank account or card; a payment that has begun goes on',
    example: 'customer remove-method ada@example.com 507316224',
    prepare(given) {
      const email = readEmail(argumentAt(given, 0))
      const id = readInteger('The id', argumentAt(given, 1), 1, 999_999_999)
      return async ({ store }) => toMethodResult(await removePaymentMethod(store, email, id))
    },
  },
]

const objections = {
  customer_not_found: (email: string) => `There is no customer ${email}`,
  drawdown_account_not_found: (email: string) =>
    `The customer ${email} has no drawdown account; run customer open-drawdown first`,
  idempotency_mismatch: () =>
    'Another amount was deposited under this key; use a new --key for another deposit',
} as const
