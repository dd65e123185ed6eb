import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StoreUnavailableError } from '@giftcards/marketplace'
import { openStore } from '@giftcards/storage'
import { createFailingStore, type FailingStore, type Sandbox, startSandbox } from '@giftcards/test-harness'
import { scrape } from './operated-server.ts'

let sandbox: Sandbox
let store: FailingStore
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  store = createFailingStore(await openStore('sqlite::memory:', { mode: 'sandbox' }))
  sandbox = await startSandbox({}, { store })
})
afterEach(async () => {
  store.recover()
  vi.useRealTimers()
  await sandbox.close()
})

const sampleOf = async (series: string): Promise<number> => {
  const line = (await scrape(sandbox.url)).split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.split(' ')[1])
}

/** Returns the number of failed store calls of the sweeper for one reason. */
async function failures(reason: string): Promise<number> {
  const samples = (await scrape(sandbox.url)).matchAll(/^store_call_failures_total\{(.*)\} (\d+)$/gm)
  return Array.from(samples)
    .filter(([, labels = '']) => labels.includes('caller="sweeper"') && labels.includes(`reason="${reason}"`))
    .reduce((sum, [, , count]) => sum + Number(count), 0)
}

describe('the metrics of the sweeper', () => {
  it('tell one that finds nothing to do from one that no longer runs', async () => {
    const lastPass = () => sampleOf('sweeper_last_pass_timestamp_seconds')
    const started = await lastPass()
    vi.advanceTimersByTime(5000)
    await expect.poll(lastPass).toBeGreaterThan(started)
    const idle = await lastPass()
    vi.advanceTimersByTime(5000)
    await expect.poll(lastPass).toBeGreaterThan(idle)
    expect(await sampleOf('sweeper_failures_total')).toBe(0)
    store.failWith(new StoreUnavailableError('away'))
    vi.advanceTimersByTime(5000)
    await expect.poll(() => failures('unavailable')).toBeGreaterThan(0)
    const stopped = await lastPass()
    vi.advanceTimersByTime(5000)
    expect(await lastPass()).toBe(stopped)
  })

  it('tell its defects from a store that is away', async () => {
    store.failWith(new StoreUnavailableError('away'))
    vi.advanceTimersByTime(5000)
    await expect.poll(() => failures('unavailable')).toBeGreaterThan(0)
    expect(await sampleOf('sweeper_failures_total')).toBe(0)
    store.failWith(new Error('defect'))
    vi.advanceTimersByTime(5000)
    await expect.poll(() => sampleOf('sweeper_failures_total')).toBeGreaterThan(0)
    expect(await failures('failed')).toBeGreaterThan(0)
  })
})

describe('a job that fails', () => {
  it('says why, in its row and once in the log', async () => {
    const id = 'refund/1/0'
    await store.transaction((tx) =>
      tx.insertJob({ id, task: { kind: 'refund', orderId: 1, position: 0 }, dueAt: 0 }),
    )
    vi.advanceTimersByTime(5000)
    const failure = 'Error'
    await expect.poll(() => store.read((tx) => tx.findJob(id))).toMatchObject({ lastError: failure })
    const lines = sandbox.logLines.filter((line) => line.includes('job failed'))
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { level: 40, jobId: id, kind: 'refund', attempts: 1, failure },
    ])
  })
})
