import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { StoreOpenError } from '../../index.ts'
import { openStore } from '../open-store.ts'
import { migrationIds, migrations } from '../schema/migrate.ts'
import { neededMigration } from '../schema/migration.ts'
import { postgresTypes } from '../postgres/open-postgres-store.ts'
import { sqliteTypes } from '../sqlite/sqlite-connection.ts'
import { databaseRigs } from '../testing/database-rigs.ts'
import { temporarySchema } from '../testing/shared-postgres.ts'
import { undoMigrationsTo } from '../testing/older-database.ts'
import { temporaryPath } from '../testing/temporary-path.ts'
import { listGrants, migrateDatabase } from './migrate-database.ts'

describe.each(databaseRigs)('migrateDatabase on %s', (_engine, createRig) => {
  it('makes and marks an empty database, once', async () => {
    const { url } = await createRig()
    expect(await migrateDatabase(url, { mode: 'production' })).toStrictEqual({
      applied: migrationIds,
      marked: 'production',
      grants: [],
    })
    const nothing = { applied: [], marked: undefined, grants: [] }
    expect(await migrateDatabase(url, {})).toStrictEqual(nothing)
    await (await openStore(url, { mode: 'production' })).close()
  })

  it('changes nothing in a dry run', async () => {
    const rig = await createRig()
    const report = await migrateDatabase(rig.url, { mode: 'production', isDryRun: true })
    expect(report).toMatchObject({ applied: migrationIds, marked: 'production' })
    await expect(openStore(rig.url, { mode: 'production' })).rejects.toThrow(
      'run npm run migrate -- --mode production first',
    )
  })

  it('wants a mode for what has none, and keeps one', async () => {
    const { url } = await createRig()
    await expect(migrateDatabase(url, {})).rejects.toThrow(
      'it is empty; choose what it serves: --mode production or --mode sandbox',
    )
    await migrateDatabase(url, { mode: 'production' })
    await expect(migrateDatabase(url, { mode: 'sandbox' })).rejects.toThrow('it is marked production')
  })

  it('applies what an older database lacks', async () => {
    const rig = await createRig('production')
    await rig.execute(undoMigrationsTo('0006', rig.isPostgres))
    await expect(openStore(rig.url, { mode: 'production' })).rejects.toThrow(
      'it lacks migration 0007-orders-of-the-ledger); run npm run migrate -- --mode production first',
    )
    expect((await migrateDatabase(rig.url, {})).applied).toStrictEqual(
      migrationIds.filter((id) => id > '0007'),
    )
    await (await openStore(rig.url, { mode: 'production' })).close()
  })
})

describe.each(databaseRigs)('a database on %s that a newer version has migrated', (_engine, createRig) => {
  it(
    'is served where the migration leaves older servers working',
    { meta: { rules: ['D14-19'] } },
    async () => {
      const rig = await createRig('production')
      await rig.execute(`alter table apps add column note text;
      insert into schema_migrations values ('9998-notes', 'x');
      insert into schema_migrations values ('9999-needs-0001-tidy', 'x')`)
      const store = await openStore(rig.url, { mode: 'production' })
      await expect(store.ping()).resolves.toBeUndefined()
      await store.close()
      expect((await migrateDatabase(rig.url, {})).applied).toStrictEqual([])
    },
  )

  it('is refused where the migration took away what this version uses', async () => {
    const rig = await createRig('production')
    await rig.execute(`insert into schema_migrations values ('9999-needs-9998-drop-notes', 'x')`)
    for (const mode of ['production', 'sandbox', 'any'] as const) {
      const opening = openStore(rig.url, { mode })
      await expect(opening).rejects.toThrow(StoreOpenError)
      await expect(opening).rejects.toThrow(
        'the database is newer than this version: its migration 9999-needs-9998-drop-notes needs a server that knows migration 9998; start a newer version',
      )
    }
  })
})

describe('an SQLite file for production', () => {
  it('is not made by opening it, nor by a dry run', async () => {
    const location = temporaryPath()
    const url = `sqlite:${location}`
    await expect(openStore(url, { mode: 'production' })).rejects.toThrow(
      `${location} cannot be used: there is no such file; run npm run migrate -- --mode production first`,
    )
    expect((await migrateDatabase(url, { mode: 'production', isDryRun: true })).applied).toHaveLength(
      migrationIds.length,
    )
    expect(existsSync(location)).toBe(false)
  })

  it('has no roles', async () => {
    await expect(migrateDatabase('sqlite::memory:', { grantTo: 'server' })).rejects.toThrow(
      'SQLite has no roles',
    )
  })
})

describe('a role on PostgreSQL', () => {
  it('has to exist', async () => {
    const { url } = await temporarySchema()
    await expect(migrateDatabase(url, { mode: 'production', grantTo: 'nobody-here' })).rejects.toThrow(
      'there is no role nobody-here; make it first',
    )
  })

  it('cannot break out of its quotation', () => {
    const statements = listGrants('a"; drop table apps; --', 'public')
    expect(statements.filter((text) => !text.includes('"a""; drop table apps; --"'))).toStrictEqual([])
  })
})

describe('the migrations', () => {
  it('take nothing away from older servers unless their id says so', () => {
    // Earlier migrations date from a time when no two versions ran side by side.
    const later = migrations.filter(({ id }) => id > '0008')
    const taking = later.filter((migration) =>
      [sqliteTypes, postgresTypes].some((types) =>
        migration
          .statements(types)
          .some((text) => /\bdrop (?:table|column|trigger|function)\b|\brename\b/i.test(text)),
      ),
    )
    expect(taking.filter(({ id }) => neededMigration(id) === undefined)).toStrictEqual([])
  })
})
