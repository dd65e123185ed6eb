import { describe, expect, it } from 'vitest'
import { openStore } from '../index.ts'
import { sharedPostgres, temporaryDatabase } from './testing/shared-postgres.ts'

describe('openStore', () => {
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
})
