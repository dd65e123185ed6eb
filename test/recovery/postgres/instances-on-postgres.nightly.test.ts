import { startPostgres, type TestPostgres } from '@giftcards/storage/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { endProcesses, processTimeout, runProcess, startProcess } from '@giftcards/test-harness/process'
import { describeInstances } from './describe-instances.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, processTimeout.timeout)
afterAll(() => postgres.remove())

describeInstances('servers on one PostgreSQL database', 3, () => postgres.createDatabase('cards'))

describe('a DATABASE_URL of PostgreSQL', { ...processTimeout, meta: { rules: ['D12-10'] } }, () => {
  afterEach(endProcesses)

  // Every other reason is reported in the same way: see the storage's messages for a database that it cannot
  // open.
  it('that is refused is one line without the password', async () => {
    const DATABASE_URL = Object.assign(new URL(postgres.url('cards')), { password: 'hunter2' }).href
    const { code, stdout, stderr } = await runProcess({ DATABASE_URL })
    expect({ code, stdout, stderr }).toStrictEqual({
      code: 2,
      stdout: '',
      stderr: `DATABASE_URL: postgres://***@127.0.0.1:${postgres.port}/cards cannot be used: the server rejects the user or the password\n`,
    })
  })

  it('is shown without the password', async () => {
    const DATABASE_URL = `${await postgres.createDatabase('shown')}?application_name=hunter2`
    const server = await startProcess({ DATABASE_URL })
    const { code, stdout, stderr } = await server.end()
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`  Database   postgres://***@127.0.0.1:${postgres.port}/shown\n`)
    expect(stdout).not.toContain(new URL(DATABASE_URL).password)
    expect(stdout).not.toContain('hunter2')
  })
})
