import { type Control, defaultLimit } from './control.ts'
import type { SandboxWire } from '@giftcards/contract/sandbox'
import {
  findNextStep,
  isFulfilled,
  listOrders as findOrders,
  type OrderUnit,
  type OrderView,
  parseCents,
  setOrderStatus as setStatus,
  spendWalletCard as spend,
  stockKeyText,
  type StoreReader,
  toDollars,
} from '@giftcards/marketplace'
import { toOrder, toOrderTotal } from '../../wire/order-to-wire.ts'
import { invalidResponse, refusalResponse } from '../../wire/refusal-catalogue.ts'
import { toWalletCard } from '../../wire/wallet-to-wire.ts'
import { readEmails } from './customers.ts'

/** Lists the orders of all customers, newest first. */
export const listOrders: Control<'listOrders'> = async ({ query }, { marketplace }) => {
  const limit = query.limit ?? defaultLimit
  return { status: 200, body: await marketplace.store.read((tx) => readOrderRows(tx, limit)) }
}

/** Sets the status of an order; `Processing` releases one in Review or Hold. */
export const setOrderStatus: Control<'setOrderStatus'> = async (
  { path, body },
  { marketplace, doDueWork },
) => {
  await doDueWork()
  const outcome = await setStatus(marketplace, path.orderId, body.status)
  return outcome.kind === 'refused'
    ? refusalResponse(outcome.refusal)
    : { status: 200, body: { buyOrder: toOrder(outcome.value) } }
}

/** Spends part of a card, as its merchant would. */
export const spendWalletCard: Control<'spendWalletCard'> = async ({ path, body }, { marketplace }) => {
  const amountCents = parseCents(body.amount)
  if (amountCents === undefined) return invalidResponse('amount must have at most 2 decimals')
  const outcome = await spend(marketplace, path.cardId, amountCents)
  return outcome.kind === 'refused'
    ? refusalResponse(outcome.refusal)
    : { status: 200, body: toWalletCard(outcome.value) }
}

type Schemas = SandboxWire.components['schemas']

/** Returns the orders of all customers, newest first, at most `limit`, and their total number. */
export async function readOrderRows(tx: StoreReader, limit: number): Promise<Schemas['SandboxOrders']> {
  const emails = await readEmails(tx)
  const { orders, count } = await findOrders(tx, limit)
  return {
    orders: orders.map((order) => toRow(order, emails.get(order.customerId) ?? '')),
    orderCount: count,
  }
}

function toRow(order: OrderView, customer: string): Schemas['SandboxOrder'] {
  const next = findNextStep(order)
  return {
    id: order.id,
    orderId: order.orderId,
    customer,
    datePurchased: new Date(order.purchasedAt).toISOString(),
    status: order.status,
    fulfilled: isFulfilled(order),
    paymentMethod: order.payment.method,
    total: toOrderTotal(order),
    cards: [...Map.groupBy(order.units, stockKeyText).values()].map((units) => toCards(units, order)),
    nextStep: next === undefined ? null : { at: new Date(next.at).toISOString(), status: next.status },
  }
}

function toCards(units: readonly OrderUnit[], { merchants }: OrderView): Schemas['SandboxOrderCards'] {
  const [unit] = units
  if (unit === undefined) throw new Error('A group of cards has at least one card')
  return {
    merchantId: unit.merchantId,
    merchantName: merchants.get(unit.merchantId)?.name ?? '',
    faceValue: toDollars(unit.faceValueCents),
    percentOff: toDollars(unit.percentOffBps),
    type: unit.type,
    isLowRisk: unit.isLowRisk,
    quantity: units.length,
    fulfilled: units.filter(({ fulfilledAt }) => fulfilledAt !== null).length,
  }
}
