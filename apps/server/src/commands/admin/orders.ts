import {
  changeOrderStatus,
  depositToDrawdown,
  formatDollars,
  type OrderDeps,
  type OrderStatus,
  type OrderView,
  type StoreReader,
} from '@giftcards/marketplace'
import { startTimer } from '../../clock.ts'
import { argumentAt, optional, readCents, readEmail, readForm } from './values.ts'
import { type Given, refusal, type Verb, type VerbContext } from './verb.ts'

/** Obtains and opens no card: cards are delivered by servers, which have the issuer and its keys. */
const noCards = () => {
  throw new Error('Cards are delivered by servers')
}

const orderDeps = ({ store, clock }: VerbContext): OrderDeps => ({
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

/** What of an order is shown: no address, and nothing of a card's secrets. */
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
      const outcome = await changeOrderStatus(orderDeps(context), order.orderId, status)
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

/** Orders, and deposits to the accounts that pay for them. */
export const orderVerbs: readonly Verb[] = [
  {
    name: 'deposit',
    arguments: ['<email>', '<dollars>'],
    options: {
      key: {
        value: '<text>',
        about: 'names the deposit: repeated with the same key it moves nothing',
        isRequired: true,
      },
    },
    about: 'funds a drawdown account',
    example: 'deposit ada@example.com 1500.00 --key wire-2026-11-24-17',
    prepare(given) {
      const email = readEmail(argumentAt(given, 0))
      const cents = readCents('The amount', argumentAt(given, 1), 1, 100_000_000)
      const key = optional(given.options['key'], (text) =>
        readForm('--key', text, /^[\x21-\x7E]{1,255}$/, '1 to 255 visible ASCII characters'),
      )
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
    name: 'order show',
    arguments: ['<order>'],
    options: {},
    about: 'shows an order by its number or UUID, without addresses and card numbers',
    example: 'order show 100001',
    isRead: true,
    prepare(given) {
      const wanted = readOrder(given)
      return async ({ store }) => {
        const order = await store.read((tx) => findOrder(tx, wanted))
        return order === undefined
          ? refusal(`There is no order ${wanted}`)
          : { isDone: true, text: describe(order), data: shown(order) }
      }
    },
  },
  setStatus(
    'cancel',
    'Canceled',
    'cancels an order for good; servers give its money back and void its cards',
  ),
  setStatus('hold', 'Hold', 'stops an order until it is released'),
  setStatus('release', 'Processing', 'has an order in Review or on Hold go on'),
]

const objections = {
  customer_not_found: (email: string) => `There is no customer ${email}`,
  drawdown_account_not_found: (email: string) =>
    `The customer ${email} has no drawdown account; run customer open-drawdown first`,
  idempotency_mismatch: () => 'Another amount was deposited under this key',
} as const
