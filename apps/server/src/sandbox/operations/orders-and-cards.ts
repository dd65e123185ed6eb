import { parseCents, setOrderStatus as setStatus, spendWalletCard as spend } from '@giftcards/marketplace'
import { toOrder } from '../../wire/order-to-wire.ts'
import { toWalletCard } from '../../wire/wallet-to-wire.ts'
import { readOrderRows } from '../rows/order-rows.ts'
import { sweepAll } from '../sweep-all.ts'
import { type Control, defaultLimit, refuse, refuseInvalid } from './control.ts'

/** Lists the orders of all customers, newest first. */
export const listOrders: Control<'listOrders'> = async ({ query }, { marketplace }) => {
  await sweepAll(marketplace)
  const limit = query.limit ?? defaultLimit
  return { status: 200, body: await marketplace.store.read((tx) => readOrderRows(tx, limit)) }
}

/** Puts an order into a state; `Processing` releases one in Review or Hold. */
export const setOrderStatus: Control<'setOrderStatus'> = async ({ path, body }, { marketplace }) => {
  const outcome = await setStatus(marketplace, path.orderId, body.status)
  return outcome.kind === 'refused'
    ? refuse('setOrderStatus', outcome.refusal)
    : { status: 200, body: { buyOrder: toOrder(outcome.value) } }
}

/** Spends part of a card, as its merchant would. */
export const spendWalletCard: Control<'spendWalletCard'> = async ({ path, body }, { marketplace }) => {
  const amountCents = parseCents(body.amount)
  if (amountCents === undefined)
    return refuseInvalid('spendWalletCard', 'amount must have at most 2 decimals')
  const outcome = await spend(marketplace, path.cardId, amountCents)
  return outcome.kind === 'refused'
    ? refuse('spendWalletCard', outcome.refusal)
    : { status: 200, body: toWalletCard(outcome.value) }
}
