import type { SandboxWire } from '@giftcards/contract/sandbox'
import {
  findNextStep,
  isFulfilled,
  listOrders,
  type OrderUnit,
  type OrderView,
  stockKeyText,
  type StoreReader,
  toDollars,
} from '@giftcards/marketplace'
import { toOrderTotal } from '../../wire/order-to-wire.ts'
import { readEmails } from './customer-rows.ts'

type Schemas = SandboxWire.components['schemas']

/** The orders of all customers, newest first, at most `limit`, and how many there are. */
export async function readOrderRows(tx: StoreReader, limit: number): Promise<Schemas['SandboxOrders']> {
  const emails = await readEmails(tx)
  const { orders, count } = await listOrders(tx, limit)
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
  if (unit === undefined) throw new Error('Cards alike are at least one card')
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
