import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '@giftcards/storage'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFolder, endProcesses, runVerb } from '@giftcards/test-harness/process'

let database = ''
let url = ''
let file = ''
beforeEach(async () => {
  const folder = createFolder()
  database = join(folder, 'marketplace.db')
  url = `sqlite:${database}`
  file = join(folder, 'archive.gz')
  const store = await openStore(url, { mode: 'sandbox' })
  const login = { email: 'nobody@example.com', customerId: null, isRight: false }
  for (let count = 0; count < 3; count += 1) await store.transaction((tx) => tx.insertLogin(login))
  await store.transaction((tx) => tx.insertSecureRead({ cardId: 1, customerId: 1, at: 0 }))
  await store.close()
})
afterEach(endProcesses)

const archive = (...given: readonly string[]) => runVerb('archive', url, given)
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
      `${file} holds 0 rows of the audit log and 1 reads of secure data before ${today()}T00:00:00.000Z, which the database no longer has\n`,
    )
    expect(existsSync(file)).toBe(true)
    const verified = await runVerb('verify-audit-log', url)
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/^5 rows in 1 chain are sound/) })
    const again = await archive(join(createFolder(), 'again.gz'))
    expect(again).toMatchObject({ code: 0, stdout: 'Nothing is that old; no file was written\n' })
  })

  it('ends with 1 and moves nothing where the log is broken', async () => {
    const damaged = new DatabaseSync(database)
    damaged.exec(`update audit_log set content = replace(content, 'failed', 'succeeded') where position = 2`)
    damaged.close()
    const { code, stdout } = await archive('--before', today(), file)
    expect(stdout).toBe('Row 2 of chain service is broken: its hash does not fit; nothing was moved\n')
    expect([code, existsSync(file)]).toStrictEqual([1, false])
  })

  it.each([
    [[], 'Name one file: npm run archive -- <file>'],
    [['one', 'two'], 'Name one file: npm run archive -- <file>'],
    [['--before', '2020', 'one'], '--before must be a day in the past, such as 2020-01-01, not 2020'],
    [
      ['--before', '2999-01-01', 'one'],
      '--before must be a day in the past, such as 2020-01-01, not 2999-01-01',
    ],
  ])('ends with 2 where it is given %j', async (given, line) => {
    const { code, stdout, stderr } = await archive(...given)
    expect([code, stdout, stderr]).toStrictEqual([2, '', `${line}\n`])
  })

  it('tells how it is used', async () => {
    const { code, stdout } = await archive('--help')
    expect(code).toBe(0)
    expect(stdout).toContain('Example: npm run archive -- --before 2020-01-01')
  })
})
