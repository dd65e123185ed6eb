import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundle } from './check-document.ts'
import { documentNamed } from './documents.ts'
import { accepted, type ServedSandbox, serveDocument } from './serve-document.ts'

interface Card {
  readonly id: string
  readonly merchant: number
  readonly quantity: number
  readonly percentOff: number
}

interface Cart {
  readonly cartId: string
  readonly cards: readonly Card[]
}

let sandbox: ServedSandbox
beforeAll(async () => {
  sandbox = await serveDocument(await bundle(documentNamed('gift-cards')))
})
afterAll(() => sandbox[Symbol.asyncDispose]())

async function send(method: string, path: string, body?: object) {
  const response = await fetch(sandbox.url + path, {
    method,
    headers: {
      authorization: `Bearer ${accepted.token}`,
      'x-cc-app': accepted.key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Cart & { readonly cart?: Cart } }
}

const line = (merchantId: number, quantity: number) => ({
  merchantId,
  faceValue: 50,
  percentOff: 8.5,
  type: 'ecode',
  quantity,
})

describe('the cart of the contract, without a line of code', () => {
  it('is created, filled, shown and emptied', async () => {
    const created = await send('POST', '/v3/carts', { action: 'buy' })
    const { cartId } = created.body
    expect(created).toMatchObject({ status: 201, body: { cards: [] } })

    const filled = await send('POST', `/v3.1/carts/${cartId}/cards`, { cards: [line(101, 2), line(102, 1)] })
    const cards = filled.body.cart?.cards ?? []
    expect(filled).toMatchObject({ status: 201, body: { cart: { cartId } } })
    expect(cards).toMatchObject([
      { merchant: 101, quantity: 2, percentOff: 8.5 },
      { merchant: 102, quantity: 1 },
    ])

    // No operation of the contract only reads a cart, but each change returns it.
    const [first, second] = cards
    const less = await send('DELETE', `/v3/carts/${cartId}/cards/${first?.id}`)
    expect(less).toStrictEqual({ status: 200, body: { cartId, cards: [second], couponData: null } })
    const empty = await send('DELETE', `/v3/carts/${cartId}/cards/${second?.id}`)
    expect(empty).toStrictEqual({ status: 200, body: { cartId, cards: [], couponData: null } })
    expect((await send('DELETE', `/v3/carts/${cartId}/cards/${second?.id}`)).status).toBe(404)
  })

  it('does not know the rules that only prose tells', async () => {
    const { cartId } = (await send('POST', '/v3/carts', { action: 'buy' })).body
    // The merchant does not exist, so it cannot have 100 cards in stock.
    const added = await send('POST', `/v3.1/carts/${cartId}/cards`, { cards: [line(987_654, 100)] })
    expect(added).toMatchObject({
      status: 201,
      body: { cart: { cards: [{ merchant: 987_654, quantity: 100 }] } },
    })
  })
})
