import type { Command } from '@commander-js/extra-typings'
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
import { UsageError } from '../program.ts'
import { matching, text, toEmail } from '../values.ts'
import { listResult, refusal, report, type VerbContext, type VerbProgram } from '../verbs.ts'
import { readPassword } from './read-password.ts'

/** The fields of a customer to print, without the password. */
function shown({ passwordHash: _hash, ...customer }: Customer) {
  return customer
}

function describe({ id, email, isElite, isDisabled }: Omit<Customer, 'passwordHash'>): string {
  return `${id}  ${email}${isElite ? '  elite' : ''}${isDisabled ? '  disabled' : ''}`
}

/** A saved payment method; its numbers are masked as they are stored. */
export function describeMethod({ id, kind, accountNumber, routingNumber }: SavedPaymentMethod): string {
  return `payment method ${id}  ${kind}${accountNumber === null ? '' : `  account ${accountNumber}, routing ${routingNumber}`}`
}

type AddressOptions = Partial<
  Record<'street' | 'street2' | 'city' | 'state' | 'postcode' | 'company', string>
>

/** The address of a customer; `null` if none of its options is given. */
function toAddress(options: AddressOptions, firstname: string, lastname: string): Address | null {
  const { street, street2, city, state, postcode, company } = options
  if ([street, street2, city, state, postcode, company].every((part) => part === undefined)) return null
  if (street === undefined || city === undefined || state === undefined || postcode === undefined)
    throw new UsageError('An address needs --street, --city, --state and --postcode')
  return {
    firstname,
    lastname,
    street,
    ...(street2 === undefined ? {} : { street2 }),
    city,
    state,
    postcode,
    ...(company === undefined ? {} : { company }),
  }
}

async function readNewPassword(email: string): Promise<string> {
  const password = await readPassword(email)
  if (password.length < 12 || password.length > 200)
    throw new UsageError('The password must be 12 to 200 characters')
  return password
}

async function showCustomer({ store }: VerbContext, email: string) {
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

/** Adds the verbs for customers, and returns their noun for further verbs. */
export function addCustomerVerbs({ program, change, read, example }: VerbProgram): Command {
  const customer = program.command('customer').description('manage customers')

  customer
    .command('add')
    .description('add a customer; the password is prompted for, or read from standard input')
    .argument('<email>', 'email to log in with', toEmail)
    .requiredOption('--firstname <text>', 'given name', text(100))
    .requiredOption('--lastname <text>', 'family name', text(100))
    .option('--elite', 'allow a drawdown account')
    .option(
      '--phone <number>',
      'phone number; required with an address to pay from a drawdown account',
      text(40),
    )
    .option('--street <text>', 'street; an address needs street, city, state and postcode', text(200))
    .option('--street2 <text>', 'apartment, suite and similar', text(200))
    .option('--city <text>', 'city or town', text(100))
    .option('--state <XX>', 'two letters', matching(/^[A-Za-z]{2}$/, 'two letters'))
    .option(
      '--postcode <zip>',
      'five digits, or ZIP+4',
      matching(/^\d{5}(?:-\d{4})?$/, 'five digits, or ZIP+4'),
    )
    .option('--company <text>', 'company name', text(200))
    .addHelpText(
      'after',
      example('customer add ada@example.com --firstname Ada --lastname Elm --elite < password.txt'),
    )
    .action((email, { firstname, lastname, elite: isElite = false, phone = null, ...parts }) => {
      const address = toAddress(parts, firstname, lastname)
      return change(async ({ store }) => {
        const password = await readNewPassword(email)
        const fields = { email, firstname, lastname, isElite, phone, address, password }
        return report(await addCustomer({ store, passwords: passwordHasher }, fields), describe, shown)
      })
    })

  const addChange = (
    name: string,
    about: string,
    work: (context: VerbContext, email: string) => Promise<OperatorOutcome<Customer>>,
    input = '',
  ) =>
    customer
      .command(name)
      .description(about)
      .argument('<email>', 'email of the customer', toEmail)
      .addHelpText('after', example(`customer ${name} ada@example.com${input}`))
      .action((email) => change(async (context) => report(await work(context, email), describe, shown)))
  addChange('enable', 'enable a disabled customer', ({ store }, email) =>
    changeCustomer(store, email, { isDisabled: false }),
  )
  addChange('disable', 'reject all logins and tokens of a customer', ({ store }, email) =>
    changeCustomer(store, email, { isDisabled: true }),
  )
  addChange('end-sessions', 'expire all tokens of a customer, who must log in again', ({ store }, email) =>
    endSessions(store, email),
  )
  addChange(
    'set-password',
    'replace a password, prompted for or read from standard input, and expire all tokens',
    async ({ store }, email) =>
      setPassword({ store, passwords: passwordHasher }, email, await readNewPassword(email)),
    ' < password.txt',
  )

  customer
    .command('set-elite')
    .description('make a customer Elite, which allows a drawdown account')
    .argument('<email>', 'email of the customer', toEmail)
    .option('--off', 'remove the Elite status')
    .addHelpText('after', example('customer set-elite ada@example.com'))
    .action((email, { off = false }) =>
      change(async ({ store }) =>
        report(await changeCustomer(store, email, { isElite: !off }), describe, shown),
      ),
    )

  customer
    .command('list')
    .description('list the customers')
    .addHelpText('after', example('customer list --json'))
    .action(() =>
      read(async ({ store }) => {
        const customers = await store.read((tx) => tx.listCustomers())
        return listResult(
          customers.map((one) => shown(one)),
          describe,
          'There is no customer',
        )
      }),
    )

  customer
    .command('show')
    .description('show a customer with store credit, drawdown account and saved payment methods')
    .argument('<email>', 'email of the customer', toEmail)
    .addHelpText('after', example('customer show ada@example.com'))
    .action((email) => read((context) => showCustomer(context, email)))

  return customer
}
