import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Store, StoreUnavailableError } from '@giftcards/marketplace'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { openSqliteStore, StoreOpenError } from '../../index.ts'
import { describeDurableStore, describeStore } from '../../port-suite.ts'
import { migrationIds } from '../schema/migrate.ts'
import { sampleData } from '../suite/sample-data.ts'
import { keepStore } from '../testing/keep-store.ts'
import { fastFolder, temporaryPath } from '../testing/temporary-path.ts'

const folder = mkdtempSync(join(fastFolder, 'giftcards-storage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
describeStore(
  'openSqliteStore in a file',
  keepStore(() => openSqliteStore({ location: join(folder, 'store.db'), mode: 'sandbox' })),
)

describeDurableStore('openSqliteStore reopened', async () => {
  const location = temporaryPath('store.db', fastFolder)
  const reopen = () => openSqliteStore({ location, mode: 'sandbox' })
  return { store: await reopen(), reopen }
})

describe('openSqliteStore', () => {
  it('makes folder and files for their owner alone', async () => {
    const location = temporaryPath('a/b/store.db')
    await open(location)
    const modes = [join(location, '../..'), dirname(location), location, `${location}-wal`, `${location}-shm`]
    expect(modes.map(modeOf)).toStrictEqual(['700', '700', '600', '600', '600'])
  })

  it('leaves the modes of what exists', async () => {
    const location = temporaryPath('store.db')
    await (await open(location)).close()
    chmodSync(dirname(location), 0o750)
    chmodSync(location, 0o640)
    await open(location)
    expect([dirname(location), location, `${location}-wal`].map(modeOf)).toStrictEqual(['750', '640', '640'])
  })

  it('migrates once when opened many times at once', async () => {
    const location = temporaryPath('store.db', fastFolder)
    await Promise.all(Array.from({ length: 6 }, () => open(location)))
    const rows = connect(location).prepare('select id from schema_migrations order by id').all()
    expect(rows.map(({ id }) => id)).toStrictEqual(migrationIds)
  })

  it('loses no update between stores of one file', async () => {
    const location = temporaryPath('store.db', fastFolder)
    const stores = [await open(location), await open(location)] as const
    await stores[0].transaction((tx) => tx.seed(sampleData))
    const additions = stores.flatMap((store) =>
      Array.from({ length: 20 }, () =>
        store.transaction(async (tx) => {
          const before = await tx.findCustomer(1)
          await tx.updateCustomer(1, { storeCreditCents: (before?.storeCreditCents ?? 0) + 1 })
        }),
      ),
    )
    await Promise.all(additions)
    expect(await stores[1].read((tx) => tx.findCustomer(1))).toMatchObject({ storeCreditCents: 5040 })
  })

  it('reads while another transaction is writing', async () => {
    const store = await open(temporaryPath('store.db', fastFolder))
    await store.transaction((tx) => tx.seed(sampleData))
    const seen = await store.transaction(async (tx) => {
      await tx.updateCustomer(1, { storeCreditCents: 1 })
      return store.read((reader) => reader.findCustomer(1))
    })
    expect(seen?.storeCreditCents).toBe(5000)
  })

  it('is unavailable while another holds the lock', async () => {
    const location = temporaryPath('store.db', fastFolder)
    const store = await open(location, 30)
    const other = connect(location)
    other.exec('begin immediate')
    const blocked = store.transaction((tx) => tx.nextNumber('card'))
    await expect(blocked).rejects.toBeInstanceOf(StoreUnavailableError)
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailableError)
    await expect(store.read((tx) => tx.findCustomer(1))).resolves.toBeUndefined()
    other.exec('rollback')
    await expect(store.ping()).resolves.toBeUndefined()
    expect(await store.transaction((tx) => tx.nextNumber('card'))).toBe(200_001)
  })

  it.each<[string, (location: string) => void]>([
    ['was deleted', (location) => rmSync(location)],
    ['was replaced', (location) => renameSync(location, `${location}.old`)],
    ['has lost its log', (location) => rmSync(`${location}-wal`)],
  ])('is unavailable to a ping once its file %s', async (_what, spoil) => {
    const location = temporaryPath('store.db', fastFolder)
    const store = await open(location)
    await store.ping()
    spoil(location)
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailableError)
  })

  it('waits for a lock that is given back', async () => {
    const location = temporaryPath('store.db', fastFolder)
    const store = await open(location)
    const other = connect(location)
    other.exec('begin immediate')
    const waiting = store.transaction((tx) => tx.nextNumber('card'))
    await store.read((tx) => tx.findCustomer(1))
    other.exec('rollback')
    expect(await waiting).toBe(200_001)
  })

  it('keeps fractions of a cent out', async () => {
    const store = await open(':memory:')
    await store.transaction((tx) => tx.seed(sampleData))
    const update = store.transaction((tx) => tx.updateCustomer(1, { storeCreditCents: 0.5 }))
    await expect(update).rejects.toThrow(Error)
  })

  it('keeps amounts beyond 32 bits exact', async () => {
    const store = await open(':memory:')
    await store.transaction((tx) => tx.seed(sampleData))
    await store.transaction((tx) => tx.updateCustomer(1, { storeCreditCents: Number.MAX_SAFE_INTEGER }))
    const customer = await store.read((tx) => tx.findCustomer(1))
    expect(customer?.storeCreditCents).toBe(Number.MAX_SAFE_INTEGER)
  })

  it.each<[string, (location: string) => unknown, string]>([
    ['a directory', (location) => mkdirSync(location), 'cannot be used: it is a directory'],
    [
      'a file that is no database',
      (location) => writeFileSync(location, 'This is a letter, not a database. '.repeat(100)),
      'cannot be used: the database is not an SQLite database',
    ],
    [
      'the database of another program',
      (location) => connect(location).exec('create table letters (id integer)'),
      'the database belongs to another program',
    ],
    [
      'a database of other migrations',
      (location) => change(location, `update schema_migrations set checksum = 'x'`),
      'migration 0001-marketplace of the database differs',
    ],
  ])('refuses %s', async (_what, prepare, reason) => {
    const location = temporaryPath('store.db', fastFolder)
    await prepare(location)
    expect((await refusal(location)).message).toMatch(new RegExp(`^${location} .*${reason}`))
  })

  it('leaves the database of another program alone', async () => {
    const location = temporaryPath('store.db', fastFolder)
    connect(location).exec('create table letters (id integer)')
    await refusal(location)
    expect(connect(location).prepare('select name from sqlite_master').all()).toHaveLength(1)
  })

  it('leaves a refused file unlocked', async () => {
    const location = temporaryPath('store.db', fastFolder)
    await (await open(location)).close()
    const other = connect(location)
    other.exec(`update schema_migrations set checksum = 'x' || checksum`)
    await refusal(location)
    other.exec('update schema_migrations set checksum = substr(checksum, 2)')
    await expect((await open(location)).ping()).resolves.toBeUndefined()
  })
})

async function open(location: string, busyTimeoutMs = 5000): Promise<Store> {
  const store = await openSqliteStore({ location, busyTimeoutMs, mode: 'sandbox' })
  onTestFinished(() => store.close())
  return store
}

async function refusal(location: string): Promise<StoreOpenError> {
  const error: unknown = await openSqliteStore({ location, mode: 'sandbox' }).catch(
    (reason: unknown) => reason,
  )
  if (error instanceof StoreOpenError) return error
  throw new TypeError('It opened, or failed otherwise', { cause: error })
}

/** Changes a database that this version has made. */
async function change(location: string, statement: string): Promise<void> {
  await (await open(location)).close()
  connect(location).exec(statement)
}

/** The rights of a file or folder. */
function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}

/** Another connection, as another program has it. */
function connect(location: string): DatabaseSync {
  const database = new DatabaseSync(location)
  onTestFinished(() => {
    if (database.isOpen) database.close()
  })
  return database
}
