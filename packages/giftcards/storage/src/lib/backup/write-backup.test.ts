import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { StoreOpenError } from '../../index.ts'
import { BackupError, writeBackup } from '../../upkeep.ts'
import { backUp, linesOf } from '../testing/backup-text.ts'
import { databaseRigs } from '../testing/database-rigs.ts'
import { writeSoundBooks } from '../testing/sound-books.ts'
import { temporaryPath } from '../testing/temporary-path.ts'

// Each statement is a message to another process, and its response: slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const quietly = () => undefined

describe.each(databaseRigs)('writeBackup of %s', (_engine, createRig) => {
  async function createBooks() {
    const rig = await createRig()
    const store = await rig.open()
    await store.transaction(writeSoundBooks)
    await store.close()
    return rig
  }

  it('takes one moment of a database that is written meanwhile', async () => {
    const rig = await createBooks()
    const whole = linesOf(await backUp(rig.url))
    const file = temporaryPath('backup.gz')
    await writeBackup(rig.url, file, async (step) => {
      if (step.startsWith('apps')) await rig.execute('delete from orders; delete from audit_log')
    })
    expect(linesOf(file)).toStrictEqual(whole)
    expect(linesOf(await backUp(rig.url))).not.toStrictEqual(whole)
  })

  it('tells each table', async () => {
    const steps: string[] = []
    await writeBackup((await createBooks()).url, temporaryPath('b.gz'), (step) => void steps.push(step))
    expect(steps).toContain('order_units: 4 rows')
    expect(steps).toHaveLength(27)
  })

  it('leaves no file behind where it fails', async () => {
    const rig = await createBooks()
    await rig.execute('drop table secure_reads')
    const file = temporaryPath('backup.gz')
    await expect(writeBackup(rig.url, file, quietly)).rejects.toThrow('secure_reads')
    expect(existsSync(file)).toBe(false)
  })

  it('is refused on a database of another version', async () => {
    const rig = await createBooks()
    await rig.execute(`delete from schema_migrations where id > '0002'`)
    const file = temporaryPath('backup.gz')
    await expect(writeBackup(rig.url, file, quietly)).rejects.toThrow(StoreOpenError)
    expect(existsSync(file)).toBe(false)
  })
})

describe('the file of a backup', () => {
  const [[, createRig]] = databaseRigs
  async function createUrl() {
    const rig = await createRig()
    await (await rig.open()).close()
    return rig.url
  }

  it('is for its owner alone', async () => {
    expect(statSync(await backUp(await createUrl())).mode & 0o777).toBe(0o600)
  })

  it('takes the place of no other', async () => {
    const file = temporaryPath('backup.gz')
    writeFileSync(file, 'precious')
    const writing = writeBackup(await createUrl(), file, quietly)
    await expect(writing).rejects.toThrow(`${file} exists already, and is left as it is; name a new file`)
    await expect(writing).rejects.toThrow(BackupError)
    expect(readFileSync(file, 'utf8')).toBe('precious')
  })

  it('is not written into a folder that is missing', async () => {
    const file = `${temporaryPath('missing')}/backup.gz`
    await expect(writeBackup(await createUrl(), file, quietly)).rejects.toThrow('cannot be written (ENOENT)')
  })

  it.each([
    ['sqlite:/nowhere/none.db', 'there is no such file'],
    ['sqlite::memory:', 'a database in memory ends with its process'],
    ['sqlite:/tmp', 'it is a directory'],
    [`sqlite:${import.meta.filename}`, 'the database is not an SQLite database'],
  ])('is not written for %s', async (url, reason) => {
    const file = temporaryPath('backup.gz')
    await expect(writeBackup(url, file, quietly)).rejects.toThrow(reason)
    await expect(writeBackup(url, file, quietly)).rejects.toThrow(StoreOpenError)
    expect([existsSync(file), existsSync('/nowhere')]).toStrictEqual([false, false])
  })
})
