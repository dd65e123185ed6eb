import { describe, expect, it } from 'vitest'
import { departuresFromExample } from './departures-from-example.ts'
import { storyIds } from './story-ids.ts'

const otherId = '0b8f6a0e-3c52-4f6d-9a77-2d1c5e90b431'

describe('departuresFromExample', () => {
  it('finds nothing where both are equal', () => {
    const answer = { total: { due: '180.81' }, cards: [{ cost: 45.75 }], coupon: null }
    expect(departuresFromExample(answer, structuredClone(answer))).toStrictEqual([])
  })

  it('names a missing and a surplus key', () => {
    expect(departuresFromExample({ cart: { id: 1 } }, { cart: { cartId: 1 } })).toStrictEqual([
      '/cart/id is missing',
      '/cart/cartId is not in the example',
    ])
  })

  it('tells money from its text', () => {
    expect(departuresFromExample({ due: '180.81' }, { due: 180.81 })).toStrictEqual([
      '/due is 180.81, not "180.81"',
    ])
  })

  it('counts the items of a list', () => {
    expect(departuresFromExample({ cards: [1, 2] }, { cards: [1] })).toStrictEqual([
      '/cards has 1 items, not 2',
    ])
  })

  it('takes another card number of the same shape', () => {
    expect(departuresFromExample({ number: '****4826' }, { number: '****0001' })).toStrictEqual([])
    expect(departuresFromExample({ number: '****4826' }, { number: '9999000000000001' })).toHaveLength(1)
  })

  it('compares the prefix of a barcode', () => {
    const [first, second] = ['9901730518264907', '9902730518264907']
    expect(departuresFromExample({ contents: first }, { contents: second })).toHaveLength(1)
  })

  it('takes another UUID, everywhere the same', () => {
    const example = { cartId: storyIds.cart, cards: [{ id: storyIds.cart }] }
    const answer = (inner: string) => ({ cartId: otherId, cards: [{ id: inner }] })
    expect(departuresFromExample(example, answer(otherId))).toStrictEqual([])
    expect(departuresFromExample(example, answer(storyIds.order))).toHaveLength(1)
  })

  it('refuses one UUID for two of the example', () => {
    const example = { cartId: storyIds.cart, orderId: storyIds.order }
    expect(departuresFromExample(example, { cartId: otherId, orderId: otherId })).toHaveLength(1)
  })

  it('refuses another UUID than the known one', () => {
    const known = new Map([[storyIds.cart, otherId]])
    expect(departuresFromExample({ cartId: storyIds.cart }, { cartId: otherId }, { known })).toStrictEqual([])
    expect(
      departuresFromExample({ cartId: storyIds.cart }, { cartId: storyIds.order }, { known }),
    ).toHaveLength(1)
  })

  it('finds the entries of an excerpt in order', () => {
    const stock = { inventory: [{ id: 1 }, { id: 2 }, { id: 3 }] }
    const departures = (...ids: number[]) =>
      departuresFromExample({ inventory: ids.map((id) => ({ id })) }, stock, { isExcerpt: true })
    expect(departures(1, 3)).toStrictEqual([])
    expect(departures(3, 1)).toStrictEqual(['/inventory has another order'])
    expect(departures(4)).toStrictEqual(['/inventory does not hold entry 0'])
  })
})
