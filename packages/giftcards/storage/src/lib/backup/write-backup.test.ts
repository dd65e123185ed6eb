import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { StoreOpenError } from '../../index.ts'
import { BackupError, writeBackup } from '../../maintenance.ts'
import { backUp, linesOf } from '../testing/backup-text.ts'
import { dataTableNames } from '../schema/database.ts'
import { databaseRigs } from '../testing/database-rigs.ts'
import { writeSoundBooks } from '../testing/sound-books.ts'
import { temporaryPath } from '../testing/temporary-path.ts'

const quietly = () => undefined

describe.each(databaseRigs)('writeBackup of %s', (_engine, createRig) => {
  async function createBooks() {
    const rig = await createRig('sandbox')
    const store = await rig.open()
    await store.transaction(writeSoundBooks)
    await store.close()
    return rig
  }

  it('copies one snapshot of a database in use, and reports each table', async () => {
    const rig = await createBooks()
    const whole = linesOf(await backUp(rig.url))
    const file = temporaryPath('backup.gz')
    const steps: string[] = []
    await writeBackup(rig.url, file, async (step) => {
      steps.push(step)
      if (step.startsWith('apps')) await rig.execute('delete from orders; delete from audit_log')
    })
    expect(linesOf(file)).toStrictEqual(whole)
    expect(linesOf(await backUp(rig.url))).not.toStrictEqual(whole)
    expect(steps).toContain('order_units: 4 rows')
    expect(steps).toHaveLength(dataTableNames.length)
  })

  it.each([
    ['that lacks a table', 'drop table secure_reads', 'secure_reads'],
    ['of another version', 'delete from schema_migrations', 'older than this version'],
  ])('leaves no file of a database %s', async (_what, statement, reason) => {
    const rig = await createBooks()
    await rig.execute(statement)
    const file = temporaryPath('backup.gz')
    await expect(writeBackup(rig.url, file, quietly)).rejects.toThrow(reason)
    expect(existsSync(file)).toBe(false)
  })
})

describe('the file of a backup', () => {
  const [[, createRig]] = databaseRigs
  const createUrl = async () => (await createRig('sandbox')).url

  it('is for its owner alone, and takes the place of no other', async () => {
    const url = await createUrl()
    expect(statSync(await backUp(url)).mode & 0o777).toBe(0o600)
    const file = temporaryPath('backup.gz')
    writeFileSync(file, 'precious')
    const writing = writeBackup(url, file, quietly)
    await expect(writing).rejects.toThrow(
      new BackupError(`${file} already exists and is unchanged; name a new file`),
    )
    expect(readFileSync(file, 'utf8')).toBe('precious')
  })

  it('has its name only once it is complete, also where the process is killed', async () => {
    const [url, file] = [await createUrl(), temporaryPath('backup.gz')]
    const program = join(import.meta.dirname, '../testing/endless-backup-process.ts')
    const child = spawn(process.execPath, [program, url, file], { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    const [partial] = readdirSync(dirname(file))
    expect(partial).toMatch(/^backup\.gz\.[\da-f]{8}\.partial$/)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(readdirSync(dirname(file))).toStrictEqual([partial])
    // The next one is not in its way.
    await writeBackup(url, file, quietly)
    expect(readdirSync(dirname(file)).toSorted()).toStrictEqual(['backup.gz', partial])
  })

  it('takes the place of no file that was made meanwhile', async () => {
    const [url, file] = [await createUrl(), temporaryPath('backup.gz')]
    const writing = writeBackup(url, file, () => writeFileSync(file, 'precious'))
    await expect(writing).rejects.toThrow('already exists')
    expect(readdirSync(dirname(file))).toStrictEqual(['backup.gz'])
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
