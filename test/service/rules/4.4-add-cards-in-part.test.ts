import type { OperationResponse } from '@giftcards/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { type CardRequest, type Partner, shapeOf, storyCard } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

type Partial = Extract<OperationResponse<'addCards', 201>, { details: unknown }>

const sandbox = await useSandbox()
let partner: Partner
let cartId: string
beforeEach(startOver)

async function startOver(): Promise<void> {
  await sandbox.reset()
  partner = await sandbox.partner()
  cartId = (await partner.want('createCart', 201, { body: { action: 'buy' } })).cartId
}

const short = 'Error, insufficient inventory'
const mixed = [storyCard.pixelEcode(5), storyCard.harborEcode(2), storyCard.pixelSoldOut(3)]

async function addInPart(cards: readonly CardRequest[]): Promise<Partial> {
  return (await partner.want('addCards', 201, { path: { cartId }, body: { cards } })) as Partial
}

describe('addCards in part', () => {
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

  it(
    'details every line with its reason',
    { meta: { rules: ['4.4-12', '4.4-13', 'D4-11', 'D4-12', '4.4-14'] } },
    async () => {
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
    },
  )
})
