import { once } from 'node:events'
import type { NewJob, Store } from '@giftcards/marketplace'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sharedDatabase } from '../testing/shared-postgres.ts'
import { openPostgresStore } from './open-postgres-store.ts'

const job = (orderId: number): NewJob => ({
  id: `void-cards/${orderId}`,
  task: { kind: 'void-cards', orderId },
  dueAt: 0,
})

async function open(url: string): Promise<Store> {
  const store = await openPostgresStore({ url, mode: 'sandbox' })
  onTestFinished(() => store.close())
  return store
}

/** Resolves when this many connections listen in the database. */
async function untilListening(url: string, count: number): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await vi.waitFor(async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and query ilike 'listen %' and state = 'idle'`,
    )
    expect(rows).toHaveLength(count)
  }, 20_000)
}

describe('onJobs on PostgreSQL', () => {
  it('wakes the workers of a server when a command has written a job', async () => {
    const url = await sharedDatabase()
    const [server, command] = [await open(url), await open(url)]
    const { promise: isWoken, resolve: wake } = Promise.withResolvers<void>()
    server.onJobs(wake)
    await untilListening(url, 1)
    await command.transaction((tx) => tx.insertJob(job(1)))
    await expect(isWoken).resolves.toBeUndefined()
  })

  it('leaves a job to the workers of the server that has written it', async () => {
    const url = await sharedDatabase()
    const [server, other] = [await open(url), await open(url)]
    const received: string[] = []
    server.onJobs(() => received.push('server'))
    other.onJobs(() => received.push('other'))
    await untilListening(url, 2)
    const watcher = new Client({ connectionString: url })
    await watcher.connect()
    onTestFinished(() => watcher.end())
    await watcher.query('listen giftcards_jobs')
    await server.transaction((tx) => tx.insertJob(job(1)))
    // Any earlier notification of the server would have arrived first.
    const notified = once(watcher, 'notification')
    await watcher.query(`select pg_notify('giftcards_jobs', 'last')`)
    expect((await notified)[0]).toMatchObject({ payload: 'last' })
    expect(received[0]).toBe('server')
  })

  it('does not notify of a refused transaction', async () => {
    const server = await open(await sharedDatabase())
    const received: string[] = []
    server.onJobs(() => received.push('job'))
    await server.transaction(async (tx) => {
      await tx.insertJob(job(1))
      return { kind: 'refused' }
    })
    await server.transaction((tx) => tx.insertJob(job(2)))
    expect(received).toEqual(['job'])
  })
})
