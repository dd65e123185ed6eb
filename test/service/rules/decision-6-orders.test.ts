import { openapiDocument, type OperationId, operationTable } from '@giftcards/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  bookOf,
  type CardRequest,
  checkExchange,
  checkoutOf,
  type Exchange,
  type Partner,
  placeOrder,
  schemaOf,
  startSandbox,
  storyAddress,
  storyCard,
  storyCards,
  storyPayments,
  uuid,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()
let partner: Partner
beforeEach(async () => {
  partner = await sandbox.partner('elite@example.com')
})

const oneCard = [storyCard.harborB2B()]

/** A card that is sold only at checkout. */
const trailheadAsPre = {
  merchantId: 104,
  faceValue: 20,
  percentOff: 2,
  type: 'newEcodeAsPre',
  quantity: 1,
} as unknown as CardRequest

describe('a checkout repeated under its Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'story-1' }

  it('answers as it did the first time', { meta: { rules: ['D6-15'] } }, async () => {
    const sale = { ...checkoutOf(storyCards, storyPayments.DRAWDOWN_ACCOUNT), headers }
    const first = await partner.call('checkout', sale)
    expect([first.status, first.headers.get('idempotent-replayed')]).toStrictEqual([201, null])
    const bought = await bookOf(sandbox)
    await sandbox.advance(2 * 3600)
    const renewed = await sandbox.partner('elite@example.com')
    const again = await renewed.call('checkout', sale)
    expect([again.status, again.text]).toStrictEqual([first.status, first.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await bookOf(sandbox)).stock).toStrictEqual(bought.stock)
    expect((await renewed.want('getDrawdownAccount', 200)).availableBalance).toBe(1020.11)
  })

  it('knows its body in another order of keys', { meta: { rules: ['D6-15'] } }, async () => {
    const { body } = checkoutOf(oneCard)
    const first = await partner.call('checkout', { body, headers })
    const reversed = Object.fromEntries(Object.entries(body as object).toReversed())
    const again = await partner.call('checkout', { body: reversed, headers })
    expect([again.status, again.text]).toStrictEqual([201, first.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  it('is another order under another key, or none', { meta: { rules: ['D6-15'] } }, async () => {
    const keys = [headers, {}, {}, { 'idempotency-key': 'story-2' }]
    const answers = []
    for (const own of keys)
      answers.push(await partner.call('checkout', { ...checkoutOf(oneCard), headers: own }))
    expect(answers.map(({ body }) => (body as { buyOrder: { id: number } }).buyOrder.id)).toStrictEqual([
      100_001, 100_002, 100_003, 100_004,
    ])
    expect(answers.map((answer) => answer.headers.has('idempotent-replayed'))).toStrictEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

const idOf = ({ body }: Exchange) => (body as { buyOrder: { id: number } }).buyOrder.id

describe('the key of an order', () => {
  const headers = { 'idempotency-key': 'story-1' }

  it('counts per account', { meta: { rules: ['D6-18'] } }, async () => {
    const other = await sandbox.partner('standard@example.com')
    const first = await partner.call('checkout', { ...checkoutOf(oneCard), headers })
    const second = await other.call('checkout', { ...checkoutOf(storyCards), headers })
    expect([first.status, second.status]).toStrictEqual([201, 201])
    expect(idOf(second)).not.toBe(idOf(first))
    expect(second.headers.has('idempotent-replayed')).toBe(false)
  })
})

describe('an order', () => {
  it('has a UUID as its orderId', { meta: { rules: ['D6-22'] } }, async () => {
    const unseeded = await startSandbox({ SANDBOX_SEED: '' })
    const elsewhere = await unseeded.partner('elite@example.com')
    const orders = [
      await placeOrder(partner, oneCard),
      await placeOrder(partner, oneCard),
      await placeOrder(elsewhere, oneCard),
    ]
    await unseeded.close()
    const ids = orders.map(({ orderId }) => orderId)
    for (const id of ids) expect(id).toMatch(uuid)
    expect(new Set(ids).size).toBe(3)
  })

  it('says whether a card is new', { meta: { rules: ['D6-25'] } }, async () => {
    const cards = [storyCard.northwindEcode(), storyCard.northwindPhysical(), ...oneCard, trailheadAsPre]
    const order = await placeOrder(partner, cards)
    expect(order.cards.map(({ type, sourceCode }) => [type, sourceCode])).toStrictEqual([
      ['ecode', 'pre-owned'],
      ['physical', 'pre-owned'],
      ['newEcodeB2B', 'new'],
      ['newEcodeAsPre', 'new'],
    ])
  })

  it('says where it goes', { meta: { rules: ['D6-26', '2.8-09'] } }, async () => {
    const shippingDetails = {
      firstname: 'Ada',
      lastname: 'van Dyke',
      street: '7 Mill Road',
      street2: 'Unit 3',
      city: 'Salem',
      state: 'MA',
      postcode: '01970-1234',
      company: 'Elm Works',
    }
    const given = await placeOrder(partner, oneCard, storyPayments.ACH, { shippingDetails })
    expect(given.shippingDetails).toStrictEqual({
      name: 'Ada van Dyke',
      address: '7 Mill Road, Unit 3',
      city: 'Salem',
      state: 'MA',
      zip: '01970-1234',
      country: 'US',
    })
    const plain = await placeOrder(partner, oneCard, storyPayments.ACH, { shippingDetails: storyAddress })
    expect(plain.shippingDetails).toMatchObject({ name: 'Erin Elm', address: '12 Harbor Street' })
  })

  it.each([
    ['ACH', 'ACH Bank Transfer'],
    ['ACH_CREDITCARD', 'ACH Bank Transfer'],
    ['CREDITCARD', 'Credit Card'],
    ['STORE_CREDIT', 'Store Credit'],
    ['DRAWDOWN_ACCOUNT', 'Drawdown Account'],
  ] as const)('paid by %s reads %s', { meta: { rules: ['D6-27', '2.8-07'] } }, async (method, text) => {
    const order = await placeOrder(partner, oneCard, storyPayments[method])
    expect(order.paymentDetails.method).toBe(text)
    const { buyOrder } = await partner.want('getOrder', 200, { path: { orderId: order.orderId } })
    expect(buyOrder.paymentDetails.method).toBe(text)
  })

  it('masks the numbers of the bank', { meta: { rules: ['D6-28', '2.8-08'] } }, async () => {
    const details = { id: 7003, creditCardDetails: { creditCardId: 8001 } }
    const orders = [
      await placeOrder(partner, oneCard, { method: 'ACH', details: { id: 7001 } }),
      await placeOrder(partner, oneCard, { method: 'ACH_CREDITCARD', details }),
    ]
    expect(orders.map(({ paymentDetails }) => paymentDetails)).toStrictEqual([
      { method: 'ACH Bank Transfer', accountNumber: '****7001', routingNumber: '****0021' },
      { method: 'ACH Bank Transfer', accountNumber: '****7003', routingNumber: '****0021' },
    ])
  })

  it('is fetched as checkout answered it', { meta: { rules: ['D6-29'] } }, async () => {
    const sold = await partner.call('checkout', checkoutOf([storyCard.magic(901, 2)]))
    const { orderId } = (sold.body as { buyOrder: { orderId: string } }).buyOrder
    const fetched = await partner.call('getOrder', { path: { orderId } })
    expect([fetched.status, fetched.body]).toStrictEqual([200, sold.body])
    const sameSchema = { $ref: '#/components/schemas/OrderEnvelope' }
    expect([bodySchema('OrderPlaced'), bodySchema('OrderFound')]).toStrictEqual([sameSchema, sameSchema])
    expect(responseRef('checkout', 201)).toBe('#/components/responses/OrderPlaced')
    expect(responseRef('getOrder', 200)).toBe('#/components/responses/OrderFound')
  })

  it('leaves room for further statuses', { meta: { rules: ['D6-35'] } }, async () => {
    const { orderId } = await placeOrder(partner, oneCard)
    const fetched = await partner.call('getOrder', { path: { orderId } })
    const { buyOrder } = fetched.body as { buyOrder: object }
    const problemsOf = (status: unknown) =>
      checkExchange('getOrder', { ...fetched, text: JSON.stringify({ buyOrder: { ...buyOrder, status } }) })
    expect([problemsOf('Awaiting Pickup'), problemsOf('on-backorder/2')]).toStrictEqual([[], []])
    expect(problemsOf(7)).toHaveLength(1)
    expect(Object.keys(schemaOf('Order').properties?.['status'] ?? {}).toSorted()).toStrictEqual([
      'description',
      'examples',
      'maxLength',
      'minLength',
      'type',
      'x-extensible-enum',
    ])
  })
})

/** Returns the reference of the named response that an operation has for a status. */
function responseRef(operationId: OperationId, status: number): string | undefined {
  const { method, path } = operationTable[operationId]
  const operation = openapiDocument.paths[path]?.[method] as {
    readonly responses?: Readonly<Record<number, { readonly $ref?: string }>>
  }
  return operation.responses?.[status]?.$ref
}

/** Returns the schema of the body of a named response. */
function bodySchema(name: string): unknown {
  const response = openapiDocument.components?.['responses']?.[name] as
    { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> } | undefined
  return response?.content?.['application/json']?.schema
}
