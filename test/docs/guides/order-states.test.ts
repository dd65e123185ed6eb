import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OrderStatus, orderMessages } from '@giftcards/marketplace'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type CardRequest,
  type CardsCheckout,
  type Partner,
  placeOrder,
  repositoryRoot,
  storyCard,
} from '@giftcards/test-harness'
import { sandbox } from '../site.ts'
import { getGuide, readTable } from './guides.ts'

const { markdown } = getGuide('following-an-order')
const statuses = Object.keys(orderMessages) as readonly OrderStatus[]

/** Returns the edges of a diagram. Each edge must have a title. */
function readDrawnEdges(diagram: string): readonly string[] {
  const svg = readFileSync(join(repositoryRoot, 'apps/docs/diagrams', diagram), 'utf8')
  const arrows = svg.match(/class="d-line d-arrow/g) ?? []
  const titles = Array.from(svg.matchAll(/<title>([^<]+)<\/title>/g), ([, title = '']) => title)
  expect(titles).toHaveLength(arrows.length)
  return titles
}

beforeEach(() => sandbox.reset())

// Tokens expire by the sandbox clock, so every use logs in again.
const logIn = (): Promise<Partner> => sandbox.partner('elite@example.com')

const returnedPayment = { method: 'ACH', details: { id: 7003 } } as const

/** The cause of a state change: elapsed time, a status that an operator sets, or an amount spent from a card. */
type Cause = { readonly seconds: number } | { readonly status: OrderStatus } | { readonly spent: number }

/** An edge, its card, the cause that reaches its first state (undefined for a new order), and the cause of the change. */
type Course = readonly [
  edge: string,
  card: CardRequest,
  reach: Cause | undefined,
  then: Cause,
  payment?: CardsCheckout['payment'],
]

interface PlacedOrder {
  readonly orderId: string
  readonly cardId: number
}

async function place(card: CardRequest, payment?: CardsCheckout['payment']): Promise<PlacedOrder> {
  const { orderId, cards } = await placeOrder(await logIn(), [card], payment)
  return { orderId, cardId: cards[0]?.id ?? 0 }
}

async function setStatus(orderId: string, status: OrderStatus): Promise<string> {
  const options = { path: { orderId }, body: { status } }
  return (await sandbox.wantControl('setOrderStatus', 200, options)).buyOrder.status
}

/** Applies a cause and returns the resulting status of the order. */
async function act({ orderId, cardId }: PlacedOrder, cause: Cause): Promise<string> {
  if ('status' in cause) return setStatus(orderId, cause.status)
  if ('spent' in cause)
    await sandbox.wantControl('spendWalletCard', 200, { path: { cardId }, body: { amount: cause.spent } })
  else if (cause.seconds > 0) await sandbox.advance(cause.seconds)
  const partner = await logIn()
  const { buyOrder } = await partner.want('getOrder', 200, { path: { orderId } })
  return buyOrder.status
}

/** Returns the status in the wallet. For a missing card, returns the guide's name for its state. */
async function readCard({ cardId }: PlacedOrder, orderStatus: string): Promise<string> {
  const partner = await logIn()
  const { status, body } = await partner.call('getWalletCard', { path: { cardId } })
  if (status === 404) return orderStatus === 'Canceled' ? 'removed' : 'undelivered'
  return (body as { readonly status: string }).status
}

const digital = storyCard.harborB2B()
const physical = storyCard.northwindPhysical()
const { magic } = storyCard

const after = (seconds: number): Cause => ({ seconds })
const set = (status: OrderStatus): Cause => ({ status })
const now = after(0)
const hour = 3600
const twoDays = after(48 * hour)

const orderCourses: readonly Course[] = [
  ['Processing to Digitally Delivered', magic(901), now, after(600)],
  ['Processing to Fulfillment', physical, now, after(hour)],
  ['Fulfillment to Shipped', physical, after(hour), after(23 * hour)],
  ['Processing to Review', magic(902), undefined, now],
  ['Processing to Hold', magic(903), undefined, now],
  ['Review to Processing', physical, set('Review'), set('Processing')],
  ['Hold to Processing', physical, set('Hold'), set('Processing')],
  ['Processing to Canceled', magic(904), now, after(60)],
  ['Fulfillment to Canceled', physical, after(hour), set('Canceled')],
  ['Review to Canceled', magic(902), now, twoDays, returnedPayment],
  ['Hold to Canceled', magic(903), now, set('Canceled')],
  ['Digitally Delivered to Canceled', digital, now, twoDays, returnedPayment],
  ['Shipped to Canceled', physical, after(24 * hour), after(24 * hour), returnedPayment],
]

const cardCourses: readonly Course[] = [
  ['undelivered to active', magic(901), now, after(600)],
  ['active to spent', digital, now, { spent: 25 }],
  ['undelivered to removed', magic(904), now, after(60)],
  ['active to removed', digital, now, twoDays, returnedPayment],
  ['spent to removed', digital, { spent: 25 }, set('Canceled')],
]

const named = (courses: readonly Course[]) => courses.map((course) => ({ edge: course[0], course }))
const edgesOf = (courses: readonly Course[]): readonly string[] => courses.map(([edge]) => edge)

describe('the states of the guide on orders', () => {
  it('are those of the service, with their messages', () => {
    const rows = readTable(markdown, 'status', 'message')
    expect(Object.fromEntries(rows.map(({ status = '', message }) => [status, message]))).toStrictEqual(
      orderMessages,
    )
  })

  it('change as the table and the diagram say', () => {
    const rows = readTable(markdown, 'From', 'To').map(({ From = '', To = '' }) => `${From} to ${To}`)
    expect(rows).toStrictEqual(edgesOf(orderCourses))
    expect(readDrawnEdges('order-states.svg').toSorted()).toStrictEqual(rows.toSorted())
  })

  it.each(named(orderCourses))('go from $edge', async ({ course: [edge, card, reach, then, payment] }) => {
    const order = await place(card, payment)
    const before = reach === undefined ? 'Processing' : await act(order, reach)
    expect(`${before} to ${await act(order, then)}`).toBe(edge)
  })

  it('are set by an operator, one after any other', async () => {
    const { orderId } = await place(physical)
    const open = statuses.filter((status) => status !== 'Canceled' && status !== 'Digitally Delivered')
    for (const [from, to] of open.flatMap((one) => open.map((other) => [one, other] as const))) {
      expect([await setStatus(orderId, from), await setStatus(orderId, to)]).toStrictEqual([from, to])
    }
  })

  it('are final once Canceled', async () => {
    const { orderId } = await place(physical)
    await setStatus(orderId, 'Canceled')
    for (const status of statuses) {
      expect(await sandbox.control('setOrderStatus', { path: { orderId }, body: { status } })).toMatchObject({
        status: 400,
        body: { message: ['A canceled order cannot change its status'] },
      })
    }
  })
})

describe('the states of a card in the guide on orders', () => {
  it('change as the table and the diagram say', () => {
    const rows = readTable(markdown, 'Before', 'After').map(
      ({ Before = '', After = '' }) => `${Before} to ${After}`,
    )
    expect(rows).toStrictEqual(edgesOf(cardCourses))
    expect(readDrawnEdges('wallet-card-states.svg').toSorted()).toStrictEqual(rows.toSorted())
  })

  it.each(named(cardCourses))(
    'go from $edge',
    async ({ course: [edge, card, reach = now, then, payment] }) => {
      const order = await place(card, payment)
      const before = await readCard(order, await act(order, reach))
      expect(`${before} to ${await readCard(order, await act(order, then))}`).toBe(edge)
    },
  )
})
