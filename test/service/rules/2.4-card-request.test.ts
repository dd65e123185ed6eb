import { describe, expect, it } from 'vitest'
import {
  checkoutOf,
  type Exchange,
  type Partner,
  placeOrder,
  schemaOf,
  shapeOf,
  storyCard,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const good = storyCard.northwindEcode()
const everyType = {
  ecode: good,
  physical: storyCard.northwindPhysical(),
  newEcodeB2B: storyCard.harborB2B(),
  newEcodeAsPre: { merchantId: 104, faceValue: 20, percentOff: 2, type: 'newEcodeAsPre', quantity: 1 },
} as const

describe('AddCardsLine and CheckoutLine', () => {
  it('take an integer merchantId', { meta: { rules: ['2.4-01'] } }, async () => {
    expect(await answersTo('merchantId', [101.5, '101', null])).toEqual(refusals('merchantId', 'integer', 3))
  })

  it('take a numeric faceValue', { meta: { rules: ['2.4-02'] } }, async () => {
    expect(await answersTo('faceValue', ['50', null, true])).toEqual(refusals('faceValue', 'number', 3))
  })

  it('take a numeric percentOff', { meta: { rules: ['2.4-03'] } }, async () => {
    expect(await answersTo('percentOff', ['8.5', null, false])).toEqual(refusals('percentOff', 'number', 3))
  })

  it('take a type', { meta: { rules: ['2.4-04'] } }, async () => {
    expect(await answersTo('type', [1, null])).toEqual(refusals('type', 'string', 2))
  })

  it('take an integer quantity', { meta: { rules: ['2.4-05'] } }, async () => {
    expect(await answersTo('quantity', [1.5, '1', null])).toEqual(refusals('quantity', 'integer', 3))
  })
})

describe('AddCardsLine', () => {
  it('is of one of three types', { meta: { rules: ['2.4-06'] } }, async () => {
    const partner = await sandbox.partner()
    expect(await statuses((card) => add(partner, card))).toEqual({
      ecode: 201,
      physical: 201,
      newEcodeB2B: 201,
      newEcodeAsPre: 400,
      ECODE: 400,
      plastic: 400,
    })
    expect(schemaOf('AddCardsLine').properties?.['type']).toMatchObject({
      enum: ['ecode', 'physical', 'newEcodeB2B'],
    })
  })

  it('declares no isLowRisk', { meta: { rules: ['2.4-11', 'D4-06'] } }, async () => {
    expect(Object.keys(shapeOf('AddCardsLine'))).toEqual([
      'merchantId',
      'faceValue',
      'percentOff',
      'type',
      'quantity',
    ])
    const { body } = await add(await sandbox.partner(), { ...good, isLowRisk: true })
    expect(body).toMatchObject({ cart: { cards: [{ isLowRisk: false, quantity: 1 }] } })
  })
})

describe('CheckoutLine', () => {
  it('is of one of four types', { meta: { rules: ['2.4-07'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    expect(await statuses((card) => partner.call('checkout', checkoutOf([card as never])))).toEqual({
      ecode: 201,
      physical: 201,
      newEcodeB2B: 201,
      newEcodeAsPre: 201,
      ECODE: 400,
      plastic: 400,
    })
    expect(schemaOf('CheckoutLine').properties?.['type']).toMatchObject({
      enum: ['ecode', 'physical', 'newEcodeB2B', 'newEcodeAsPre'],
    })
  })

  it('may say isLowRisk, a boolean', { meta: { rules: ['2.4-08'] } }, async () => {
    expect(shapeOf('CheckoutLine')).toMatchObject({ 'isLowRisk?': 'boolean' })
    const partner = await sandbox.partner('elite@example.com')
    for (const isLowRisk of [true, false, undefined]) {
      const { isLowRisk: _, ...card } = { ...good, isLowRisk }
      await placeOrder(partner, [isLowRisk === undefined ? card : ({ ...card, isLowRisk } as never)])
    }
    for (const isLowRisk of ['true', 1, null]) {
      const answer = await partner.call('checkout', checkoutOf([{ ...good, isLowRisk } as never]))
      expect(answer).toMatchObject({
        status: 400,
        messages: expect.arrayContaining(['cards[0].isLowRisk must be boolean']),
      })
    }
  })

  it('with isLowRisk takes trusted sellers only', { meta: { rules: ['2.4-09'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const trusted = { ...good, isLowRisk: true }
    const sixth = await partner.call('checkout', checkoutOf([{ ...trusted, quantity: 6 }]))
    expect(sixth).toMatchObject({ status: 400, code: 'cards_unavailable' })
    const order = await placeOrder(partner, [{ ...trusted, quantity: 5 }])
    expect(order.cards.map(({ isLowRisk }) => isLowRisk)).toEqual([true, true, true, true, true])
    expect(await stockOfGood()).toEqual({ ordinary: 5, trusted: 0 })
  })

  it('without isLowRisk takes any card', { meta: { rules: ['2.4-10'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const order = await placeOrder(partner, [storyCard.northwindEcode(7)])
    expect(order.cards.filter(({ isLowRisk }) => isLowRisk)).toHaveLength(2)
    expect(await stockOfGood()).toEqual({ ordinary: 0, trusted: 3 })
    const rest = await placeOrder(partner, [storyCard.northwindEcode(3)])
    expect(rest.cards).toHaveLength(3)
  })
})

async function add(partner: Partner, card: object): Promise<Exchange> {
  const { body } = await partner.call('createCart', { body: { action: 'buy' } })
  const { cartId } = body as { cartId: string }
  return partner.call('addCards', { path: { cartId }, body: { cards: [card] } })
}

/** Sends a valid card, one without `field`, and one with each of `wrong` in it to both operations. Returns the responses. */
async function answersTo(field: string, wrong: readonly unknown[]): Promise<unknown[]> {
  const partner = await sandbox.partner('elite@example.com')
  const without = Object.fromEntries(Object.entries(good).filter(([name]) => name !== field))
  const answers = []
  for (const card of [good, without, ...wrong.map((value) => ({ ...good, [field]: value }))]) {
    const sent = [await add(partner, card), await partner.call('checkout', checkoutOf([card as never]))]
    answers.push(sent.map(({ status, messages }) => [status, ...messages.slice(0, 1)]))
  }
  return answers
}

/** Returns the expected responses to those cards; `count` is the number of wrong values. */
function refusals(field: string, what: string, count: number): unknown[] {
  const missing = [400, `cards[0] must have required property '${field}'`]
  const wrong = [400, `cards[0].${field} must be ${what}`]
  return [[[201], [201]], [missing, missing], ...Array.from({ length: count }, () => [wrong, wrong])]
}

/** Returns the status of the response to a card of each type. */
async function statuses(send: (card: object) => Promise<Exchange>): Promise<Record<string, number>> {
  const others = { ECODE: { ...good, type: 'ECODE' }, plastic: { ...good, type: 'plastic' } }
  const answers: Record<string, number> = {}
  for (const [type, card] of Object.entries({ ...everyType, ...others })) {
    answers[type] = (await send(card)).status
  }
  return answers
}

async function stockOfGood(): Promise<{ ordinary: number; trusted: number }> {
  const { inventory } = await sandbox.wantControl('listInventory', 200)
  const rows = inventory.filter((row) => row.merchantId === good.merchantId && row.type === good.type)
  const count = (isLowRisk: boolean) => rows.find((row) => row.isLowRisk === isLowRisk)?.available ?? -1
  return { ordinary: count(false), trusted: count(true) }
}
