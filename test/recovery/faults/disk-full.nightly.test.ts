import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSmallDisk } from './disk/create-small-disk.ts'
import { openFaultRun } from './fault-run.ts'
import { createRandom, readSeed } from '@giftcards/test-harness'
import { startService } from './start-service.ts'

const rounds = 5

describe('a full disk under SQLite', () => {
  it(`is 503 meanwhile, and loses nothing, ${rounds} times`, async () => {
    const seed = readSeed()
    const random = createRandom(seed)
    const disk = createSmallDisk()
    onTestFinished(() => disk.remove())
    const service = await startService(`sqlite:${join(disk.folder, 'cards.db')}`, seed)
    onTestFinished(() => service.end())
    const { pid } = service.server()
    const title = `The disk under SQLite is full (${disk.how}), then has space again`
    const run = openFaultRun('disk-full', { title, rounds, seed, service })
    while (run.figures.rounds < rounds) {
      service.load.start()
      await service.load.afterEvents(20 + random.below(40))
      run.strike()
      disk.fill(pid)
      await service.load.afterAway(2)
      disk.free(pid)
      await service.load.afterEvents(20)
      await service.letLeasesLapse()
      await service.load.stop()
      await run.endRound()
    }
    expect(service.server().pid).toBe(pid)
    expect(service.server().isRunning).toBe(true)
  })
})
