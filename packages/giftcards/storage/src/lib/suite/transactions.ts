import { type Lock, StoreUnavailableError } from '@giftcards/marketplace'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyData, sampleCart } from './sample-data.ts'
import { type CreateStore, runsOf, useStore, transact } from './suite-store.ts'

/** The contract of transactions and reads. */
export function describeTransactions(createStore: CreateStore): void {
  const getStore = useStore(createStore)
  const creditOf = async (customerId: number) => {
    const customer = await getStore().read((tx) => tx.findCustomer(customerId))
    return customer?.storeCreditCents
  }
  const addOneCent = () =>
    getStore().transaction(async (tx) => {
      await tx.lock({ kind: 'customer', customerId: 1 })
      const before = await tx.findCustomer(1)
      await tx.updateCustomer(1, { storeCreditCents: (before?.storeCreditCents ?? 0) + 1 })
    })

  describe('transaction', () => {
    it('commits and returns the result', async () => {
      const answer = await getStore().transaction(async (tx) => {
        await tx.updateCustomer(1, { storeCreditCents: 1 })
        return 'done'
      })
      expect(answer).toBe('done')
      expect(await creditOf(1)).toBe(1)
    })

    it('sees its own changes', async () => {
      const seen = await getStore().transaction(async (tx) => {
        await tx.updateCustomer(1, { storeCreditCents: 1 })
        return tx.findCustomer(1)
      })
      expect(seen?.storeCreditCents).toBe(1)
    })

    it('keeps what resolves', async () => {
      await getStore().transaction((tx) => tx.updateCustomer(1, { storeCreditCents: 1 }))
      expect(await creditOf(1)).toBe(1)
    })

    it('rolls back a refusal, and returns it', async () => {
      const refusal = { kind: 'refused', reason: 'no' } as const
      const answer = await getStore().transaction(async (tx) => {
        await tx.updateCustomer(1, { storeCreditCents: 1 })
        return refusal
      })
      expect(answer).toEqual(refusal)
      expect(await creditOf(1)).toBe(5000)
    })

    it('drops everything where work throws', async () => {
      const trouble = new Error('half-way')
      const failed = getStore().transaction(async (tx) => {
        await tx.updateCustomer(1, { storeCreditCents: 1 })
        await tx.seed(emptyData)
        throw trouble
      })
      await expect(failed).rejects.toBe(trouble)
      expect(await creditOf(1)).toBe(5000)
    })

    it('drops everything where a change is refused', async () => {
      const failed = getStore().transaction(async (tx) => {
        await tx.updateCustomer(1, { storeCreditCents: 1 })
        await tx.updateCustomer(2, { storeCreditCents: -1 })
      })
      await expect(failed).rejects.toThrow(Error)
      expect(await creditOf(1)).toBe(5000)
    })

    it('follows a failed one undisturbed', async () => {
      const failed = getStore().transaction(() => Promise.reject(new Error('no')))
      const next = getStore().transaction((tx) => tx.updateCustomer(1, { storeCreditCents: 2 }))
      await expect(failed).rejects.toThrow('no')
      await next
      expect(await creditOf(1)).toBe(2)
    })

    it('loses no update beside parallel ones', async () => {
      await Promise.all(Array.from({ length: 40 }, addOneCent))
      expect(await creditOf(1)).toBe(5040)
    })

    it('keeps two that write the same rows in opposite order', async () => {
      const orders = [
        [1, 2],
        [2, 1],
      ]
      const writings = orders.map((ids) =>
        getStore().transaction(async (tx) => {
          await tx.lock(...ids.map((customerId) => ({ kind: 'customer', customerId }) as const))
          for (const id of ids) {
            const credit = (await tx.findCustomer(id))?.storeCreditCents ?? 0
            await tx.updateCustomer(id, { storeCreditCents: credit + 1 })
          }
        }),
      )
      await Promise.all(writings)
      expect([await creditOf(1), await creditOf(2)]).toEqual([5002, 5002])
    })

    it('for any parallel transfers, keeps the sum', async () => {
      const transfers = fc.array(
        fc.record({ cents: fc.integer({ min: 1, max: 400 }), isKept: fc.boolean(), isForth: fc.boolean() }),
        { minLength: 1, maxLength: 12 },
      )
      await fc.assert(
        fc.asyncProperty(transfers, async (all) => {
          const sums = await Promise.all(
            all.flatMap((transfer) => [
              transact(
                getStore(),
                async (tx) => {
                  await tx.lock({ kind: 'customer', customerId: 2 }, { kind: 'customer', customerId: 1 })
                  const first = (await tx.findCustomer(1))?.storeCreditCents ?? 0
                  const second = (await tx.findCustomer(2))?.storeCreditCents ?? 0
                  const moved = transfer.isForth
                    ? Math.min(transfer.cents, first)
                    : -Math.min(transfer.cents, second)
                  await tx.updateCustomer(1, { storeCreditCents: first - moved })
                  await tx.updateCustomer(2, { storeCreditCents: second + moved })
                  return 10_000
                },
                transfer.isKept,
              ),
              getStore().read(async (tx) => {
                const source = await tx.findCustomer(1)
                const target = await tx.findCustomer(2)
                return (source?.storeCreditCents ?? 0) + (target?.storeCreditCents ?? 0)
              }),
            ]),
          )
          expect(new Set(sums)).toEqual(new Set([10_000]))
        }),
        { seed: 20_260_115, numRuns: runsOf(25) },
      )
    })
  })

  describe('lock', () => {
    const locks: readonly Lock[] = [
      { kind: 'customer', customerId: 1 },
      { kind: 'name', name: 'clock' },
    ]
    it.each(locks)('lets one transaction at a time hold $kind', async (lock) => {
      const order: string[] = []
      const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
      const first = getStore().transaction(async (tx) => {
        await tx.lock(lock)
        hold()
        await tx.findCustomer(2)
        order.push('first ends')
      })
      await isHeld
      await getStore().transaction(async (tx) => {
        await tx.lock(lock)
        order.push('second begins')
      })
      await first
      expect(order).toEqual(['first ends', 'second begins'])
    })

    it('covers the cart of a session', async () => {
      const owner = { kind: 'session', sessionId: 's' } as const
      await getStore().transaction((tx) => tx.insertCart(sampleCart({ owner })))
      const grow = () =>
        getStore().transaction(async (tx) => {
          await tx.lock(owner)
          const expiresAt = ((await tx.findCartOf(owner))?.expiresAt ?? 0) + 1
          await tx.updateCart('cart-1', { expiresAt })
        })
      await Promise.all([grow(), grow(), grow()])
      expect((await getStore().read((tx) => tx.findCart('cart-1')))?.expiresAt).toBe(
        sampleCart().expiresAt + 3,
      )
    })
  })

  describe('read', () => {
    it('offers nothing that writes', async () => {
      const names = await getStore().read(async (tx) => Object.keys(tx))
      expect(names.filter((name) => !/^(find|list|count)[A-Z]/.test(name))).toEqual([])
    })

    it('rejects with what work throws', async () => {
      const trouble = new Error('unread')
      await expect(getStore().read(() => Promise.reject(trouble))).rejects.toBe(trouble)
    })
  })

  const readCredit = async () => (await getStore().readOne((tx) => tx.findCustomer(1)))?.storeCreditCents

  describe('readOne', () => {
    it('runs one statement, and rejects a second one', async () => {
      expect(await getStore().readOne((tx) => tx.findApp('demo-app'))).toEqual({
        id: 'demo-app',
        isEnabled: true,
      })
      const twice = getStore().readOne(async (tx) => {
        await tx.findApp('demo-app')
        return tx.findApp('old-app')
      })
      await expect(twice).rejects.toThrow('Only one statement')
    })

    it('runs for everybody who reads at the same time, each for itself', async () => {
      const found = await Promise.all(
        [1, 2, 3, 99].map((id) => getStore().readOne((tx) => tx.findCustomer(id))),
      )
      expect(found.map((customer) => customer?.id)).toStrictEqual([1, 2, 3, undefined])
    })

    it('sees only committed data', async () => {
      const seen = [await readCredit()]
      for (const isKept of [false, true]) {
        await transact(getStore(), (tx) => tx.updateCustomer(1, { storeCreditCents: 7 }), isKept)
        seen.push(await readCredit())
      }
      expect(seen).toStrictEqual([seen[0], seen[0], 7])
      expect(seen[0]).not.toBe(7)
    })

    it('rejects with the error of the read', async () => {
      const trouble = new Error('unasked')
      await expect(getStore().readOne(() => Promise.reject(trouble))).rejects.toBe(trouble)
    })
  })

  describe('close', () => {
    it('waits for running transactions', async () => {
      const running = getStore().transaction((tx) => tx.nextNumber('card'))
      await getStore().close()
      expect(await running).toBe(501)
    })

    it('leaves nothing to work with', async () => {
      await getStore().ping()
      await getStore().close()
      const store = getStore()
      await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailableError)
      await expect(store.read((tx) => tx.findCustomer(1))).rejects.toBeInstanceOf(StoreUnavailableError)
      await expect(store.readOne((tx) => tx.findCustomer(1))).rejects.toBeInstanceOf(StoreUnavailableError)
      await expect(store.findAccess('demo-app', 1)).rejects.toBeInstanceOf(StoreUnavailableError)
      await expect(store.transaction(async () => 'never')).rejects.toBeInstanceOf(StoreUnavailableError)
    })

    it('may be called again', async () => {
      await getStore().close()
      await expect(getStore().close()).resolves.toBeUndefined()
    })
  })
}
