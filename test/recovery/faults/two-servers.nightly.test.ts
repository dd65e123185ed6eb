import { describe, expect, it, onTestFinished } from 'vitest'
import { createDatabaseFile } from './database-file.ts'
import { openFaultRun } from './fault-run.ts'
import type { FaultName } from './figures.ts'
import { noFault } from './gateway/gateway-fault.ts'
import { createRandom, readSeed } from '@giftcards/test-harness'
import { createPostgresDatabase } from './start-engine.ts'
import { startService } from './start-service.ts'

const rounds = 5

describe('two servers on one database', () => {
  it.each<[string, FaultName, () => string | Promise<string>]>([
    ['SQLite', 'two-servers-sqlite', createDatabaseFile],
    ['PostgreSQL', 'two-servers-postgresql', createPostgresDatabase],
  ])(`on %s go on when one is killed, ${rounds} times`, async (engine, name, createDatabase) => {
    const seed = readSeed()
    const random = createRandom(seed)
    const service = await startService(await createDatabase(), seed, 2)
    onTestFinished(() => service.end())
    const { startMs } = service.server(1)
    const title = `One of two servers on ${engine} is killed under load`
    const run = openFaultRun(name, { title, rounds, seed, service })
    while (run.figures.rounds < rounds) {
      await service.gateway.setFault({ ...noFault, delayMs: random.pick([5, 50]) })
      service.load.start()
      await service.load.afterEvents(20 + random.below(60))
      await service.gateway.nextCharge()
      run.strike()
      await service.server(1).end('SIGKILL')
      await service.load.afterEvents(20)
      await run.countPending()
      // The other server settles the payments that the killed one left, and continues to serve.
      await service.letLeasesLapse()
      await service.load.stop()
      await service.untilSettled()
      run.noteRecovery((await service.restart(1)).startMs / startMs)
      await run.endRound()
    }
    expect(service.load.away, 'answers of 503 by the survivor').toBe(0)
  })
})
