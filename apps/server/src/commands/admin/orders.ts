import {
  formatDollars,
  type OrderDeps,
  type OrderStatus,
  type OrderView,
  type PaymentLeg,
  recordOutsideRefund,
  setOrderStatus,
  type StoreReader,
} from '@giftcards/marketplace'
import { startTimer } from '../../clock.ts'
import { argumentAt, readForm, readInteger, readText } from './values.ts'
import { type Given, refusal, type Verb, type VerbContext } from './verb.ts'

/** Obtains and opens no card: cards are delivered by servers, which have the issuer and its keys. */
const noCards = () => {
  throw new Error('Cards are delivered by servers')
}

/** The dependencies of order use cases, on a machine that issues no cards. */
export const orderDeps = ({ store, clock }: VerbContext): OrderDeps => ({
  store,
  clock,
  realTime: { now: Date.now, startTimer },
  issuer: { issue: async () => noCards(), void: async () => noCards() },
  vault: { seal: noCards, open: noCards, openMasked: noCards },
})

/** Either name of an order: its UUID, or its number. */
const readOrder = (given: Given) =>
  readForm(
    'The order',
    argumentAt(given, 0),
    /^(?:[1-9]\d{0,14}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i,
    'its number or its UUID',
  ).toLowerCase()

const findOrder = (tx: StoreReader, name: string) =>
  name.includes('-') ? tx.findOrderByOrderId(name) : tx.findOrder(Number(name))

/** The fields of an order to print: no address, and nothing of a card's secrets. */
function shown({
  id,
  orderId,
  customerId,
  status,
  purchasedAt,
  dueCents,
  payment,
  units,
}: Omit<OrderView, 'merchants'>) {
  return {
    id,
    orderId,
    customerId,
    status,
    purchasedAt: new Date(purchasedAt).toISOString(),
    due: formatDollars(dueCents),
    method: payment.method,
    cards: units.map((unit) => ({
      id: unit.id,
      merchantId: unit.merchantId,
      type: unit.type,
      faceValue: formatDollars(unit.faceValueCents),
      fulfilledAt: unit.fulfilledAt === null ? null : new Date(unit.fulfilledAt).toISOString(),
    })),
  }
}

function describe(order: Omit<OrderView, 'merchants'>): string {
  const { id, orderId, customerId, status, due, method, cards } = shown(order)
  const lines = cards.map(
    (card) =>
      `card ${card.id}  merchant ${card.merchantId}  ${card.type}  ${card.faceValue}  ${card.fulfilledAt ?? 'not fulfilled'}`,
  )
  return [`${id}  ${orderId}  ${status}  customer ${customerId}  ${due} by ${method}`, ...lines].join('\n')
}

/** One method of a payment. */
const describeLeg = ({ position, kind, amountCents, state }: PaymentLeg): string =>
  `leg ${position}  ${kind}  ${formatDollars(amountCents)}  ${state}`

const setStatus = (name: string, status: OrderStatus, about: string): Verb => ({
  name: `order ${name}`,
  arguments: ['<order>'],
  options: {},
  about,
  example: `order ${name} 100001`,
  prepare(given) {
    const wanted = readOrder(given)
    return async (context) => {
      const order = await context.store.read((tx) => findOrder(tx, wanted))
      if (order === undefined) return refusal(`There is no order ${wanted}`)
      if (status === 'Processing' && order.status !== 'Review' && order.status !== 'Hold')
        return refusal(`Order ${order.id} is ${order.status}, neither in Review nor on Hold`)
      if (order.status === status) return refusal(`Order ${order.id} is ${status} already`)
      const outcome = await setOrderStatus(orderDeps(context), order.orderId, status)
      if (outcome.kind === 'refused') return refusal(`Order ${order.id} is ${order.status}, which is final`)
      const text = `Order ${order.id}: ${order.status} → ${status}`
      return {
        isDone: true,
        text,
        data: { id: order.id, orderId: order.orderId, from: order.status, to: status },
      }
    }
  },
})

/** Orders, and the money that paid for them. */
export const orderVerbs: readonly Verb[] = [
  {
    name: 'order show',
    arguments: ['<order>'],
    options: {},
    about: 'shows an order with its payment by its number or UUID, without addresses and card numbers',
    example: 'order show 100001',
    isRead: true,
    prepare(given) {
      const wanted = readOrder(given)
      return async ({ store }) => {
        const found = await store.read(async (tx) => {
          const order = await findOrder(tx, wanted)
          return order && { order, legs: await tx.listPaymentLegs(order.id) }
        })
        if (found === undefined) return refusal(`There is no order ${wanted}`)
        const { order, legs } = found
        const text = [describe(order), ...legs.map(describeLeg)].join('\n')
        return { isDone: true, text, data: { ...shown(order), legs } }
      }
    },
  },
  {
    name: 'order refunded',
    arguments: ['<order>'],
    options: {
      leg: {
        value: '<number>',
        about: 'the number of the payment method, as order show lists it',
        isRequired: true,
      },
      note: {
        value: '<text>',
        about: 'how the money was returned, for the audit log; no personal data',
        isRequired: true,
      },
    },
    about: 'records that the money of a refund was given back outside of the gateway, and ends its job',
    example: 'order refunded 100001 --leg 0 --note "bank transfer 2026-11-24, reference 17"',
    prepare(given) {
      const wanted = readOrder(given)
      const position = readInteger('--leg', given.options['leg'], 0, 99)
      const note = readText('--note', given.options['note'], 200)
      return async (context) => {
        const order = await context.store.read((tx) => findOrder(tx, wanted))
        if (order === undefined) return refusal(`There is no order ${wanted}`)
        const outcome = await recordOutsideRefund(context, order, position, note)
        if (outcome.kind === 'refused') return refusal(outcome.reason)
        const text = `Order ${order.id}: ${describeLeg(outcome.value)}`
        return { isDone: true, text, data: outcome.value }
      }
    },
  },
  setStatus(
    'cancel',
    'Canceled',
    'cancels an order for good; servers give its money back and void its cards',
  ),
  setStatus('hold', 'Hold', 'stops an order until it is released'),
  setStatus('release', 'Processing', 'releases an order that is in Review or on Hold'),
]
