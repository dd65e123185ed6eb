import type { OperationResponse } from '@giftcards/contract'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type CardRequest,
  type Partner,
  type Sandbox,
  shapeOf,
  startSandbox,
  storyCard,
} from '@giftcards/test-harness'

type Partial = Extract<OperationResponse<'addCards', 201>, { details: unknown }>

let sandbox: Sandbox
let partner: Partner
let cartId: string
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(startOver)

async function startOver(): Promise<void> {
  await sandbox.reset()
  partner = await sandbox.partner()
  cartId = (await partner.want('createCart', 201, { body: { action: 'buy' } })).cartId
}

const short = 'Error, insufficient inventory'
const mixed = [storyCard.pixelEcode(5), storyCard.harborEcode(2), storyCard.pixelSoldOut(3)]
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

async function addInPart(cards: readonly CardRequest[]): Promise<Partial> {
  return (await partner.want('addCards', 201, { path: { cartId }, body: { cards } })) as Partial
}

describe('addCards in part', () => {
  it('adds what is available', { meta: { rules: ['4.4-09'] } }, async () => {
    const { cart } = await addInPart(mixed)
    expect(cart.cards.map(({ merchant, quantity }) => [merchant, quantity])).toStrictEqual([
      [103, 3],
      [102, 2],
    ])
    expect(await partner.want('createCart', 200, { body: { action: 'buy' } })).toStrictEqual(cart)
  })

  it('counts what was asked and added', { meta: { rules: ['4.4-10', '4.4-11'] } }, async () => {
    const body = await addInPart(mixed)
    expect(Object.keys(body).toSorted()).toStrictEqual(['added', 'cart', 'details', 'requested'])
    expect(body).toMatchObject({ requested: 10, added: 5, details: expect.any(Array) })
    expect(shapeOf('AddCardsPartial')).toStrictEqual({
      cart: 'object',
      requested: 'integer',
      added: 'integer',
      details: 'array',
    })
  })

  it('details every line with its reason', { meta: { rules: ['4.4-12', '4.4-13'] } }, async () => {
    const { details } = await addInPart(mixed)
    const pixel = { merchantId: 103, type: 'ecode' }
    expect(details).toStrictEqual([
      { ...pixel, value: 35, percentOff: 4.5, requested: 5, added: 3, reason: short },
      { merchantId: 102, value: 5, type: 'ecode', percentOff: 0.5, requested: 2, added: 2 },
      { ...pixel, value: 15, percentOff: 12.5, requested: 3, added: 0, reason: short },
    ])
    expect(shapeOf('AddCardsDetail')).toStrictEqual({
      merchantId: 'integer',
      value: 'number',
      type: 'string',
      percentOff: 'number',
      requested: 'integer',
      added: 'integer',
      'reason?': 'string',
    })
  })

  it('for any shortage, the details account for every card', { meta: { rules: ['4.4-14'] } }, async () => {
    const lines = fc.array(
      fc
        .tuple(
          fc.constantFrom(
            storyCard.northwindEcode,
            storyCard.northwindPhysical,
            storyCard.pixelEcode,
            storyCard.pixelSoldOut,
            storyCard.trailheadEcode,
          ),
          fc.integer({ min: 1, max: 12 }),
        )
        .map(([make, quantity]) => make(quantity)),
      { minLength: 1, maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(lines, async (cards) => {
        await startOver()
        const { status, body } = await partner.call('addCards', { path: { cartId }, body: { cards } })
        fc.pre(status === 201)
        const { cart, requested, added, details } = body as Partial
        const inCart = sum(cart.cards.map(({ quantity }) => quantity))
        const asked = sum(cards.map(({ quantity }) => quantity))
        expect(details === undefined).toBe(inCart === asked)
        fc.pre(inCart < asked)
        expect(requested).toBe(asked)
        expect(added).toBe(inCart)
        expect(added).toBeLessThan(requested)
        expect(
          details.map(({ merchantId, value, type, percentOff, requested: quantity }) => ({
            merchantId,
            faceValue: value,
            percentOff,
            type,
            quantity,
          })),
        ).toStrictEqual(cards)
        expect(sum(details.map((line) => line.added))).toBe(added)
        expect(details.map(({ reason }) => reason === undefined)).toStrictEqual(
          details.map((line) => line.added === line.requested),
        )
      }),
      { seed: 44, numRuns: 25 },
    )
  })
})
