import type { Store } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { noon, plentiful, sampleCart, sampleData, sampleLine, sampleOrder } from './sample-data.ts'
import { snapshot } from './snapshot.ts'
import { type CreateStore, useStore, transact } from './suite-store.ts'

/** The contract of seeding. */
export function describeSeed(createStore: CreateStore): void {
  const getStore = useStore(createStore)

  describe('seedIfEmpty', () => {
    it('changes nothing where there is data', async () => {
      const before = await snapshot(getStore())
      const other = { ...sampleData, apps: [{ id: 'other', isEnabled: true }] }
      expect(await getStore().transaction((tx) => tx.seedIfEmpty(other))).toBe(false)
      expect(await snapshot(getStore())).toEqual(before)
      expect(await getStore().read((tx) => tx.findApp('other'))).toBeUndefined()
    })
  })

  describe('seed', () => {
    it('leaves nothing of before', async () => {
      const before = await snapshot(getStore())
      await disturb(getStore())
      expect(await snapshot(getStore())).not.toEqual(before)
      await getStore().transaction((tx) => tx.seed(sampleData))
      expect(await snapshot(getStore())).toEqual(before)
    })

    it('replaces what its own transaction has found', async () => {
      const [merchant] = sampleData.merchants
      const [account] = sampleData.drawdownAccounts
      if (merchant === undefined || account === undefined) throw new Error('The sample has neither')
      const seen = await getStore().transaction(async (tx) => {
        await tx.findMerchants([merchant.id])
        await tx.findDrawdownAccount(account.customerId)
        await tx.seed({
          ...sampleData,
          merchants: [{ ...merchant, name: 'Renamed' }, ...sampleData.merchants.slice(1)],
          drawdownAccounts: [{ ...account, balanceCents: account.balanceCents + 1 }],
        })
        const merchants = await tx.findMerchants([merchant.id, 999])
        return [...merchants.values(), await tx.findDrawdownAccount(account.customerId)]
      })
      expect(seen).toEqual([
        { ...merchant, name: 'Renamed' },
        { ...account, balanceCents: account.balanceCents + 1 },
      ])
    })

    it('sets the number series back', async () => {
      await disturb(getStore())
      await getStore().transaction((tx) => tx.seed(sampleData))
      const numbers = await getStore().transaction(async (tx) => [
        await tx.nextNumber('order'),
        await tx.nextNumber('card'),
      ])
      expect(numbers).toEqual([100_001, 501])
    })

    it('numbers the ledger after its series', async () => {
      await getStore().transaction((tx) => tx.seed({ ...sampleData, numbers: { drawdownTransaction: 9000 } }))
      const rows = await getStore().read((tx) => tx.listDrawdownTransactions(1, 10))
      expect(rows.map((row) => row.id)).toEqual([9002, 9001])
      expect(await getStore().transaction((tx) => tx.nextNumber('drawdownTransaction'))).toBe(9003)
    })

    it('inserts customers before what refers to them, however many there are', async () => {
      const [customer] = sampleData.customers
      const [method] = sampleData.paymentMethods
      if (customer === undefined || method === undefined) throw new Error('The sample has neither')
      const customers = Array.from({ length: 501 }, (_, index) => ({
        ...customer,
        id: index + 1,
        email: `${index + 1}@example.com`,
      }))
      const last = { ...method, customerId: 501 }
      await getStore().transaction((tx) => tx.seed({ ...sampleData, customers, paymentMethods: [last] }))
      expect(await getStore().read((tx) => tx.listPaymentMethods(501))).toEqual([last])
    })

    it('goes with its transaction', async () => {
      const before = await snapshot(getStore())
      await transact(
        getStore(),
        (tx) =>
          tx.seed({
            ...sampleData,
            customers: [],
            paymentMethods: [],
            drawdownAccounts: [],
            drawdownTransactions: [],
          }),
        false,
      )
      expect(await snapshot(getStore())).toEqual(before)
    })
  })
}

/** Changes every kind of record. */
function disturb(store: Store): Promise<void> {
  return store.transaction(async (tx) => {
    await tx.reserveStock(plentiful, 2)
    await tx.insertCart(sampleCart())
    await tx.putCartLine('cart-1', sampleLine())
    await tx.insertOrder(sampleOrder())
    await tx.insertCouponUse(1, 1, 100_001)
    await tx.updateCustomer(1, { storeCreditCents: 1 })
    await tx.insertDrawdownTransaction({
      id: await tx.nextNumber('drawdownTransaction'),
      customerId: 1,
      at: noon,
      type: 'Deposit',
      amountCents: 1,
      balanceCents: 150_001,
      description: 'Account funded',
      orderId: null,
    })
    await tx.putDrawdownAccount({ customerId: 2, balanceCents: 1, pendingCents: 0, isActive: true })
    await tx.putIdempotencyRecord({
      customerId: 1,
      key: 'k',
      fingerprint: 'f',
      outcome: { orderId: 100_001 },
      expiresAt: noon,
    })
    await tx.insertAttempt('s', noon)
    await tx.insertSecureRead({ cardId: 1, customerId: 1, at: noon })
    await tx.putClockSetting({ frozenAt: noon, offsetMs: 0 })
    await tx.nextNumbers(['card', 'order'], 5)
  })
}
