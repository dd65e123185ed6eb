import { describe, expect, it, onTestFinished } from 'vitest'
import { compareOrders } from './books/compare-orders.ts'
import { countPendingPayments, readService } from './books/read-service.ts'
import { createDatabaseFile } from './database-file.ts'
import { openFaultRun } from './fault-run.ts'
import { noFault } from './gateway/gateway-fault.ts'
import { createRandom, readSeed } from '@giftcards/test-harness'
import { startService } from './start-service.ts'

const rounds = 10

describe('SIGTERM under load', () => {
  it(`answers what was begun, ${rounds} times`, async () => {
    const seed = readSeed()
    const random = createRandom(seed)
    const service = await startService(createDatabaseFile(), seed)
    onTestFinished(() => service.end())
    const title = 'A server is ended (SIGTERM) under load'
    const run = openFaultRun('sigterm', { title, rounds, seed, service })
    while (run.figures.rounds < rounds) {
      await service.gateway.setFault({ ...noFault, delayMs: random.pick([5, 200]) })
      service.load.start()
      await service.load.afterEvents(10 + random.below(40))
      await service.gateway.nextCharge()
      run.strike()
      expect(await service.server().end('SIGTERM'), `in ${run.context}`).toBe(0)
      await service.load.stop()
      // Checked before any retry: no payment is pending, and every placed order was in a response to its buyer.
      expect(await countPendingPayments(service.store), `in ${run.context}`).toBe(0)
      const { orders } = await readService(service.store)
      expect(compareOrders(service.load.book, orders), `in ${run.context}`).toStrictEqual([])
      await service.restart()
      await run.endRound()
    }
    expect(run.figures.checkouts, 'checkouts that SIGTERM met').toBeGreaterThan(0)
  })
})
