import type { Store } from '@giftcards/marketplace'
import { openStore } from '@giftcards/storage'
import { startPostgres, type TestPostgres } from '@giftcards/storage/testing'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTimer } from '../clock.ts'
import { createReadiness } from './readiness.ts'

/** Each statement is a message to another process, which is slow on a busy machine. */
const patient = { timeout: 20_000 }

/** A store and timers that the test controls. */
function setUp(hasRoom: () => boolean = () => true) {
  const pings: PromiseWithResolvers<void>[] = []
  const timers: { readonly ms: number; onTime(): void; isStopped: boolean }[] = []
  const readiness = createReadiness({
    hasRoom,
    store: {
      ping() {
        const ping = Promise.withResolvers<void>()
        pings.push(ping)
        return ping.promise
      },
    },
    startTimer(ms, onTime) {
      const timer = { ms, onTime, isStopped: false }
      timers.push(timer)
      return () => {
        timer.isStopped = true
      }
    },
  })
  readiness.begin()
  return { readiness, pings, timers }
}

describe('createReadiness', () => {
  it('is not ready before the server has begun', async () => {
    const readiness = createReadiness({ hasRoom: () => true, store: { ping: async () => {} }, startTimer })
    expect(await readiness.isReady()).toBe(false)
    readiness.begin()
    expect(await readiness.isReady()).toBe(true)
  })

  it('is ready while the store answers', async () => {
    const { readiness, pings, timers } = setUp()
    const isReady = readiness.isReady()
    pings[0]?.resolve()
    expect(await isReady).toBe(true)
    expect(timers.map(({ isStopped }) => isStopped)).toStrictEqual([true])
  })

  it('is not ready while the store is away', async () => {
    const { readiness, pings } = setUp()
    const isReady = readiness.isReady()
    pings[0]?.reject(new Error('away'))
    expect(await isReady).toBe(false)
    const isReadyAgain = readiness.isReady()
    pings[1]?.resolve()
    expect(await isReadyAgain).toBe(true)
  })

  it('gives up on the store after two seconds', async () => {
    const { readiness, timers } = setUp()
    const isReady = readiness.isReady()
    expect(timers.map(({ ms }) => ms)).toStrictEqual([2000])
    timers[0]?.onTime()
    expect(await isReady).toBe(false)
  })

  it('probes a store that hangs only once', async () => {
    const { readiness, pings, timers } = setUp()
    const first = readiness.isReady()
    timers[0]?.onTime()
    expect(await first).toBe(false)
    const [second, third] = [readiness.isReady(), readiness.isReady()]
    expect(pings).toHaveLength(1)
    pings[0]?.resolve()
    expect(await Promise.all([second, third])).toStrictEqual([true, true])
  })

  it('is not ready while the load limit is full', async () => {
    let hasRoom = false
    const { readiness, pings } = setUp(() => hasRoom)
    expect(await readiness.isReady()).toBe(false)
    expect(pings).toHaveLength(0)
    hasRoom = true
    const isReady = readiness.isReady()
    pings[0]?.resolve()
    expect(await isReady).toBe(true)
  })

  it('is not ready once it drains, without a probe', async () => {
    const { readiness, pings } = setUp()
    readiness.drain()
    expect(await readiness.isReady()).toBe(false)
    expect(pings).toHaveLength(0)
  })

  it('is not ready where draining begins during the probe', async () => {
    const { readiness, pings } = setUp()
    const isReady = readiness.isReady()
    readiness.drain()
    pings[0]?.resolve()
    expect(await isReady).toBe(false)
  })
})

describe('createReadiness, on PostgreSQL', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
    return () => postgres.remove()
  }, 60_000)

  it('is not ready while the database is read-only', async () => {
    const store = await open(await postgres.createDatabase('standby'))
    const readiness = readinessOf(store)
    expect(await readiness.isReady()).toBe(true)
    const set = async (value: 'on' | 'off') => {
      await postgres.query('postgres', `alter database standby set default_transaction_read_only = ${value}`)
      await postgres.query(
        'postgres',
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'standby'`,
      )
    }
    await set('on')
    await expect
      .poll(() => store.ping().catch((error: Error) => error.message), patient)
      .toBe('The database is read-only')
    await expect(store.read((tx) => tx.findCustomer(1))).resolves.toBeUndefined()
    expect(await readiness.isReady()).toBe(false)
    await set('off')
    await expect.poll(() => readiness.isReady(), patient).toBe(true)
  })

  it('is not ready while the server has no connection left', async () => {
    await postgres.query('postgres', `create role partner login password 'secret' connection limit 2`)
    await postgres.query('postgres', 'create database crowded owner partner')
    const url = new URL(postgres.url('crowded'))
    Object.assign(url, { username: 'partner', password: 'secret' })
    const [holder, store] = [await open(url.href), await open(url.href)]
    const end = await hold(holder, 2)
    expect(await readinessOf(store).isReady()).toBe(false)
    await end()
    await holder.close()
    await expect.poll(() => readinessOf(store).isReady(), patient).toBe(true)
  })

  it('is not ready while requests have every connection of the pool', async () => {
    const store = await open(await postgres.createDatabase('busy'), 2)
    const end = await hold(store, 2)
    expect(await readinessOf(store).isReady()).toBe(false)
    await end()
    expect(await readinessOf(store).isReady()).toBe(true)
  })

  it('is not ready while the server is stopped', async () => {
    const store = await open(await postgres.createDatabase('stopped'))
    const readiness = readinessOf(store)
    await postgres.stop()
    expect(await readiness.isReady()).toBe(false)
    await postgres.start()
    await expect.poll(() => readiness.isReady(), patient).toBe(true)
  })
})

function readinessOf(store: Store) {
  const readiness = createReadiness({ store, hasRoom: () => true, startTimer })
  readiness.begin()
  return readiness
}

async function open(url: string, maxConnections = 10): Promise<Store> {
  const store = await openStore(url, { mode: 'sandbox', maxConnections })
  onTestFinished(() => store.close())
  return store
}

/** Opens transactions that stay open until `end` is called. */
async function hold(store: Store, count: number) {
  const done = Promise.withResolvers<void>()
  const running = Array.from({ length: count }, () => {
    const begun = Promise.withResolvers<void>()
    const ended = store.transaction(async (tx) => {
      await tx.findCustomer(1)
      begun.resolve()
      await done.promise
    })
    return { begun: begun.promise, ended }
  })
  await Promise.all(running.map(({ begun }) => begun))
  return async () => {
    done.resolve()
    await Promise.all(running.map(({ ended }) => ended))
  }
}
