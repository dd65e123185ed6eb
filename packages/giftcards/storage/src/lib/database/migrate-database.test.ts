import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openStore } from '../open-store.ts'
import { migrationIds } from '../schema/migrate.ts'
import { databaseRigs } from '../testing/database-rigs.ts'
import { temporarySchema } from '../testing/shared-postgres.ts'
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

  it('refuses a database that has lost its mark', async () => {
    const rig = await createRig('production')
    await rig.execute('delete from database_mode')
    for (const mode of ['production', undefined] as const)
      await expect(migrateDatabase(rig.url, { mode })).rejects.toThrow('it has no mark')
  })

  it('requires a mode for an empty database, and keeps one', async () => {
    const { url } = await createRig()
    await expect(migrateDatabase(url, {})).rejects.toThrow(
      'it is empty; choose its mode: --mode production or --mode sandbox',
    )
    await migrateDatabase(url, { mode: 'production' })
    await expect(migrateDatabase(url, { mode: 'sandbox' })).rejects.toThrow('it is marked production')
  })
})

describe.each(databaseRigs)('a database on %s that a newer version has migrated', (_engine, createRig) => {
  it('is served as it is', { meta: { rules: ['D14-19'] } }, async () => {
    const rig = await createRig('production')
    await rig.execute(`alter table apps add column note text;
      insert into schema_migrations values ('9999-notes', 'x')`)
    const store = await openStore(rig.url, { mode: 'production' })
    await expect(store.ping()).resolves.toBeUndefined()
    await store.close()
    expect((await migrateDatabase(rig.url, {})).applied).toStrictEqual([])
  })
})

describe.each(databaseRigs)('a database on %s of another version', (_engine, createRig) => {
  it('is refused where a migration is another there', async () => {
    const rig = await createRig('production')
    await rig.execute(`update schema_migrations set checksum = 'x'`)
    await expect(openStore(rig.url, { mode: 'production' })).rejects.toThrow(
      `migration ${migrationIds[0]} of the database differs from this version's`,
    )
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
      'the role nobody-here does not exist; create it first',
    )
  })

  it('cannot break out of its quotation', () => {
    const statements = listGrants('a"; drop table apps; --', 'public')
    expect(statements.filter((text) => !text.includes('"a""; drop table apps; --"'))).toStrictEqual([])
  })
})
