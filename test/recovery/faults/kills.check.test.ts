import { setTimeout } from 'node:timers/promises'
import { createRandom, readSeed } from '@giftcards/test-harness'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createDatabaseFile } from './database-file.ts'
import { openFaultRun } from './fault-run.ts'
import { noFault } from './gateway/gateway-fault.ts'
import { createPostgresDatabase } from './start-engine.ts'
import { startService } from './start-service.ts'

const kills = inject('depth') === 'nightly' ? 50 : 10

describe('SIGKILL of a server under load', () => {
  it.each([
    ['SQLite', 'kills-sqlite', createDatabaseFile],
    ['PostgreSQL', 'kills-postgresql', createPostgresDatabase],
  ] as const)(`loses nothing on %s, ${kills} times`, async (engine, name, createDatabase) => {
    const seed = readSeed()
    const random = createRandom(seed)
    const service = await startService(await createDatabase(), seed)
    onTestFinished(() => service.end())
    const { startMs } = service.server()
    const title = `A server on ${engine} is killed (SIGKILL) under load`
    const run = openFaultRun(name, { title, rounds: kills, seed, service })
    while (run.figures.rounds < kills) {
      // Half of the kills happen after the gateway has taken money and before it has sent its response.
      await service.gateway.setFault({ ...noFault, delayMs: random.pick([0, 5, 50]) })
      service.load.start()
      await service.load.afterEvents(10 + random.below(80))
      // The kill may happen at any moment, not only after a response to a buyer or before a request.
      await setTimeout(random.below(20))
      run.strike()
      await service.server().end('SIGKILL')
      await service.load.stop()
      await run.countPending()
      run.noteRecovery((await service.restart()).startMs / startMs)
      await service.untilSettled()
      await run.endRound()
    }
    const { writing = 0, checkouts, repeatedPurchases } = run.figures
    expect(writing, 'kills that met a write in flight').toBeGreaterThan(kills / 2)
    expect([checkouts, repeatedPurchases], 'checkouts met in flight, answers lost').not.toContain(0)
  })
})
