import { describe, expect, it } from 'vitest'
import { previousRelease, recordMigrations } from '../testing/releases.ts'
import { migrationIds } from './migrate.ts'
import { neededMigration } from './migration.ts'

describe('migrations', () => {
  const released = previousRelease.migrations

  it('begin with those of the previous release, unchanged', () => {
    // An edited migration shuts this version out of every database that has the old one. Add a new migration instead.
    expect(recordMigrations().slice(0, released.length)).toStrictEqual(released)
  })

  it('let the previous release serve a database that has them all', () => {
    const last = released.at(-1)?.id.slice(0, 4) ?? ''
    const unservable = migrationIds.filter((id) => (neededMigration(id) ?? '') > last)
    expect(unservable).toStrictEqual([])
  })
})
