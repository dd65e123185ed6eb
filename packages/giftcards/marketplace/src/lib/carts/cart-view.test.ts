import { describe, expect, it } from 'vitest'
import { addCards, applyCoupon, createCart, listCarts } from '../../index.ts'
import { anonymous, elite } from '../samples/create-test-marketplace.ts'
import { valueOf } from '../samples/outcome.ts'
import { checkoutLine } from '../samples/sample-checkout.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const market = useMarketplace()

const list = (limit: number) => market.store.read((tx) => listCarts(tx, market.clock.now(), limit))

describe('listCarts', () => {
  it('shows each cart as its owner sees it', async () => {
    const { cart } = await createCart(market.deps, elite)
    await addCards(market.deps, elite, cart.id, [checkoutLine()])
    const seen = valueOf(await applyCoupon(market.deps, elite, cart.id, 'SAVE10'))
    const expiresAt = market.clock.now() + market.deps.settings.cartTtlMs
    expect(await list(1)).toEqual({
      carts: [{ ...seen.cart, owner: { kind: 'customer', customerId: elite.customerId }, expiresAt }],
      count: 1,
    })
  })

  it('puts the cart changed last first', async () => {
    await createCart(market.deps, elite)
    market.clock.advance(1)
    await createCart(market.deps, anonymous)
    const owners = async (limit: number) => (await list(limit)).carts.map(({ owner }) => owner.kind)
    expect(await owners(9)).toEqual(['session', 'customer'])
    expect(await owners(1)).toEqual(['session'])
    expect((await list(1)).count).toBe(2)
  })

  it('leaves out what has expired', async () => {
    await createCart(market.deps, elite)
    market.clock.advance(market.deps.settings.cartTtlMs / 1000)
    expect(await list(9)).toEqual({ carts: [], count: 0 })
  })
})
