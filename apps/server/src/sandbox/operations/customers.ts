import {
  depositToDrawdown as deposit,
  parseCents,
  setStoreCredit as setCredit,
  toDollars,
} from '@giftcards/marketplace'
import { toDrawdownAccount, toDrawdownTransaction } from '../../wire/drawdown-to-wire.ts'
import { sweepAll } from '../sweep-all.ts'
import { type Control, refuse, refuseInvalid } from './control.ts'

const tooFine = 'amount must have at most 2 decimals'

/** Lists the customers with their balances and saved methods. */
export const listCustomers: Control<'listCustomers'> = async (_input, { marketplace }) => {
  await sweepAll(marketplace)
  const customers = await marketplace.store.read(async (tx) => {
    const rows = []
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
  })
  return { status: 200, body: { customers } }
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
