import { describe, expect, it } from 'vitest'
import { type CardRequest, fillCart, shapeOf, storyCard, typesIn, uuid } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

describe('CartCard', () => {
  it('has exactly its stated fields', { meta: { rules: ['2.3-01'] } }, async () => {
    expect(shapeOf('CartCard')).toStrictEqual({
      id: 'string',
      merchant: 'integer',
      merchantName: 'string',
      merchantImage: 'string',
      balance: 'number',
      cost: 'number',
      quantity: 'integer',
      percentOff: 'number',
      type: 'string',
      isLowRisk: 'boolean',
    })
    expect(typesIn(await cardFor(storyCard.northwindEcode()))).toStrictEqual({
      id: 'string',
      merchant: 'number',
      merchantName: 'string',
      merchantImage: 'string',
      balance: 'number',
      cost: 'number',
      quantity: 'number',
      percentOff: 'number',
      type: 'string',
      isLowRisk: 'boolean',
    })
  })

  it('has the id that its paths take', { meta: { rules: ['2.3-02'] } }, async () => {
    const partner = await sandbox.partner()
    const { cartId, cards } = await fillCart(partner, [storyCard.harborEcode(), storyCard.pixelEcode()])
    const [first, second] = cards.map(({ id }) => id)
    expect([first, second]).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)])
    const changed = await partner.want('adjustCardQuantity', 200, {
      path: { cartId, cardId: first! },
      body: { qty: 2 },
    })
    expect(changed).toMatchObject({
      cards: [
        { id: first, quantity: 3 },
        { id: second, quantity: 1 },
      ],
    })
    const left = await partner.want('removeCard', 200, { path: { cartId, cardId: second! } })
    expect(left.cards.map(({ id }) => id)).toEqual([first])
  })

  it.each([
    [storyCard.northwindEcode(), 101, 'Northwind Outfitters'],
    [storyCard.pixelEcode(), 103, 'Pixel Arcade'],
  ])('names the merchant of request %#', { meta: { rules: ['2.3-03'] } }, async (request, id, name) => {
    expect(await cardFor(request)).toMatchObject({ merchant: id, merchantName: name })
  })

  it('shows the merchant by the URL of an image', { meta: { rules: ['2.3-04'] } }, async () => {
    const { merchantImage } = await cardFor(storyCard.harborEcode())
    expect(new URL(merchantImage).protocol).toBe('https:')
  })

  it.each([
    [storyCard.northwindEcode(), 50, 45.75],
    [storyCard.northwindPhysical(), 100, 93],
    [storyCard.harborB2B(), 25, 24.18],
    [storyCard.harborEcode(), 5, 4.98],
    [storyCard.pixelEcode(), 35, 33.43],
  ])(
    'states face value and price of request %#',
    { meta: { rules: ['2.3-05', '2.3-06'] } },
    async (request, balance, cost) => {
      expect(await cardFor(request)).toMatchObject({ balance, cost })
      expect(await cardFor({ ...request, quantity: 2 })).toMatchObject({ balance, cost })
    },
  )

  it('stands for as many cards as requested', { meta: { rules: ['2.3-07'] } }, async () => {
    expect(await cardFor(storyCard.harborEcode(7))).toMatchObject({ quantity: 7 })
    expect(await cardFor(storyCard.harborB2B(100))).toMatchObject({ quantity: 100 })
  })

  it.each([storyCard.northwindEcode(), storyCard.northwindPhysical(), storyCard.harborB2B()])(
    'repeats percentage and type of request %#',
    { meta: { rules: ['2.3-08', '2.3-09'] } },
    async (request) => {
      const { percentOff, type } = request
      expect(await cardFor(request)).toMatchObject({ percentOff, type })
    },
  )

  it('tells trusted sellers from others', { meta: { rules: ['2.3-10'] } }, async () => {
    const partner = await sandbox.partner()
    const { cards } = await fillCart(partner, [storyCard.northwindEcode(7)])
    expect(cards.map(({ isLowRisk, quantity }) => ({ isLowRisk, quantity }))).toEqual([
      { isLowRisk: false, quantity: 5 },
      { isLowRisk: true, quantity: 2 },
    ])
    const { inventory } = await sandbox.wantControl('listInventory', 200)
    const reserved = inventory.filter((row) => row.reserved > 0)
    expect(reserved.map((row) => ({ isLowRisk: row.isLowRisk, quantity: row.reserved }))).toEqual(
      expect.arrayContaining([
        { isLowRisk: false, quantity: 5 },
        { isLowRisk: true, quantity: 2 },
      ]),
    )
  })
})

/** Returns the only line of a new cart with the requested card. */
async function cardFor(request: CardRequest) {
  await sandbox.reset()
  const { cards } = await fillCart(await sandbox.partner(), [request])
  expect(cards).toHaveLength(1)
  return cards[0]!
}
