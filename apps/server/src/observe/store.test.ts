import { type Store, StoreUnavailableError } from '@giftcards/marketplace'
import { openStore } from '@giftcards/storage'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMetrics, type Metrics } from './metrics.ts'
import { observeStore } from './store.ts'
import { noTracing } from './tracer.ts'

let inner: Store
let metrics: Metrics
beforeEach(async () => {
  inner = await openStore('sqlite::memory:', { mode: 'sandbox' })
  metrics = createMetrics()
})
afterEach(() => inner.close())

const observe = (changed: Partial<Store> = {}): Store =>
  observeStore({ ...inner, ...changed }, 'request', { metrics, tracing: noTracing })

/** The samples of one metric that are not zero, without those of the buckets. */
async function samples(name: string): Promise<readonly string[]> {
  const { text } = await metrics.text()
  return text.split('\n').filter((line) => line.startsWith(name) && !line.endsWith(' 0'))
}

describe('observeStore', () => {
  it('passes on refusals', async () => {
    const store = observe()
    const setting = { frozenAt: 5, offsetMs: 0 }
    const result = await store.transaction(async (tx) => {
      await tx.putClockSetting(setting)
      return { kind: 'refused' }
    })
    expect(result).toStrictEqual({ kind: 'refused' })
    expect(await store.read((tx) => tx.findClockSetting())).toBeUndefined()
  })

  it('times every call by its kind', async () => {
    const store = observe()
    await store.read(() => Promise.resolve())
    await store.transaction(() => Promise.resolve())
    await store.ping()
    await store.findAccess('demo-app', null)
    expect(await samples('store_call_duration_seconds_count')).toStrictEqual([
      'store_call_duration_seconds_count{caller="request",kind="read"} 2',
      'store_call_duration_seconds_count{caller="request",kind="transaction"} 1',
      'store_call_duration_seconds_count{caller="request",kind="ping"} 1',
    ])
    expect(await samples('store_call_failures_total')).toStrictEqual([])
  })

  it('counts a store that is away apart from work that throws', async () => {
    const away = observe({ ping: () => Promise.reject(new StoreUnavailableError('away')) })
    await expect(away.ping()).rejects.toThrow('away')
    const broken = observe()
    await expect(broken.read(() => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
    expect(await samples('store_call_failures_total')).toStrictEqual([
      'store_call_failures_total{caller="request",kind="read",reason="failed"} 1',
      'store_call_failures_total{caller="request",kind="ping",reason="unavailable"} 1',
    ])
  })

  it('shows every failure at zero before it happens', async () => {
    const { text } = await metrics.text()
    expect(text.match(/^store_call_failures_total\{.* 0$/gm)).toHaveLength(12)
    expect(text.match(/^store_transaction_retries_total\{.* 0$/gm)).toHaveLength(2)
  })

  it('counts the runs of a transaction beyond the first', async () => {
    const store = observe({
      async transaction(work) {
        await inner.transaction(work)
        await inner.transaction(work)
        return inner.transaction(work)
      },
    })
    await store.transaction(() => Promise.resolve())
    expect(await samples('store_transaction_retries_total')).toStrictEqual([
      'store_transaction_retries_total{caller="request"} 2',
    ])
  })

  it('shows the calls that have not ended', async () => {
    const held = Promise.withResolvers<void>()
    const call = observe().read(() => held.promise)
    expect(await samples('store_calls_in_flight')).toStrictEqual([
      'store_calls_in_flight{caller="request"} 1',
    ])
    held.resolve()
    await call
    expect(await samples('store_calls_in_flight')).toStrictEqual([])
  })
})
