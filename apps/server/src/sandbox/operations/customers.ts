import {
  depositToDrawdown as deposit,
  parseCents,
  setStoreCredit as setCredit,
  toDollars,
} from '@giftcards/marketplace'
import { toDrawdownAccount, toDrawdownTransaction } from '../../wire/drawdown-to-wire.ts'
import { readCustomerRows } from '../rows/customer-rows.ts'
import { sweepAll } from '../sweep-all.ts'
import { type Control, defaultLimit, refuse, refuseInvalid } from './control.ts'

const tooFine = 'amount must have at most 2 decimals'

/** Lists the customers with their balances and saved methods. */
export const listCustomers: Control<'listCustomers'> = async (_input, { marketplace }) => {
  await sweepAll(marketplace)
  return { status: 200, body: { customers: await marketplace.store.read(readCustomerRows) } }
}

/** Lists the ledger of a drawdown account, newest first. */
export const listTransactions: Control<'listTransactions'> = async ({ path, query }, { marketplace }) => {
  await sweepAll(marketplace)
  return marketplace.store.read(async (tx) => {
    const customer = await tx.findCustomerByEmail(path.email.toLowerCase())
    if (customer === undefined) return refuse('listTransactions', { kind: 'customer_not_found' })
    const account = await tx.findDrawdownAccount(customer.id)
    if (account === undefined) return refuse('listTransactions', { kind: 'drawdown_account_not_found' })
    const rows = await tx.listDrawdownTransactions(customer.id, query.limit ?? defaultLimit)
    const transactions = rows.map(toDrawdownTransaction)
    return { status: 200, body: { account: toDrawdownAccount(account), transactions } }
  })
}

/** Funds a customer's drawdown account. */
export const depositToDrawdown: Control<'depositToDrawdown'> = async ({ path, body }, { marketplace }) => {
  const amountCents = parseCents(body.amount)
  if (amountCents === undefined) return refuseInvalid('depositToDrawdown', tooFine)
  const outcome = await deposit(marketplace, path.email, amountCents)
  return outcome.kind === 'refused'
    ? refuse('depositToDrawdown', outcome.refusal)
    : { status: 201, body: toDrawdownTransaction(outcome.value) }
}

/** Sets a customer's store credit. */
export const setStoreCredit: Control<'setStoreCredit'> = async ({ path, body }, { marketplace }) => {
  const amountCents = parseCents(body.amount)
  if (amountCents === undefined) return refuseInvalid('setStoreCredit', tooFine)
  const outcome = await setCredit(marketplace, path.email, amountCents)
  return outcome.kind === 'refused'
    ? refuse('setStoreCredit', outcome.refusal)
    : { status: 200, body: { storeCredit: toDollars(outcome.value) } }
}
