import { type Control, defaultLimit } from './control.ts'
import type { SandboxWire } from '@giftcards/contract/sandbox'
import {
  depositToDrawdown as deposit,
  parseCents,
  setStoreCredit as setCredit,
  type StoreReader,
  toDollars,
} from '@giftcards/marketplace'
import { toDrawdownAccount, toDrawdownTransaction } from '../../wire/drawdown-to-wire.ts'
import { invalidResponse, refusalResponse } from '../../wire/refusal-catalogue.ts'

const tooFine = 'amount must have at most 2 decimals'

/** Lists the customers with their balances and saved methods. */
export const listCustomers: Control<'listCustomers'> = async (_input, { marketplace }) => {
  return { status: 200, body: { customers: await marketplace.store.read(readCustomerRows) } }
}

/** Lists the ledger of a drawdown account, newest first. */
export const listTransactions: Control<'listTransactions'> = async ({ path, query }, { marketplace }) => {
  return marketplace.store.read(async (tx) => {
    const customer = await tx.findCustomerByEmail(path.email.toLowerCase())
    if (customer === undefined) return refusalResponse({ kind: 'customer_not_found' })
    const account = await tx.findDrawdownAccount(customer.id)
    if (account === undefined) return refusalResponse({ kind: 'drawdown_account_not_found' })
    const rows = await tx.listDrawdownTransactions(customer.id, query.limit ?? defaultLimit)
    const transactions = rows.map(toDrawdownTransaction)
    return { status: 200, body: { account: toDrawdownAccount(account), transactions } }
  })
}

/** Funds a customer's drawdown account; retries with the same `Idempotency-Key` are safe. */
export const depositToDrawdown: Control<'depositToDrawdown'> = async (
  { path, body, headers },
  { marketplace },
) => {
  const amountCents = parseCents(body.amount)
  if (amountCents === undefined) return invalidResponse(tooFine)
  const outcome = await deposit(marketplace, path.email, amountCents, headers['Idempotency-Key'])
  return outcome.kind === 'refused'
    ? refusalResponse(outcome.refusal)
    : { status: 201, body: toDrawdownTransaction(outcome.value) }
}

/** Sets a customer's store credit. */
export const setStoreCredit: Control<'setStoreCredit'> = async ({ path, body }, { marketplace }) => {
  const amountCents = parseCents(body.amount)
  if (amountCents === undefined) return invalidResponse(tooFine)
  const outcome = await setCredit(marketplace, path.email, amountCents)
  return outcome.kind === 'refused'
    ? refusalResponse(outcome.refusal)
    : { status: 200, body: { storeCredit: toDollars(outcome.value) } }
}

type SandboxCustomer = SandboxWire.components['schemas']['SandboxCustomer']

/** Every customer with balances and saved methods, without the password. */
export async function readCustomerRows(tx: StoreReader): Promise<SandboxCustomer[]> {
  const rows: SandboxCustomer[] = []
  for (const customer of await tx.listCustomers()) {
    const account = await tx.findDrawdownAccount(customer.id)
    const methods = await tx.listPaymentMethods(customer.id)
    rows.push({
      email: customer.email,
      isElite: customer.isElite,
      storeCredit: toDollars(customer.storeCreditCents),
      drawdown: account === undefined ? null : toDrawdownAccount(account),
      paymentMethods: methods.map(({ id, kind }) => ({ id, kind })),
    })
  }
  return rows
}

/** The email address of each customer, by id. */
export async function readEmails(tx: StoreReader): Promise<ReadonlyMap<number, string>> {
  return new Map((await tx.listCustomers()).map(({ id, email }) => [id, email]))
}
