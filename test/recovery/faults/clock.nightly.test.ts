import { describe, expect, it, onTestFinished } from 'vitest'
import { control } from '@giftcards/test-harness/process'
import { createDatabaseFile } from './database-file.ts'
import { openFaultRun } from './fault-run.ts'
import { createRandom, readSeed } from '@giftcards/test-harness'
import { startService } from './start-service.ts'

const minuteMs = 60_000
/** Successive offsets of the clock from real time. No two jumps add up to the day for which a key is remembered. */
const shiftsMs = [90, -30, 180, 0, 150, -180, 5, 60].map((minutes) => minutes * minuteMs)

describe('a clock that is moved back and forth', () => {
  it('loses nothing, whether the process has it or the service', async () => {
    const seed = readSeed()
    const random = createRandom(seed)
    const service = await startService(createDatabaseFile(), seed)
    onTestFinished(() => service.end())
    const title = 'The clock of the process, and that of the service, jump by hours, either way'
    const run = openFaultRun('clock', { title, rounds: shiftsMs.length, seed, service })
    for (const shiftMs of shiftsMs) {
      service.load.start()
      await service.load.afterEvents(10 + random.below(40))
      run.strike()
      await service.server().shiftDate(shiftMs)
      await service.load.afterEvents(10 + random.below(40))
      const now = new Date(Date.now() - shiftMs).toISOString()
      await control(service.server().url, 'setClock', { body: { frozen: random.below(2) === 0, now } })
      await service.load.afterEvents(10 + random.below(40))
      await control(service.server().url, 'advanceClock', { body: { seconds: 120 } })
      await service.load.stop()
      await run.endRound()
    }
    expect(run.figures.writing, 'jumps that met a write in flight').toBeGreaterThan(shiftsMs.length / 2)
  })
})
