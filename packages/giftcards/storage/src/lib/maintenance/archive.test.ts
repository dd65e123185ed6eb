import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OpenedStore } from '../create-store.ts'
import { archiveRecords } from '../../maintenance.ts'
import { noon, sampleData } from '../suite/sample-data.ts'
import { withDatabase } from '../database/open-database.ts'
import { databaseRigs, type DatabaseRig } from '../testing/database-rigs.ts'
import { fastFolder, temporaryPath } from '../testing/temporary-path.ts'

const linesOf = (file: string): readonly unknown[] =>
  gunzipSync(readFileSync(file))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)

describe.each(databaseRigs)('an archive of %s', (_engine, createRig) => {
  let rig: DatabaseRig
  let store: OpenedStore
  let file: string
  beforeEach(async () => {
    rig = await createRig('sandbox')
    store = await rig.open()
    file = temporaryPath('archive.gz', fastFolder)
    await store.transaction((tx) => tx.seed(sampleData))
    await write(3)
    return () => store.close()
  })
  const write = async (logins: number) => {
    for (let count = 0; count < logins; count += 1)
      await store.transaction((tx) => tx.insertLogin({ emailHash: 'hash', customerId: 1, isRight: true }))
    for (const at of [noon, noon + 1])
      await store.transaction((tx) => tx.insertSecureRead({ cardId: 501, customerId: 1, at }))
  }
  const later = Date.now() + 86_400_000
  const archive = (before = later, isDryRun = false) => archiveRecords(rig.url, { file, before, isDryRun })
  /** The number of remaining rows of the audit log. */
  const countRows = () =>
    withDatabase(rig.url, 'read', async ({ db }) => {
      const { rows } = await db
        .selectFrom('audit_log')
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
      return rows
    })

  it('contains the deleted rows', { meta: { rules: ['D14-24'] } }, async () => {
    expect(await archive()).toStrictEqual({ auditRows: 6, secureReads: 2 })
    // The row that records the archive.
    expect(await countRows()).toBe(1)
    const lines = linesOf(file)
    expect(lines[0]).toMatchObject({ format: 'giftcards-archive', version: 1 })
    expect(lines.filter((line) => Array.isArray(line) && line[0] === 'audit_log')).toHaveLength(6)
    expect(lines).toContainEqual(['secure_reads', expect.any(String), 501, 1, noon])
    expect(lines.at(-1)).toMatchObject({ auditRows: 6, secureReads: 2 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('goes on where the one before it ended', async () => {
    await archive()
    await write(2)
    file = temporaryPath('second.gz', fastFolder)
    expect(await archive()).toStrictEqual({ auditRows: 5, secureReads: 2 })
    expect(await countRows()).toBe(1)
  })

  it('keeps rows that are not old enough', async () => {
    expect(await archive(noon + 1)).toStrictEqual({ auditRows: 0, secureReads: 1 })
    expect(await countRows()).toBe(7)
  })

  it('changes nothing and writes no file in a dry run, or where nothing is old', async () => {
    expect(await archive(later, true)).toStrictEqual({ auditRows: 6, secureReads: 2 })
    expect(await archive(0)).toStrictEqual({ auditRows: 0, secureReads: 0 })
    expect(await countRows()).toBe(6)
    expect(existsSync(file)).toBe(false)
  })

  it('replaces no file, and deletes nothing then', async () => {
    writeFileSync(file, 'kept')
    await expect(archive()).rejects.toThrow('already exists')
    expect(readFileSync(file, 'utf8')).toBe('kept')
    expect(await countRows()).toBe(6)
  })
})
