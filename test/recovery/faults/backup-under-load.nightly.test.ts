import { join } from 'node:path'
import { startPostgres, type TestPostgres } from '@giftcards/storage/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { control, createFolder, endProcesses, runVerb, startProcess } from '@giftcards/test-harness/process'
import { openSession, placeOrder, storyCard } from '@giftcards/test-harness'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterEach(endProcesses)
afterAll(() => postgres.remove())

const createFile = async () => `sqlite:${join(createFolder(), 'marketplace.db')}`
const moves = [
  ['SQLite', 'PostgreSQL', createFile, () => postgres.createDatabase('copy')],
  ['PostgreSQL', 'SQLite', () => postgres.createDatabase('source'), createFile],
] as const

/** Buys one card after another until it is stopped. Collects the ids of the orders in the responses. */
function startBuying(baseUrl: string, buyers: readonly string[]) {
  const placed: { readonly email: string; readonly orderId: string }[] = []
  const stopping = new AbortController()
  const done = Promise.all(
    buyers.map(async (email) => {
      const partner = await openSession(baseUrl)
      await partner.login(email)
      while (!stopping.signal.aborted) {
        const { orderId } = await placeOrder(partner, [storyCard.harborEcode()])
        placed.push({ email, orderId })
      }
    }),
  )
  return {
    placed,
    async stop() {
      stopping.abort()
      await done
    },
  }
}

describe.each(moves)('a backup of %s under load, restored into %s', (_from, _to, from, to) => {
  it('has every order that was acknowledged before it began, and sound books', async () => {
    const [source, target] = [await from(), await to()]
    const buyers = ['elite@example.com', 'standard@example.com']
    const server = await startProcess({ DATABASE_URL: source, RATE_LIMIT_PER_MINUTE: '0' })
    const { quantity: _one, ...bucket } = storyCard.harborEcode()
    const body = { ...bucket, isLowRisk: false, onHand: 100_000 }
    expect(await control(server.url, 'setInventory', { body })).toMatchObject({ status: 200 })
    const buying = startBuying(server.url, buyers)
    await expect.poll(() => buying.placed.length).toBeGreaterThan(10)

    const acknowledged = [...buying.placed]
    const backup = join(createFolder(), 'backup.gz')
    expect(await runVerb('backup', source, [backup])).toMatchObject({ code: 0 })
    await buying.stop()
    expect(buying.placed.length).toBeGreaterThan(acknowledged.length)

    expect(await runVerb('restore', target, [backup])).toMatchObject({ code: 0 })
    expect(await runVerb('check-books', target)).toMatchObject({ code: 0 })
    const copy = await startProcess({ DATABASE_URL: target, RATE_LIMIT_PER_MINUTE: '0' })
    for (const email of buyers) {
      const partner = await openSession(copy.url)
      await partner.login(email)
      for (const { orderId } of acknowledged.filter((order) => order.email === email)) {
        const { buyOrder } = await partner.want('getOrder', 200, { path: { orderId } })
        expect(buyOrder.cards).toHaveLength(1)
      }
    }
    // A payment that was pending in the backup belongs to the old server until its lease ends, so another customer buys.
    const another = await openSession(copy.url)
    await another.login('elite-poor@example.com')
    await placeOrder(another, [storyCard.harborEcode()])
  })
})
