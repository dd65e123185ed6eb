import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { StoreOpenError } from '../../index.ts'
import { BackupError, checkDatabase, restoreBackup, writeBackup } from '../../maintenance.ts'
import { migrationIds } from '../schema/migrate.ts'
import { backUp, linesOf, packLines, sealLines } from '../testing/backup-text.ts'
import { databaseRigs } from '../testing/database-rigs.ts'
import { writeSoundBooks } from '../testing/sound-books.ts'
import { type AtEnd, fastFolder, temporaryPath } from '../testing/temporary-path.ts'

const quietly = () => undefined
const [[, createSqliteRig]] = databaseRigs

/** A backup of sound books. */
let file: string
beforeAll(async () => {
  const cleanUps: (() => Promise<void> | void)[] = []
  const atEnd: AtEnd = (cleanUp) => void cleanUps.push(cleanUp)
  const rig = await createSqliteRig('sandbox', atEnd)
  const store = await rig.open()
  await store.transaction(writeSoundBooks)
  await store.close()
  file = temporaryPath('backup.gz', fastFolder, atEnd)
  await writeBackup(rig.url, file, quietly)
  return async () => {
    for (const cleanUp of cleanUps) await cleanUp()
  }
})

const lastMigration = JSON.stringify(migrationIds.at(-1))
const damaged = 'it is not a backup, or it was changed or cut off'

/** The refusal of a file, and whether a database was created. */
async function refusalOf(path: string) {
  const target = temporaryPath('target.db', fastFolder)
  const error: unknown = await restoreBackup(`sqlite:${target}`, path, quietly).catch(
    (thrown: unknown) => thrown,
  )
  return { error, isMade: existsSync(target) }
}

/** A refusal before a database was created. */
const refused = (path: string, reason: string) => ({
  error: new BackupError(`${path} cannot be used: ${reason}`),
  isMade: false,
})

describe('a damaged backup', () => {
  it('is refused wherever it is cut off', async () => {
    const bytes = readFileSync(file)
    const part = temporaryPath('part.gz')
    for (let length = 0; length < bytes.length; length += 307) {
      writeFileSync(part, bytes.subarray(0, length))
      expect(await refusalOf(part)).toEqual(refused(part, damaged))
    }
  })

  it('is refused whichever byte was changed', async () => {
    const bytes = readFileSync(file)
    const changed = temporaryPath('changed.gz')
    const copies = Array.from({ length: bytes.length }, (_, place) => {
      const copy = Buffer.from(bytes)
      copy[place] = (copy[place] ?? 0) ^ 0x10
      return copy
    })
    // Some bytes of gzip, such as those of its header, do not affect the content.
    const telling = copies.filter((copy, place) => place % 211 === 0 && !isSaidBy(copy))
    expect(telling.length).toBeGreaterThan(5)
    for (const copy of telling) {
      writeFileSync(changed, copy)
      expect(await refusalOf(changed)).toEqual(refused(changed, damaged))
    }
  })

  const trailer = /^{"rows"/
  it.each<[string, (lines: readonly string[]) => readonly string[]]>([
    ['a changed row', (all) => all.map((line) => line.replace('"Ada"', '"Eve"'))],
    ['a row less', (all) => all.filter((line) => !line.startsWith('[102,'))],
    [
      'two rows the other way round',
      (all) => [...all.slice(0, 2), ...all.slice(2, 4).toReversed(), ...all.slice(4)],
    ],
    ['no end', (all) => all.filter((line) => !trailer.test(line))],
    ['another count', (all) => all.map((line) => line.replace('"orders":2', '"orders":3'))],
    ['more after its end', (all) => [...all, '["more",1]']],
    ['two ends', (all) => [...all, all.at(-1) ?? '']],
    ['another header', (all) => [`${all[0] ?? ''} `, ...all.slice(1)]],
    ['no header', (all) => all.slice(1)],
    ['nothing in it', () => []],
    ['a row of no table', (all) => [all[0] ?? '', '[1]', ...all.slice(1)]],
    ['no JSON', () => ['hello']],
    ['nothing for a header', (all) => ['null', ...all.slice(1)]],
    ['a number for a row', (all) => [...all.slice(0, 3), '7', ...all.slice(3)]],
  ])('is refused with %s', async (_what, change) => {
    const changed = change(linesOf(file))
    expect(changed).not.toStrictEqual(linesOf(file))
    const packed = packLines(changed)
    expect(await refusalOf(packed)).toEqual(refused(packed, damaged))
  })

  it('is refused without its mark', async () => {
    const lines = linesOf(file).slice(0, -1)
    const packed = sealLines(lines.filter((line) => line !== '[1,"sandbox"]'))
    expect(await refusalOf(packed)).toEqual(refused(packed, 'it has no mark, sandbox or production'))
  })

  it('is rejected with an unknown table', async () => {
    const lines = linesOf(file).slice(0, -1)
    const packed = sealLines([...lines, '{"table":"sqlite_master","columns":["name"]}'])
    expect(await refusalOf(packed)).toEqual(refused(packed, damaged))
  })

  it.each([
    [
      'another format',
      '"version":1',
      '"version":2',
      /format 2, .*; restore it with that version, then upgrade$/,
    ],
    ['another schema', lastMigration, `${lastMigration},"9999-more"`, /migrations .*, 9999-more\); restore/],
  ])('is refused with %s', async (_what, from, to, reason) => {
    const [header = '', ...rest] = linesOf(file).slice(0, -1)
    const newer = sealLines([header.replace(from, to), ...rest])
    const { error, isMade } = await refusalOf(newer)
    expect(error).toBeInstanceOf(BackupError)
    expect((error as Error).message).toMatch(reason)
    expect(isMade).toBe(false)
  })

  it.each([
    ['/nowhere/none.gz', 'there is no such file'],
    ['/tmp', 'it cannot be read (EISDIR)'],
  ])('is not %s', async (path, reason) => {
    expect(await refusalOf(path)).toEqual(refused(path, reason))
  })
})

