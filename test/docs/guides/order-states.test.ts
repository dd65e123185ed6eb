import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OrderStatus, orderMessages } from '@giftcards/marketplace'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type CardRequest,
  type CardsCheckout,
  type Partner,
  placeOrder,
  repositoryRoot,
  type Sandbox,
  startSandbox,
  storyCard,
} from '@giftcards/test-harness'
import { getGuide } from './read-guides.ts'
import { readTable } from './read-table.ts'

const { markdown } = getGuide('following-an-order')
const statuses = Object.keys(orderMessages) as readonly OrderStatus[]

/** The edges that a diagram draws: each has a title. */
function readDrawnEdges(diagram: string): readonly string[] {
  const svg = readFileSync(join(repositoryRoot, 'apps/docs/diagrams', diagram), 'utf8')
  const arrows = svg.match(/class="d-line d-arrow/g) ?? []
  const titles = Array.from(svg.matchAll(/<title>([^<]+)<\/title>/g), ([, title = '']) => title)
  expect(titles).toHaveLength(arrows.length)
  return titles
}

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

// Tokens age with the clock, so every use logs in again.
const logIn = (): Promise<Partner> => sandbox.partner('elite@example.com')

const returnedPayment = { method: 'ACH', details: { id: 7003 } } as const
const twoDays = 2 * 24 * 3600

/** What changes the state: time that passes, an operator who sets a status, or a card that is spent. */
type Cause = { readonly seconds: number } | { readonly status: OrderStatus } | { readonly spent: number }

/** How a state is reached, what changes it then, and with which card and payment. */
interface Course {
  readonly card: CardRequest
  readonly payment?: CardsCheckout['payment']
  readonly reach?: Cause
  readonly then?: Cause
}

interface PlacedOrder {
  readonly orderId: string
  readonly cardId: number
}

async function place({ card, payment }: Course): Promise<PlacedOrder> {
  const { orderId, cards } = await placeOrder(await logIn(), [card], payment)
  return { orderId, cardId: cards[0]?.id ?? 0 }
}

async function setStatus(orderId: string, status: OrderStatus): Promise<string> {
  const { buyOrder } = await sandbox.wantControl('setOrderStatus', 200, {
    path: { orderId },
    body: { status },
  })
  return buyOrder.status
}

/** Lets a cause act, and returns the status of the order after it. */
async function act({ orderId, cardId }: PlacedOrder, cause: Cause = { seconds: 0 }): Promise<string> {
  if ('status' in cause) return setStatus(orderId, cause.status)
  if ('spent' in cause)
    await sandbox.wantControl('spendWalletCard', 200, { path: { cardId }, body: { amount: cause.spent } })
  else if (cause.seconds > 0) await sandbox.advance(cause.seconds)
  const partner = await logIn()
  const { buyOrder } = await partner.want('getOrder', 200, { path: { orderId } })
  return buyOrder.status
}

/** The status in the wallet; for a card that is not there, what the guide calls its state. */
async function readCard({ cardId }: PlacedOrder, orderStatus: string): Promise<string> {
  const partner = await logIn()
  const { status, body } = await partner.call('getWalletCard', { path: { cardId } })
  if (status === 404) return orderStatus === 'Canceled' ? 'removed' : 'undelivered'
  return (body as { readonly status: string }).status
}

const digital = storyCard.harborB2B()
const physical = storyCard.northwindPhysical()

const orderCourses: Readonly<Record<string, Course>> = {
  'Processing to Digitally Delivered': {
    card: storyCard.magic(901),
    reach: { seconds: 0 },
    then: { seconds: 600 },
  },
  'Processing to Fulfillment': { card: physical, reach: { seconds: 0 }, then: { seconds: 3600 } },
  'Fulfillment to Shipped': { card: physical, reach: { seconds: 3600 }, then: { seconds: 23 * 3600 } },
  'Processing to Review': { card: storyCard.magic(902) },
  'Processing to Hold': { card: storyCard.magic(903) },
  'Review to Processing': { card: physical, reach: { status: 'Review' }, then: { status: 'Processing' } },
  'Hold to Processing': { card: physical, reach: { status: 'Hold' }, then: { status: 'Processing' } },
  'Processing to Canceled': { card: storyCard.magic(904), reach: { seconds: 0 }, then: { seconds: 60 } },
  'Fulfillment to Canceled': { card: physical, reach: { seconds: 3600 }, then: { status: 'Canceled' } },
  'Review to Canceled': {
    card: storyCard.magic(902),
    payment: returnedPayment,
    reach: { seconds: 0 },
    then: { seconds: twoDays },
  },
  'Hold to Canceled': { card: storyCard.magic(903), reach: { seconds: 0 }, then: { status: 'Canceled' } },
  'Digitally Delivered to Canceled': {
    card: digital,
    payment: returnedPayment,
    reach: { seconds: 0 },
    then: { seconds: twoDays },
  },
  'Shipped to Canceled': {
    card: physical,
    payment: returnedPayment,
    reach: { seconds: 24 * 3600 },
    then: { seconds: 24 * 3600 },
  },
}

const cardCourses: Readonly<Record<string, Course>> = {
  'undelivered to active': { card: storyCard.magic(901), then: { seconds: 600 } },
  'active to spent': { card: digital, then: { spent: 25 } },
  'undelivered to removed': { card: storyCard.magic(904), then: { seconds: 60 } },
  'active to removed': { card: digital, payment: returnedPayment, then: { seconds: twoDays } },
  'spent to removed': { card: digital, reach: { spent: 25 }, then: { status: 'Canceled' } },
}

describe('the states of the guide on orders', () => {
  it('are those of the service, with their messages', () => {
    const rows = readTable(markdown, 'status', 'message')
    expect(Object.fromEntries(rows.map(({ status = '', message }) => [status, message]))).toStrictEqual(
      orderMessages,
    )
  })

  it('change as the table and the diagram say', () => {
    const rows = readTable(markdown, 'From', 'To').map(({ From = '', To = '' }) => `${From} to ${To}`)
    expect(rows).toStrictEqual(Object.keys(orderCourses))
    expect(readDrawnEdges('order-states.svg').toSorted()).toStrictEqual(rows.toSorted())
  })

  it.each(Object.entries(orderCourses))('go from %s', async (edge, course) => {
    const order = await place(course)
    const before = course.reach === undefined ? 'Processing' : await act(order, course.reach)
    expect(`${before} to ${await act(order, course.then)}`).toBe(edge)
  })

  it('are set by an operator, one after any other', async () => {
    const { orderId } = await place({ card: physical })
    const open = statuses.filter((status) => status !== 'Canceled' && status !== 'Digitally Delivered')
    for (const [from, to] of open.flatMap((one) => open.map((other) => [one, other] as const))) {
      expect([await setStatus(orderId, from), await setStatus(orderId, to)]).toStrictEqual([from, to])
    }
  })

  it.each(statuses)('are final once Canceled, so that %s is rejected', async (status) => {
    const { orderId } = await place({ card: physical })
    await setStatus(orderId, 'Canceled')
    const rejection = await sandbox.control('setOrderStatus', { path: { orderId }, body: { status } })
    expect(rejection).toMatchObject({
      status: 400,
      body: { message: ['A canceled order cannot change its status'] },
    })
  })
})

describe('the states of a card in the guide on orders', () => {
  it('change as the table and the diagram say', () => {
    const rows = readTable(markdown, 'Before', 'After').map(
      ({ Before = '', After = '' }) => `${Before} to ${After}`,
    )
    expect(rows).toStrictEqual(Object.keys(cardCourses))
    expect(readDrawnEdges('wallet-card-states.svg').toSorted()).toStrictEqual(rows.toSorted())
  })

  it.each(Object.entries(cardCourses))('go from %s', async (edge, course) => {
    const order = await place(course)
    const before = await readCard(order, await act(order, course.reach))
    const after = await readCard(order, await act(order, course.then))
    expect(`${before} to ${after}`).toBe(edge)
  })
})
