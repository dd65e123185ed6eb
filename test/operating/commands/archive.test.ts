import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '@giftcards/storage'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFolder, endProcesses, runVerbHere } from '@giftcards/test-harness/process'

let database = ''
let url = ''
let file = ''
beforeEach(async () => {
  const folder = createFolder()
  database = join(folder, 'marketplace.db')
  url = `sqlite:${database}`
  file = join(folder, 'archive.gz')
  const store = await openStore(url, { mode: 'sandbox' })
  const login = { emailHash: 'hash', customerId: null, isRight: false }
  for (let count = 0; count < 3; count += 1) await store.transaction((tx) => tx.insertLogin(login))
  await store.transaction((tx) => tx.insertSecureRead({ cardId: 1, customerId: 1, at: 0 }))
  await store.close()
})
afterEach(endProcesses)

const archive = (...given: readonly string[]) => runVerbHere('archive', url, given)
const today = () => new Date().toISOString().slice(0, 10)

describe('npm run archive', () => {
  it('moves what is older than a date, and nothing else', { meta: { rules: ['D14-24'] } }, async () => {
    const dry = await archive('--dry-run', '--before', today())
    expect(dry).toMatchObject({
      code: 0,
      stdout: `Would move 0 rows of the audit log and 1 reads of secure data before ${today()}T00:00:00.000Z\n`,
    })
    expect(existsSync(file)).toBe(false)
    const { code, stdout, stderr } = await archive('--before', today(), file)
    expect([code, stderr]).toStrictEqual([0, `Database: ${url}\n`])
    expect(stdout).toBe(
      `${file} holds 0 rows of the audit log and 1 reads of secure data before ${today()}T00:00:00.000Z, deleted from the database\n`,
    )
    expect(existsSync(file)).toBe(true)
    const again = await archive(join(createFolder(), 'again.gz'))
    expect(again).toMatchObject({ code: 0, stdout: 'No rows are that old; no file was written\n' })
  })

  it.each([
    ['2020', 'It must be a day, such as 2026-12-31'],
    ['2999-01-01', 'It must be in the past'],
  ])('ends with 2 where it is told --before %s', async (day, reason) => {
    const stderr = `option '--before <YYYY-MM-DD>' argument '${day}' is invalid. ${reason}; see npm run archive -- --help\n`
    expect(await archive('--before', day, 'one')).toStrictEqual({ code: 2, stdout: '', stderr })
  })
})
