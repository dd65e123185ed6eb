import type { StoreTransaction } from '@giftcards/marketplace'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openPostgresStore } from '../../index.ts'
import { noon, plentiful, sampleCart, sampleData, sampleLine } from '../suite/sample-data.ts'
import { createMeeting } from '../testing/create-meeting.ts'
import { temporarySchema } from '../testing/shared-postgres.ts'

// Each statement is a message to another process, and its answer: slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const customers = [1, 2, 3]
const soon = noon + 1_800_000

/** Changes of the carts of three customers, each begun before any is written, as often as they had to be run. */
async function countRuns(
  change: (tx: StoreTransaction, cartId: string) => Promise<unknown>,
): Promise<number> {
  const { url, query } = await temporarySchema()
  const store = await openPostgresStore({ url, mode: 'sandbox' })
  onTestFinished(() => store.close())
  await store.transaction(async (tx) => {
    await tx.seed(sampleData)
    for (const customerId of customers) {
      const lines = [sampleLine()]
      const owner = { kind: 'customer', customerId } as const
      await tx.insertCart(sampleCart({ id: `cart-${customerId}`, owner, lines, expiresAt: soon }))
    }
  })
  // So small a table is read from end to end by a server that knows how small it is.
  await query('analyze carts')
  const meet = createMeeting(customers.length)
  let runs = 0
  const changeOne = async (customerId: number) =>
    store.transaction(async (tx) => {
      runs += 1
      const cart = await tx.findCart(`cart-${customerId}`)
      expect(cart?.expiresAt).toBe(soon)
      await meet()
      await change(tx, `cart-${customerId}`)
    })
  await Promise.all(customers.map(changeOne))
  return runs
}

async function slide(tx: StoreTransaction, cartId: string): Promise<void> {
  await tx.putCartLine(cartId, { ...sampleLine(), quantity: 3 })
  await tx.updateCart(cartId, { expiresAt: soon + 1 })
}

it('lets the carts of several customers change side by side', async () => {
  expect(await countRuns(slide)).toBe(customers.length)
})

it('runs some of those again who want the same card', async () => {
  expect(await countRuns((tx) => tx.reserveStock(plentiful, 1))).toBeGreaterThan(customers.length)
})
