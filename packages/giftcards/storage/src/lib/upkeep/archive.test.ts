import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OpenedStore } from '../create-store.ts'
import { noon, sampleData } from '../suite/sample-data.ts'
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
      await store.transaction((tx) =>
        tx.insertLogin({ email: 'ada@example.com', customerId: 1, isRight: true }),
      )
    for (const at of [noon, noon + 1])
      await store.transaction((tx) => tx.insertSecureRead({ cardId: 501, customerId: 1, at }))
  }
  const later = Date.now() + 86_400_000
  const archive = (before = later, isDryRun = false) => store.upkeep.archive({ file, before, isDryRun })
  const verify = () => store.upkeep.verifyAuditLog()

  it(
    'holds what it has deleted, and leaves a log that is sound',
    { meta: { rules: ['D14-24'] } },
    async () => {
      expect(await verify()).toMatchObject({ kind: 'sound', rows: 6, archivedRows: 0 })
      expect(await archive()).toStrictEqual({ auditRows: 6, secureReads: 2 })
      expect(await verify()).toMatchObject({ kind: 'sound', rows: 1, archivedRows: 6 })
      const lines = linesOf(file)
      expect(lines[0]).toMatchObject({ format: 'giftcards-archive', version: 1 })
      expect(lines.filter((line) => Array.isArray(line) && line[0] === 'audit')).toHaveLength(6)
      expect(lines).toContainEqual(['secure-read', expect.any(String), 501, 1, noon])
      expect(lines.at(-1)).toMatchObject({ auditRows: 6, secureReads: 2 })
      expect(statSync(file).mode & 0o777).toBe(0o600)
      await write(1)
      expect(await verify()).toMatchObject({ kind: 'sound', rows: 4, archivedRows: 6 })
    },
  )

  it('goes on where the one before it ended', async () => {
    await archive()
    await write(2)
    file = temporaryPath('second.gz', fastFolder)
    expect(await archive()).toStrictEqual({ auditRows: 5, secureReads: 2 })
    expect(await verify()).toMatchObject({ kind: 'sound', rows: 1, archivedRows: 11 })
  })

  it('leaves what is not old enough', async () => {
    const before = await verify()
    expect(await archive(noon + 1)).toStrictEqual({ auditRows: 0, secureReads: 1 })
    expect(await verify()).toMatchObject({ kind: 'sound', rows: 7, archivedRows: 0 })
    expect(before).toMatchObject({ rows: 6 })
  })

  it('changes nothing and writes no file in a dry run, or where nothing is old', async () => {
    const before = await verify()
    expect(await archive(later, true)).toStrictEqual({ auditRows: 6, secureReads: 2 })
    expect(await archive(0)).toStrictEqual({ auditRows: 0, secureReads: 0 })
    expect(await verify()).toStrictEqual(before)
    expect(existsSync(file)).toBe(false)
  })

  it('replaces no file, and deletes nothing then', async () => {
    const before = await verify()
    writeFileSync(file, 'kept')
    await expect(archive()).rejects.toThrow('exists already')
    expect(readFileSync(file, 'utf8')).toBe('kept')
    expect(await verify()).toStrictEqual(before)
  })

  it.each([
    [
      'a row that is missing',
      'delete from audit_log where position = (select max(position) - 1 from audit_log)',
    ],
    ['a place that was set back', 'update audit_archives set position = position - 1 where position > 1'],
  ])('leaves a log in which %s is found', async (_what, statement) => {
    await archive()
    await write(2)
    await rig.execute(statement)
    expect(await verify()).toMatchObject({ kind: 'broken' })
  })
})
