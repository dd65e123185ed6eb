import { openapiDocument, operationTable } from '@giftcards/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Cart,
  everyCall,
  fillCart,
  fillPath,
  sampleCalls,
  type Sandbox,
  send,
  shapeOf,
  startSandbox,
  storyCard,
  storyCards,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const addCardsPath = '/v3.1/carts/{cartId}/cards'
const notFound = { status: 404, code: 'not_found' }

describe('the version of a path', () => {
  it('is v3 but for adding cards', { meta: { rules: ['9-01', '9-02'] } }, () => {
    const others = Object.keys(openapiDocument.paths).filter((path) => !path.startsWith('/v3/'))
    expect(others).toEqual([addCardsPath])
    expect(operationTable.addCards).toMatchObject({ method: 'post', path: addCardsPath })
  })

  it.each(everyCall)('is the only one of %s', { meta: { rules: ['9-01'] } }, async (id, call) => {
    const { method, path } = operationTable[id]
    const [, version] = path.split('/')
    expect(version).toBe(id === 'addCards' ? 'v3.1' : 'v3')
    const other = version === 'v3' ? '/v3.1/' : '/v3/'
    const moved = fillPath(path, call).replace(`/${version}/`, other)
    expect(await send(sandbox.url, { method, path: moved })).toMatchObject(notFound)
  })

  it('of adding cards is v3.1', { meta: { rules: ['9-02'] } }, async () => {
    const partner = await sandbox.partner()
    const { cartId } = await partner.want('createCart', 201, { body: { action: 'buy' } })
    const headers = {
      'user-agent': 'contract-tests',
      'x-cc-app': 'demo-app',
      authorization: `Bearer ${partner.token}`,
    }
    const { body } = sampleCalls.addCards
    const old = await send(sandbox.url, { method: 'POST', path: `/v3/carts/${cartId}/cards`, headers, body })
    expect(old).toMatchObject(notFound)
    const current = await send(sandbox.url, {
      method: 'POST',
      path: `/v3.1/carts/${cartId}/cards`,
      headers,
      body,
    })
    expect(current).toMatchObject({ status: 201 })
  })
})

describe('AddCardsRequest', () => {
  it('differs in taking several cards only', { meta: { rules: ['9-03'] } }, async () => {
    expect(shapeOf('AddCardsRequest')).toStrictEqual({ cards: 'array' })
    const atOnce = await fillCart(await sandbox.partner(), storyCards)
    const partner = await sandbox.partner()
    for (const card of storyCards) await fillCart(partner, [card])
    const oneByOne = await partner.want('createCart', 200, { body: { action: 'buy' } })
    expect(withoutIds(oneByOne)).toStrictEqual(withoutIds(atOnce))
  })

  it('with one card answers like many', { meta: { rules: ['9-03'] } }, async () => {
    const partner = await sandbox.partner()
    const { cartId } = await partner.want('createCart', 201, { body: { action: 'buy' } })
    const add = (...cards: readonly object[]) =>
      partner.want('addCards', 201, { path: { cartId }, body: { cards } })
    const one = await add(storyCard.harborEcode())
    expect(one).toMatchObject({ cart: { cartId, cards: [{ quantity: 1 }] } })
    const many = await add(storyCard.harborEcode(), storyCard.pixelEcode())
    expect(Object.keys(many)).toEqual(Object.keys(one))
    const short = await add(storyCard.pixelEcode(3))
    expect(short).toMatchObject({
      requested: 3,
      added: 2,
      details: [{ merchantId: 103, requested: 3, added: 2 }],
    })
  })
})

const withoutIds = ({ cards }: Cart) => cards.map((card) => ({ ...card, id: '' }))
