import type { Cart } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { noon, plentiful, sampleCart, sampleData, sampleLine, scarce } from './sample-data.ts'
import { type CreateStore, useStore } from './suite-store.ts'

/** The contract of carts. */
export function describeCarts(createStore: CreateStore): void {
  const getStore = useStore(createStore)
  const insert = (cart: Cart) => getStore().transaction((tx) => tx.insertCart(cart))
  const find = (cartId: string) => getStore().read((tx) => tx.findCart(cartId))
  const session = { kind: 'session', sessionId: '1' } as const
  /** The session's cart with its merchants. */
  const findShown = () => getStore().read((tx) => tx.findCartWithMerchants(session))
  /** The session's cart, created with the given id if it has none. */
  const findOrCreate = (cartId: string) =>
    getStore().transaction(async (tx) => {
      const existing = await tx.findCartOf(session)
      if (existing !== undefined) return existing.id
      await tx.insertCart(sampleCart({ id: cartId, owner: session }))
      return cartId
    })

  /** Three live carts, two of them with lines, and an expired one. */
  const insertFour = () =>
    getStore().transaction(async (tx) => {
      const moments = { soon: noon + 1, b: noon + 9, a: noon + 9, expired: noon }
      for (const [id, expiresAt] of Object.entries(moments))
        await tx.insertCart(sampleCart({ id, owner: { kind: 'session', sessionId: id }, expiresAt }))
      for (const id of ['line-2', 'line-1']) await tx.putCartLine('b', sampleLine({ id }))
      await tx.putCartLine('soon', sampleLine({ quantity: 1 }))
      await tx.putCartLine('expired', sampleLine())
    })
  /** The carts that have not expired at noon. */
  const listLive = (limit: number) => getStore().read((tx) => tx.listLiveCarts(noon, limit))

  /** Two expired carts with three plentiful cards each, the first with a scarce one too, and an active cart. */
  const insertExpired = () =>
    getStore().transaction(async (tx) => {
      await tx.reserveStock(plentiful, 9)
      await tx.reserveStock(scarce, 1)
      const line = sampleLine({ quantity: 3 })
      const low = { ...sampleLine({ quantity: 1 }), ...scarce, id: 'low' }
      for (const [id, expiresAt, lines] of [
        ['late', noon, [line, low]],
        ['early', noon - 1, [line]],
        ['alive', noon + 1, [line]],
      ] as const)
        await tx.insertCart(sampleCart({ id, owner: { kind: 'session', sessionId: id }, expiresAt, lines }))
    })
  /** How many plentiful and scarce cards are reserved. */
  const reserved = () =>
    getStore().read(async (tx) => [
      (await tx.findStock(plentiful))?.reserved,
      (await tx.findStock(scarce))?.reserved,
    ])

  describe('insertCart', () => {
    it('keeps an empty cart as it is', async () => {
      const cart = sampleCart({ couponCode: 'FIVEOFF' })
      await insert(cart)
      expect(await find(cart.id)).toEqual(cart)
    })

    it('refuses a second cart of one owner', async () => {
      await insert(sampleCart())
      await expect(insert(sampleCart({ id: 'cart-2' }))).rejects.toThrow(Error)
      expect(await find('cart-2')).toBeUndefined()
    })

    it('distinguishes a session from a customer', async () => {
      await insert(sampleCart())
      await insert(sampleCart({ id: 'cart-2', owner: session }))
      const found = await getStore().read((tx) => tx.findCartOf(session))
      expect(found).toEqual(sampleCart({ id: 'cart-2', owner: session }))
    })

    it('keeps one cart under parallel creation', async () => {
      const ids = await Promise.all(Array.from({ length: 12 }, (_, index) => findOrCreate(`cart-${index}`)))
      expect(new Set(ids).size).toBe(1)
    })
  })

  describe('findCartWithMerchants', () => {
    it('returns the cart as it is, and each merchant of its lines', async () => {
      const [known, other] = sampleData.merchants
      if (known === undefined || other === undefined) throw new Error('The sample has two merchants')
      await insert(sampleCart({ id: 'cart-2', owner: session, couponCode: 'FIVEOFF' }))
      await getStore().transaction(async (tx) => {
        await tx.insertCart(sampleCart())
        await tx.putCartLine('cart-1', sampleLine({ merchantId: other.id }))
        await tx.putCartLine('cart-2', sampleLine({ merchantId: known.id, quantity: 1 }))
        await tx.putCartLine('cart-2', sampleLine({ ...scarce, id: 'line-2', merchantId: other.id }))
        await tx.putCartLine('cart-2', sampleLine({ id: 'line-3', merchantId: known.id }))
      })
      const found = await findShown()
      expect(found?.cart).toEqual(await find('cart-2'))
      expect(found?.merchants).toEqual(
        new Map([
          [known.id, known],
          [other.id, other],
        ]),
      )
    })

    it('returns an empty cart, and nothing where there is none', async () => {
      expect(await findShown()).toBeUndefined()
      const cart = sampleCart({ id: 'cart-2', owner: session })
      await insert(cart)
      expect(await findShown()).toEqual({ cart, merchants: new Map() })
    })
  })

  describe('findCartOf', () => {
    it('finds an expired cart too', async () => {
      const cart = sampleCart({ expiresAt: 1 })
      await insert(cart)
      expect(await getStore().read((tx) => tx.findCartOf(cart.owner))).toEqual(cart)
    })

    it('finds nothing of an owner without a cart', async () => {
      expect(await getStore().read((tx) => tx.findCartOf(session))).toBeUndefined()
    })
  })

  describe('putCartLine', () => {
    it('adds lines at the end', async () => {
      await insert(sampleCart())
      const lines = ['z', 'a', 'm'].map((id) => sampleLine({ id }))
      await getStore().transaction(async (tx) => {
        for (const line of lines) await tx.putCartLine('cart-1', line)
      })
      expect(await find('cart-1')).toEqual(sampleCart({ lines }))
    })

    it('replaces the quantity in place', async () => {
      await insert(sampleCart())
      await getStore().transaction(async (tx) => {
        await tx.putCartLine('cart-1', sampleLine())
        await tx.putCartLine('cart-1', sampleLine({ ...scarce, id: 'line-2' }))
        await tx.putCartLine('cart-1', sampleLine({ quantity: 9 }))
      })
      const lines = [sampleLine({ quantity: 9 }), sampleLine({ ...scarce, id: 'line-2' })]
      expect(await find('cart-1')).toEqual(sampleCart({ lines }))
    })

    it('adds after a removed line', async () => {
      await insert(sampleCart())
      await getStore().transaction(async (tx) => {
        for (const id of ['a', 'b', 'c']) await tx.putCartLine('cart-1', sampleLine({ id }))
        await tx.deleteCartLine('cart-1', 'b')
        await tx.putCartLine('cart-1', sampleLine({ id: 'b' }))
      })
      const cart = await find('cart-1')
      expect(cart?.lines.map((line) => line.id)).toEqual(['a', 'c', 'b'])
    })

    it('keeps lines of one id apart by cart', async () => {
      await insert(sampleCart())
      await insert(sampleCart({ id: 'cart-2', owner: session }))
      await getStore().transaction(async (tx) => {
        await tx.putCartLine('cart-1', sampleLine())
        await tx.putCartLine('cart-2', sampleLine({ quantity: 5 }))
      })
      expect((await find('cart-1'))?.lines).toEqual([sampleLine()])
      expect((await find('cart-2'))?.lines).toEqual([sampleLine({ quantity: 5 })])
    })

    it.each([0, -1])('refuses a quantity of %i', async (quantity) => {
      await insert(sampleCart())
      const put = getStore().transaction((tx) => tx.putCartLine('cart-1', sampleLine({ quantity })))
      await expect(put).rejects.toThrow(Error)
    })

    it('refuses an unknown cart', async () => {
      await expect(getStore().transaction((tx) => tx.putCartLine('none', sampleLine()))).rejects.toThrow(
        Error,
      )
    })
  })

  describe('deleteCartLine', () => {
    it('ignores unknown lines', async () => {
      await insert(sampleCart())
      await getStore().transaction((tx) => tx.deleteCartLine('cart-1', 'none'))
      await getStore().transaction((tx) => tx.deleteCartLine('none', 'none'))
      expect(await find('cart-1')).toEqual(sampleCart())
    })
  })

  describe('updateCart', () => {
    it('changes only the given fields', async () => {
      await insert(sampleCart({ couponCode: 'FIVEOFF' }))
      await getStore().transaction((tx) => tx.updateCart('cart-1', { expiresAt: noon + 5 }))
      expect(await find('cart-1')).toEqual(sampleCart({ couponCode: 'FIVEOFF', expiresAt: noon + 5 }))
      await getStore().transaction((tx) => tx.updateCart('cart-1', { couponCode: null }))
      expect(await find('cart-1')).toEqual(sampleCart({ expiresAt: noon + 5 }))
    })

    it('gives a cart to another owner', async () => {
      const owner = { kind: 'customer', customerId: 1 } as const
      await insert(sampleCart({ owner: session }))
      await getStore().transaction((tx) => tx.updateCart('cart-1', { owner }))
      expect(await getStore().read((tx) => tx.findCartOf(session))).toBeUndefined()
      expect(await getStore().read((tx) => tx.findCartOf(owner))).toEqual(sampleCart({ owner }))
    })

    it('refuses an owner with another cart', async () => {
      await insert(sampleCart())
      await insert(sampleCart({ id: 'cart-2', owner: session }))
      const give = getStore().transaction((tx) => tx.updateCart('cart-2', { owner: sampleCart().owner }))
      await expect(give).rejects.toThrow(Error)
    })

    it('refuses an unknown cart', async () => {
      await expect(getStore().transaction((tx) => tx.updateCart('none', { expiresAt: 1 }))).rejects.toThrow(
        Error,
      )
    })
  })

  describe('deleteCart', () => {
    it('removes a cart and its lines', async () => {
      await insert(sampleCart())
      await getStore().transaction((tx) => tx.putCartLine('cart-1', sampleLine()))
      await getStore().transaction((tx) => tx.deleteCart('cart-1'))
      expect(await find('cart-1')).toBeUndefined()
      await insert(sampleCart())
      expect(await find('cart-1')).toEqual(sampleCart())
    })

    it('frees nothing by itself', async () => {
      await insert(sampleCart())
      await getStore().transaction((tx) => tx.reserveStock(plentiful, 2))
      await getStore().transaction((tx) => tx.deleteCart('cart-1'))
      expect(await getStore().read((tx) => tx.findStock(plentiful))).toMatchObject({ reserved: 2 })
    })
  })

  describe('carts that have expired', () => {
    it('release only their cards of a bucket', async () => {
      await insertExpired()
      expect(await getStore().transaction((tx) => tx.reclaimStock(plentiful, noon, 10))).toBe(6)
      expect(await reserved()).toEqual([3, 1])
      expect((await find('late'))?.lines.map(({ id }) => id)).toEqual(['low'])
      expect((await find('alive'))?.lines).toHaveLength(1)
      expect(await getStore().transaction((tx) => tx.reclaimStock(plentiful, noon, 10))).toBe(0)
    })

    it('give back so many lines at most', async () => {
      await insertExpired()
      expect(await getStore().transaction((tx) => tx.reclaimStock(plentiful, noon, 1))).toBe(3)
    })

    it('are deleted, soonest first, with all that they hold', async () => {
      await insertExpired()
      expect(await getStore().transaction((tx) => tx.deleteExpiredCarts(noon, 1))).toBe(1)
      expect([await find('early'), await reserved()]).toEqual([undefined, [6, 1]])
      expect(await getStore().transaction((tx) => tx.deleteExpiredCarts(noon, 10))).toBe(1)
      expect([await find('late'), await reserved()]).toEqual([undefined, [3, 0]])
      expect(await getStore().transaction((tx) => tx.deleteExpiredCarts(noon, 10))).toBe(0)
      expect(await find('alive')).toBeDefined()
    })
  })

  describe('listLiveCarts', () => {
    it('returns the longest lasting first, then by id', async () => {
      await insertFour()
      expect((await listLive(10)).map((cart) => cart.id)).toEqual(['a', 'b', 'soon'])
      expect((await listLive(2)).map((cart) => cart.id)).toEqual(['a', 'b'])
    })

    it('gives each cart its own lines, in order', async () => {
      await insertFour()
      const [a, b, soon] = await listLive(10)
      expect(a?.lines).toEqual([])
      expect(b).toEqual(await find('b'))
      expect(b?.lines.map((line) => line.id)).toEqual(['line-2', 'line-1'])
      expect(soon?.lines).toEqual([sampleLine({ quantity: 1 })])
    })

    it('counts those beyond the limit too', async () => {
      await insertFour()
      expect(await getStore().read((tx) => tx.countLiveCarts(noon))).toBe(3)
      expect(await getStore().read((tx) => tx.countLiveCarts(noon + 9))).toBe(0)
    })
  })
}
