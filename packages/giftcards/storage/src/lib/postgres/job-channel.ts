import { sql } from 'kysely'
import { Client } from 'pg'
import type { Db } from '../tables/db.ts'

/** The channel for notifications of new jobs (PostgreSQL documentation, NOTIFY). */
const channel = 'giftcards_jobs'

/** The pause before a lost connection is opened again. */
const reconnectMs = 5000

/** Notifies listening processes of new jobs. */
export async function announceJobs(db: Db): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(db)
}

/**
 * Calls `listener` when another process has written jobs, on its own connection, which is reopened when lost. Notifications may
 * be missed meanwhile, or behind a pooler that shares connections; workers then find the jobs by polling. Returns a function that
 * stops listening.
 */
export function listenForJobs(url: string, listener: () => void): () => Promise<void> {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  async function connect(): Promise<void> {
    const next = new Client({ connectionString: url, application_name: 'giftcards-jobs', keepAlive: true })
    client = next
    const reconnect = (): void => {
      if (isOver || client !== next) return
      client = undefined
      void next.end().catch(() => undefined)
      timer = setTimeout(() => void connect(), reconnectMs)
      timer.unref()
    }
    next.on('error', reconnect)
    next.on('end', reconnect)
    next.on('notification', listener)
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
    } catch {
      reconnect()
    }
  }

  const connecting = connect()
  return async () => {
    isOver = true
    clearTimeout(timer)
    await connecting
    await client?.end().catch(() => undefined)
  }
}
