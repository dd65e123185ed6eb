import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DatabaseUrlError, openStore } from '../index.ts'
import { sharedPostgres, temporaryDatabase } from './testing/shared-postgres.ts'
import { temporaryPath } from './testing/temporary-path.ts'

describe('openStore', () => {
  it('opens the file of an SQLite URL', async () => {
    const location = temporaryPath()
    const store = await openStore(`sqlite:${location}`, { mode: 'sandbox' })
    await store.ping()
    await store.close()
    expect(existsSync(location)).toBe(true)
  })

  it('opens a store in memory', async () => {
    const store = await openStore('sqlite::memory:', { mode: 'sandbox' })
    await expect(store.ping()).resolves.toBeUndefined()
    await store.close()
  })

  it('opens the database of a PostgreSQL URL', async () => {
    const url = await temporaryDatabase('sandbox')
    const store = await openStore(`${url}?application_name=asked-for`, { mode: 'sandbox' })
    await store.ping()
    const names = await (
      await sharedPostgres()
    ).query('postgres', `select application_name as name from pg_stat_activity where datname like 'test_%'`)
    await store.close()
    expect(names).toContainEqual({ name: 'asked-for' })
  })

  it('rejects a wrong URL', async () => {
    await expect(openStore('nonsense', { mode: 'sandbox' })).rejects.toBeInstanceOf(DatabaseUrlError)
  })
})