/** Whether bytes unpack to the content of the backup. */
function isSaidBy(copy: Buffer): boolean {
  try {
    return gunzipSync(copy).equals(gunzipSync(readFileSync(file)))
  } catch {
    return false
  }
}

describe.each(databaseRigs)('restoreBackup into %s', (_engine, createRig) => {
  it('restores into empty tables, and reports each table', async () => {
    const rig = await createRig('sandbox')
    const steps: string[] = []
    await restoreBackup(rig.url, file, (step) => void steps.push(step))
    expect((await checkDatabase(rig.url, quietly)).checked.orders).toBe(2)
    expect(steps.slice(0, 3)).toStrictEqual([
      'reading the whole backup',
      'the backup is complete',
      'writing database_mode',
    ])
    expect(new Set(steps).size).toBe(steps.length)
  })

  it('refuses a database with rows or newer migrations, and changes nothing', async () => {
    const rig = await createRig('sandbox')
    for (const [statement, reason] of [
      [`insert into apps values ('left', 1)`, 'it is not empty (it has apps)'],
      [`insert into audit_log (recorded_at, event) values (1, '{}')`, 'it is not empty (it has audit_log)'],
      [`insert into schema_migrations values ('9999-more', 'sum')`, 'newer than this version'],
    ] as const) {
      await rig.execute(statement)
      const restoring = restoreBackup(rig.url, file, quietly)
      await expect(restoring).rejects.toThrow(StoreOpenError)
      await expect(restoring).rejects.toThrow(reason)
      await rig.execute(
        `delete from apps; delete from audit_log; delete from schema_migrations where id > '9'`,
      )
    }
    await restoreBackup(rig.url, file, quietly)
  })

  it("refuses another program's database", async () => {
    const rig = await createRig()
    await rig.execute('create table guests (id integer)')
    await expect(restoreBackup(rig.url, file, quietly)).rejects.toThrow('belongs to another program')
    expect(await rig.listTables()).toStrictEqual(['guests'])
  })

  it('leaves nothing of a backup that does not fit together', async () => {
    const rig = await createRig()
    const lines = linesOf(file).slice(0, -1)
    const orphaned = sealLines(lines.filter((line) => !line.startsWith('["cart-1","customer"')))
    await expect(restoreBackup(rig.url, orphaned, quietly)).rejects.toThrow(/foreign key/i)
    expect(await rig.listTables()).toStrictEqual([])
  })

  it.each(['sandbox', 'production'] as const)('keeps the mark of a %s', async (mode) => {
    const other = mode === 'sandbox' ? 'production' : 'sandbox'
    const [from, to, marked] = [await createRig(mode), await createRig(), await createRig(other)]
    const backup = await backUp(from.url)
    await restoreBackup(to.url, backup, quietly)
    await (await to.open(mode)).close()
    await expect(to.open(other)).rejects.toThrow(`it is marked ${mode}`)
    await expect(restoreBackup(marked.url, backup, quietly)).rejects.toThrow(
      `it is marked ${other}, and the backup is marked ${mode}; restore into a database without tables`,
    )
    await (await marked.open(other)).close()
  })

  it('keeps nothing of a file that is changed after it was read through', async () => {
    const rig = await createRig()
    const own = packLines(linesOf(file))
    const restoring = restoreBackup(rig.url, own, (step) => {
      if (step === 'the backup is complete')
        copyFileSync(packLines(linesOf(file).map((line) => line.replace('"Ada"', '"Eve"'))), own)
    })
    await expect(restoring).rejects.toThrow(damaged)
    expect(await rig.listTables()).toStrictEqual([])
  })
})
