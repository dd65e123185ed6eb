import type { Customer } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { address, noon, sampleData } from './sample-data.ts'
import { type CreateStore, useStore, transact } from './suite-store.ts'

/** The contract of applications, customers and their saved payment methods. */
export function describeAccounts(createStore: CreateStore): void {
  const getStore = useStore(createStore)
  const [bob, ada, eve] = sampleData.customers as readonly [Customer, Customer, Customer]

  describe('findApp', () => {
    it('finds enabled and disabled apps', async () => {
      expect(await getStore().read((tx) => tx.findApp('demo-app'))).toEqual({
        id: 'demo-app',
        isEnabled: true,
      })
      expect(await getStore().read((tx) => tx.findApp('old-app'))).toEqual({
        id: 'old-app',
        isEnabled: false,
      })
      expect(await getStore().read((tx) => tx.findApp('DEMO-APP'))).toBeUndefined()
    })
  })

  describe('putApp', () => {
    it('adds an app, and changes the one with its id', async () => {
      await getStore().transaction((tx) => tx.putApp({ id: 'new-app', isEnabled: true }))
      await getStore().transaction((tx) => tx.putApp({ id: 'demo-app', isEnabled: false }))
      expect(await getStore().read((tx) => tx.listApps())).toEqual([
        { id: 'demo-app', isEnabled: false },
        { id: 'new-app', isEnabled: true },
        { id: 'old-app', isEnabled: false },
      ])
    })
  })

  describe('findAccess', () => {
    it.each([
      ['demo-app', 1, true, true, 7],
      ['old-app', 2, false, true, 0],
      ['DEMO-APP', 3, false, false, 0],
      ['demo-app', 99, true, false, undefined],
      ['demo-app', null, true, false, undefined],
    ])(
      'judges %s and customer %s',
      async (appId, customerId, appIsEnabled, customerIsEnabled, tokenGeneration) => {
        await getStore().transaction((tx) => tx.updateCustomer(1, { tokenGeneration: 7 }))
        expect(await getStore().findAccess(appId, customerId)).toStrictEqual({
          appIsEnabled,
          customerIsEnabled,
          tokenGeneration,
          clock: undefined,
        })
      },
    )

    it.each([0, -1, 1.5, 2 ** 53, 1e300, Number.NaN])('lets no customer %d in', async (customerId) => {
      const { appIsEnabled, customerIsEnabled } = await getStore().findAccess('demo-app', customerId)
      expect([appIsEnabled, customerIsEnabled]).toStrictEqual([true, false])
    })

    it.each([`' or 1=1 --`, 'demo-app\0', '\uD800', ''])('takes hostile text for text: %j', async (appId) => {
      expect((await getStore().findAccess(appId, 1)).appIsEnabled).toBe(false)
    })

    it.each([
      { frozenAt: noon, offsetMs: 0 },
      { frozenAt: null, offsetMs: -5000 },
    ])('returns the clock: %j', async (setting) => {
      await getStore().transaction((tx) => tx.putClockSetting(setting))
      expect((await getStore().findAccess('demo-app', 1)).clock).toStrictEqual(setting)
    })

    it('sees nothing that is not committed', async () => {
      const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
      const { promise: hasSet, resolve: tellSet } = Promise.withResolvers<void>()
      const dropped = transact(
        getStore(),
        async (tx) => {
          await tx.putClockSetting({ frozenAt: noon, offsetMs: 0 })
          tellSet()
          await mayEnd
        },
        false,
      )
      await hasSet
      const seen = getStore().findAccess('demo-app', 1)
      end()
      await dropped
      expect((await seen).clock).toBeUndefined()
    })
  })

  describe('findCustomer', () => {
    it('finds by id, with every field', async () => {
      expect(await getStore().read((tx) => tx.findCustomer(1))).toEqual(ada)
      expect(await getStore().read((tx) => tx.findCustomer(2))).toEqual(bob)
      expect(await getStore().read((tx) => tx.findCustomer(99))).toBeUndefined()
    })

    it.each([0, -1, 1.5, 2 ** 53, 1e300])('finds nothing under %d', async (id) => {
      expect(await getStore().read((tx) => tx.findCustomer(id))).toBeUndefined()
    })
  })

  describe('findCustomerByEmail', () => {
    it('finds the exact address', async () => {
      expect(await getStore().read((tx) => tx.findCustomerByEmail('bob@example.com'))).toEqual(bob)
      expect(await getStore().read((tx) => tx.findCustomerByEmail('bob@example'))).toBeUndefined()
    })

    it.each([`' or 1=1 --`, 'ada@example.com\0', '\uD800'])(
      'takes hostile text for text: %j',
      async (hostile) => {
        expect(await getStore().read((tx) => tx.findCustomerByEmail(hostile))).toBeUndefined()
      },
    )
  })

  describe('listCustomers', () => {
    it('goes by id', async () => {
      expect(await getStore().read((tx) => tx.listCustomers())).toEqual([ada, bob, eve])
    })
  })

  describe('insertCustomer', () => {
    it('takes the next id, and keeps every field', async () => {
      const { id: _id, ...fields } = { ...ada, email: 'new@example.com' }
      expect(await getStore().transaction((tx) => tx.insertCustomer(fields))).toBe(4)
      expect(await getStore().read((tx) => tx.findCustomer(4))).toEqual({ ...fields, id: 4 })
    })

    it('rejects an email in use', async () => {
      const { id: _id, ...fields } = ada
      await expect(getStore().transaction((tx) => tx.insertCustomer(fields))).rejects.toThrow(Error)
      expect(await getStore().read((tx) => tx.listCustomers())).toEqual([ada, bob, eve])
    })
  })

  describe('updateCustomer', () => {
    it('changes only the given fields', async () => {
      const changes = [
        { storeCreditCents: 7 },
        { address },
        { address: null },
        { passwordHash: 'hash-9' },
        { isElite: true },
        { isDisabled: true },
      ]
      let expected = bob
      for (const change of changes) {
        await getStore().transaction((tx) => tx.updateCustomer(2, change))
        expected = { ...expected, ...change }
        expect(await getStore().read((tx) => tx.listCustomers())).toEqual([ada, expected, eve])
      }
    })

    it('refuses a negative store credit', async () => {
      const update = getStore().transaction((tx) => tx.updateCustomer(1, { storeCreditCents: -1 }))
      await expect(update).rejects.toThrow(Error)
    })

    it('refuses an unknown customer', async () => {
      const update = getStore().transaction((tx) => tx.updateCustomer(99, { storeCreditCents: 1 }))
      await expect(update).rejects.toThrow(Error)
    })
  })

  describe('replacePasswordHash', () => {
    it('replaces the hash that it expects', async () => {
      expect(await getStore().transaction((tx) => tx.replacePasswordHash(1, 'hash-1', 'new'))).toBe(true)
      expect(await getStore().read((tx) => tx.findCustomer(1))).toEqual({ ...ada, passwordHash: 'new' })
      expect(await getStore().read((tx) => tx.findCustomer(2))).toEqual(bob)
    })

    it('leaves any other hash as it is', async () => {
      for (const id of [1, 99])
        expect(await getStore().transaction((tx) => tx.replacePasswordHash(id, 'another', 'new'))).toBe(false)
      expect(await getStore().read((tx) => tx.listCustomers())).toEqual([ada, bob, eve])
    })

    it('lets one of several at once replace it', async () => {
      const replaced = await Promise.all(
        ['one', 'two', 'three'].map((hash) =>
          getStore().transaction((tx) => tx.replacePasswordHash(1, 'hash-1', hash)),
        ),
      )
      expect(replaced.filter(Boolean)).toHaveLength(1)
    })
  })

  describe('findPaymentMethod', () => {
    it('finds a method of that customer only', async () => {
      const [card, bank, bobsBank] = sampleData.paymentMethods
      expect(await getStore().read((tx) => tx.findPaymentMethod(1, 7001))).toEqual(bank)
      expect(await getStore().read((tx) => tx.findPaymentMethod(2, 7001))).toEqual(bobsBank)
      expect(await getStore().read((tx) => tx.findPaymentMethod(2, 8001))).toBeUndefined()
      expect(await getStore().read((tx) => tx.listPaymentMethods(1))).toEqual([bank, card])
      expect(await getStore().read((tx) => tx.listPaymentMethods(3))).toEqual([])
    })
  })

  describe('insertPaymentMethod', () => {
    const method = {
      customerId: 3,
      id: 7001,
      kind: 'bank',
      accountNumber: '****1234',
      routingNumber: '****5678',
    } as const

    it('saves a method with every field', async () => {
      const card = { ...method, id: 5, kind: 'card', accountNumber: null, routingNumber: null } as const
      await getStore().transaction(async (tx) => {
        await tx.insertPaymentMethod(method)
        await tx.insertPaymentMethod(card)
      })
      expect(await getStore().read((tx) => tx.listPaymentMethods(3))).toEqual([card, method])
    })

    it('refuses an id that the customer has, and an unknown customer', async () => {
      const insert = (customerId: number) =>
        getStore().transaction((tx) => tx.insertPaymentMethod({ ...method, customerId }))
      await expect(insert(1)).rejects.toThrow(Error)
      await expect(insert(99)).rejects.toThrow(Error)
      expect(await getStore().read((tx) => tx.listPaymentMethods(1))).toHaveLength(2)
    })
  })

  describe('deletePaymentMethod', () => {
    it('removes a method of that customer, once', async () => {
      const remove = (customerId: number, id: number) =>
        getStore().transaction((tx) => tx.deletePaymentMethod(customerId, id))
      expect([await remove(1, 7001), await remove(1, 7001), await remove(1, -1)]).toEqual([
        true,
        false,
        false,
      ])
      expect((await getStore().read((tx) => tx.listPaymentMethods(1))).map(({ id }) => id)).toEqual([8001])
      expect(await getStore().read((tx) => tx.listPaymentMethods(2))).toHaveLength(1)
    })
  })
}
