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
import { matching, text, wholeNumber } from '../values.ts'
import { refusal, report, type VerbContext, type VerbProgram, type VerbResult } from '../verbs.ts'

/** An issuer and a vault that throw: only servers, which have the issuer and the keys, deliver cards. */
const noCards = () => {
  throw new Error('Cards are delivered by servers')
}

/** The dependencies of order use cases, without card delivery. */
export const orderDeps = ({ store, clock }: VerbContext): OrderDeps => ({
  store,
  clock,
  realTime: { now: Date.now, startTimer },
  issuer: { issue: async () => noCards(), void: async () => noCards() },
  vault: { seal: noCards, open: noCards, openMasked: noCards },
})

/** The UUID or the number of an order. */
const toOrderName = (given: string) =>
  matching(
    /^(?:[1-9]\d{0,14}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i,
    'the number of an order or its UUID',
  )(given).toLowerCase()

const findOrder = (tx: StoreReader, name: string) =>
  name.includes('-') ? tx.findOrderByOrderId(name) : tx.findOrder(Number(name))

/** The fields of an order to print, without address and card secrets. */
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

async function showOrder({ store }: VerbContext, name: string): Promise<VerbResult> {
  const found = await store.read(async (tx) => {
    const order = await findOrder(tx, name)
    return order && { order, legs: await tx.listPaymentLegs(order.id) }
  })
  if (found === undefined) return refusal(`There is no order ${name}`)
  const { order, legs } = found
  const lines = [describe(order), ...legs.map(describeLeg)]
  return { isDone: true, text: lines.join('\n'), data: { ...shown(order), legs } }
}

async function setStatus(context: VerbContext, name: string, status: OrderStatus): Promise<VerbResult> {
  const order = await context.store.read((tx) => findOrder(tx, name))
  if (order === undefined) return refusal(`There is no order ${name}`)
  if (status === 'Processing' && order.status !== 'Review' && order.status !== 'Hold')
    return refusal(`Order ${order.id} is ${order.status}, neither in Review nor on Hold`)
  if (order.status === status) return refusal(`Order ${order.id} is ${status} already`)
  const outcome = await setOrderStatus(orderDeps(context), order.orderId, status)
  if (outcome.kind === 'refused') return refusal(`Order ${order.id} is ${order.status}, which is final`)
  return {
    isDone: true,
    text: `Order ${order.id}: ${order.status} → ${status}`,
    data: { id: order.id, orderId: order.orderId, from: order.status, to: status },
  }
}

/** Adds the verbs for orders, and for the money that paid for them. */
export function addOrderVerbs({ program, change, read, example }: VerbProgram): void {
  const orders = program.command('order').description('manage orders and their refunds')

  orders
    .command('show')
    .description('show an order and its payment, without addresses and card numbers')
    .argument('<order>', 'number or UUID of the order', toOrderName)
    .addHelpText('after', example('order show 100001'))
    .action((name) => read((context) => showOrder(context, name)))

  const addStatusVerb = (verb: string, status: OrderStatus, about: string) =>
    orders
      .command(verb)
      .description(about)
      .argument('<order>', 'number or UUID of the order', toOrderName)
      .addHelpText('after', example(`order ${verb} 100001`))
      .action((name) => change((context) => setStatus(context, name, status)))
  addStatusVerb('cancel', 'Canceled', 'cancel an order for good; servers refund it and void its cards')
  addStatusVerb('hold', 'Hold', 'stop an order until it is released')
  addStatusVerb('release', 'Processing', 'release an order in Review or on Hold')

  orders
    .command('refunded')
    .description('record that a refund was paid outside the gateway, and end its job')
    .argument('<order>', 'number or UUID of the order', toOrderName)
    .requiredOption('--leg <number>', 'number of the payment, as listed by order show', wholeNumber(0, 99))
    .requiredOption('--note <text>', 'how it was refunded, for the audit log; no personal data', text(200))
    .addHelpText(
      'after',
      example('order refunded 100001 --leg 0 --note "bank transfer 2026-11-24, reference 17"'),
    )
    .action((name, { leg: position, note }) =>
      change(async (context) => {
        const order = await context.store.read((tx) => findOrder(tx, name))
        if (order === undefined) return refusal(`There is no order ${name}`)
        return report(
          await recordOutsideRefund(context, order, position, note),
          (leg) => `Order ${order.id}: ${describeLeg(leg)}`,
        )
      }),
    )
}
