import process from 'node:process'
import type { TestPostgres } from '@giftcards/storage/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openFaultRun } from './fault-run.ts'
import { noFault } from './gateway/gateway-fault.ts'
import { createRandom, readSeed } from '@giftcards/test-harness'
import { startEngine } from './start-engine.ts'
import { startService } from './start-service.ts'

const rounds = 5

type OutageName = 'stopped' | 'stopped-immediately' | 'killed'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startEngine()
})
afterAll(() => postgres.remove())

/** "Immediate shutdown": no checkpoint, and recovery at the next start (PostgreSQL documentation, Shutting Down). */
async function stopImmediately(): Promise<void> {
  const [row] = await postgres.query('postgres', `select pg_read_file('postmaster.pid') as text`)
  process.kill(Number.parseInt(String(row?.['text']), 10), 'SIGQUIT')
  await postgres.stop()
}

describe('PostgreSQL under load', () => {
  it.each<[OutageName, string, () => Promise<void>]>([
    ['stopped', 'is stopped (fast)', () => postgres.stop()],
    ['stopped-immediately', 'is stopped (immediate)', stopImmediately],
    ['killed', 'is killed (SIGKILL of every process)', () => postgres.kill()],
  ])(`%s ${rounds} times is 503 meanwhile, and loses nothing`, async (name, sentence, end) => {
    const seed = readSeed()
    const random = createRandom(seed)
    const service = await startService(await postgres.createDatabase(name), seed)
    onTestFinished(() => service.end())
    const { pid, startMs } = service.server()
    const title = `PostgreSQL ${sentence} under load, and started again`
    const run = openFaultRun(`postgres-${name}`, { title, rounds, seed, service })
    while (run.figures.rounds < rounds) {
      await service.gateway.setFault({ ...noFault, delayMs: random.pick([5, 50]) })
      service.load.start()
      await service.load.afterEvents(20 + random.below(40))
      await service.gateway.nextCharge()
      run.strike()
      await end()
      await service.untilReady(false)
      await service.load.afterAway(10)
      const returned = performance.now()
      await postgres.start()
      await service.untilReady(true)
      run.noteRecovery((performance.now() - returned) / startMs)
      await service.load.afterEvents(20)
      await run.countPending()
      await service.letLeasesLapse()
      await service.load.stop()
      await run.endRound()
    }
    expect(service.server().pid).toBe(pid)
    expect(service.server().isRunning).toBe(true)
    expect(run.figures.repeatedPurchases, 'purchases that the outages met').toBeGreaterThan(0)
  })
})
