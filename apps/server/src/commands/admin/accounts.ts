import { randomInt } from 'node:crypto'
import { type Command, Option } from '@commander-js/extra-typings'
import {
  addPaymentMethod,
  adjustStoreCredit,
  depositToDrawdown,
  formatDollars,
  openDrawdownAccount,
  removePaymentMethod,
  type SavedPaymentMethod,
} from '@giftcards/marketplace'
import { UsageError } from '../program.ts'
import { dollars, matching, signedDollars, toEmail, wholeNumber } from '../values.ts'
import { refusal, report, type VerbProgram } from '../verbs.ts'
import { describeMethod } from './customers.ts'
import { orderDeps } from './orders.ts'

const mostCents = 100_000_000

const toKey = matching(/^[\x21-\x7E]{1,255}$/, '1 to 255 visible ASCII characters')

/** Draws the id of a new payment method. */
const drawId = () => randomInt(100_000_000, 1_000_000_000)

/** Masks the last four digits of a number. The error does not quote the input, which may be a full number. */
const lastFour = (option: string) => (given: string) => {
  const digits = given.trim().replace(/^\*{4}/, '')
  if (!/^\d{4}$/.test(digits))
    throw new UsageError(`${option} must be the last four digits and no others, such as ****1234`)
  return `****${digits}`
}

interface MethodOptions {
  readonly kind: 'bank' | 'card'
  readonly account?: string | undefined
  readonly routing?: string | undefined
}

function toMethod({ kind, account, routing }: MethodOptions): Omit<SavedPaymentMethod, 'customerId' | 'id'> {
  if (kind === 'bank' && account !== undefined && routing !== undefined)
    return { kind, accountNumber: account, routingNumber: routing }
  if (kind === 'card' && account === undefined && routing === undefined)
    return { kind, accountNumber: null, routingNumber: null }
  throw new UsageError('--account and --routing belong to a bank account: give both, or none for a card')
}

/** Adds the verbs for the money of customers: drawdown accounts, store credit, and saved bank accounts and cards. */
export function addAccountVerbs({ program, change, example }: VerbProgram, customer: Command): void {
  customer
    .command('open-drawdown')
    .description('open an empty drawdown account for an Elite customer')
    .argument('<email>', 'email of the customer', toEmail)
    .addHelpText('after', example('customer open-drawdown ada@example.com'))
    .action((email) =>
      change(async ({ store }) =>
        report(await openDrawdownAccount(store, email), () => `${email}  drawdown account 0.00`),
      ),
    )

  program
    .command('deposit')
    .description('fund a drawdown account')
    .argument('<email>', 'email of the customer', toEmail)
    .argument('<dollars>', 'such as 1500.00', dollars(1, mostCents))
    .requiredOption('--key <text>', 'idempotency key of the deposit: repeating the key moves no money', toKey)
    .addHelpText('after', example('deposit ada@example.com 1500.00 --key wire-2026-11-24-17'))
    .action((email, cents, { key }) =>
      change(async (context) => {
        const outcome = await depositToDrawdown(orderDeps(context), email, cents, key)
        if (outcome.kind === 'refused') return refusal(objections[outcome.refusal.kind](email))
        const { id, amountCents, balanceCents } = outcome.value
        const text = `Entry ${id}: ${formatDollars(amountCents)}, balance ${formatDollars(balanceCents)}`
        return { isDone: true, text, data: outcome.value }
      }),
    )

  customer
    .command('credit')
    .description('add to the store credit of a customer; a negative amount subtracts')
    .argument('<email>', 'email of the customer', toEmail)
    .argument('<dollars>', 'such as 25.00 or -25.00', signedDollars(mostCents))
    .requiredOption('--key <text>', 'idempotency key of the change: repeating the key moves no money', toKey)
    .addHelpText('after', example('customer credit ada@example.com -25.00 --key claim-17'))
    .action((email, cents, { key }) =>
      change(async (context) =>
        report(
          await adjustStoreCredit(orderDeps(context), email, cents, key),
          ({ position, amountCents, balanceCents }) =>
            `Row ${position}: ${formatDollars(amountCents)}, store credit ${formatDollars(balanceCents)}`,
        ),
      ),
    )

  customer
    .command('add-method')
    .description('save a bank account or card, and print the id that partners and the gateway use')
    .argument('<email>', 'email of the customer', toEmail)
    .addOption(
      new Option('--kind <kind>', 'kind of payment method')
        .choices(['bank', 'card'] as const)
        .makeOptionMandatory(),
    )
    .option('--account <****1234>', 'last four digits of a bank account', lastFour('--account'))
    .option('--routing <****5678>', 'last four digits of its routing number', lastFour('--routing'))
    .addHelpText(
      'after',
      example("customer add-method ada@example.com --kind bank --account '****1234' --routing '****5678'"),
    )
    .action((email, options) => {
      const method = toMethod(options)
      return change(async ({ store }) =>
        report(await addPaymentMethod(store, email, method, drawId), describeMethod),
      )
    })

  customer
    .command('remove-method')
    .description('remove a saved bank account or card; payments in progress continue')
    .argument('<email>', 'email of the customer', toEmail)
    .argument('<id>', 'id of the payment method', wholeNumber(1, 999_999_999))
    .addHelpText('after', example('customer remove-method ada@example.com 507316224'))
    .action((email, id) =>
      change(async ({ store }) => report(await removePaymentMethod(store, email, id), describeMethod)),
    )
}

const objections = {
  customer_not_found: (email: string) => `There is no customer ${email}`,
  drawdown_account_not_found: (email: string) =>
    `The customer ${email} has no drawdown account; run customer open-drawdown first`,
  idempotency_mismatch: () =>
    'Another amount was deposited under this key; use a new --key for another deposit',
} as const
