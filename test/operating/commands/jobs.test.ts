import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '@giftcards/storage'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFolder, endProcesses, runVerbHere } from '@giftcards/test-harness/process'

let file = ''
let url = ''
beforeEach(async () => {
  file = join(createFolder(), 'marketplace.db')
  url = `sqlite:${file}`
  await writeJobs()
})
afterEach(endProcesses)

/** Writes jobs to a database without orders. No process works on them. */
async function writeJobs(): Promise<void> {
  const store = await openStore(url, { mode: 'sandbox' })
  await store.transaction(async (tx) => {
    for (const orderId of [1, 2]) {
      const task = { kind: 'refund', orderId, position: 0 } as const
      await tx.insertJob({ id: `refund/${orderId}/0`, task, dueAt: 0 })
    }
    await tx.updateJob('refund/1/0', {
      state: 'parked',
      attempts: 48,
      lastError: 'Error: The gateway is away',
    })
  })
  await store.close()
}
const jobs = (...given: readonly string[]) => runVerbHere('jobs', url, given)
const operator = ['--operator', 'grace']

/** Returns the rows of a query. */
function select(query: string): readonly Record<string, unknown>[] {
  const database = new DatabaseSync(file)
  const rows = database.prepare(query).all()
  database.close()
  return rows
}

/** Returns the job events in the audit log. */
const listJobEvents = (): readonly unknown[] =>
  select(`select event from audit_log where event ->> 'kind' = 'job.changed' order by id`).map(
    ({ event }) => JSON.parse(String(event)) as unknown,
  )

describe('npm run jobs', () => {
  it('lists what is parked, opens it again and gives it up', async () => {
    expect(await jobs('list')).toStrictEqual({
      code: 0,
      stdout: 'refund/1/0  due 1970-01-01T00:00:00.000Z  48 attempts  Error: The gateway is away\n',
      stderr: '',
    })
    expect(await jobs('retry', 'refund/1/0', ...operator)).toStrictEqual({
      code: 0,
      stdout: 'refund/1/0 is open again\n',
      stderr: `Database: ${url}\n`,
    })
    expect((await jobs('list', 'open')).stdout.split('\n')).toStrictEqual([
      expect.stringMatching(/^refund\/1\/0 .* 0 attempts {2}Error/),
      expect.stringMatching(/^refund\/2\/0 .* 0 attempts$/),
      '',
    ])
    const canceled = await jobs('cancel', 'refund/2/0', ...operator)
    expect(canceled).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^refund\/2\/0 is canceled\. .*order refunded 2 --leg 0 --note <text>\n$/,
      ),
    })
    expect((await jobs('list', 'canceled')).stdout).toContain('refund/2/0')
    expect((await jobs('list')).stdout).toBe('No job is parked\n')
    expect(await jobs('retry', 'refund/2/0', ...operator)).toMatchObject({ code: 0 })
    const of = { operator: 'grace', kind: 'job.changed' }
    expect(listJobEvents()).toStrictEqual([
      { ...of, jobId: 'refund/1/0', from: 'parked', to: 'open' },
      { ...of, jobId: 'refund/2/0', from: 'open', to: 'canceled' },
      { ...of, jobId: 'refund/2/0', from: 'canceled', to: 'open' },
    ])
  })

  it('says what it would do, and changes nothing', async () => {
    const dry = await jobs('retry', 'refund/1/0', '--dry-run', '--json', ...operator)
    expect(JSON.parse(dry.stdout)).toMatchObject({
      dryRun: true,
      result: { id: 'refund/1/0', state: 'open', attempts: 0 },
    })
    expect(await jobs('cancel', 'refund/2/0', '--dry-run', ...operator)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing was changed. It would be:\nrefund/2/0 is canceled'),
    })
    const listed = JSON.parse((await jobs('list', 'open', '--json')).stdout) as unknown
    expect(listed).toMatchObject([{ id: 'refund/2/0', state: 'open' }])
    expect(listJobEvents()).toStrictEqual([])
  })

  it('says what it cannot do', async () => {
    expect(await jobs('retry', 'refund/2/0', ...operator)).toMatchObject({
      code: 1,
      stdout: 'refund/2/0 is open, not parked or canceled\n',
    })
    expect(await jobs('cancel', 'nowhere', ...operator)).toMatchObject({
      code: 1,
      stdout: 'There is no job nowhere\n',
    })
    select(
      `insert into jobs values ('expire-carts', 'expire-carts', '{"kind":"expire-carts"}', 'open', 0, 0, 0, null, null)`,
    )
    const { code, stdout } = await jobs('cancel', 'expire-carts', ...operator)
    expect([code, stdout]).toStrictEqual([
      1,
      expect.stringMatching(/^expire-carts cannot be canceled: it recurs, .* then retry it\n$/),
    ])
    expect(await jobs('cancel', 'refund/2/0')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Give your name with --operator'),
    })
  })

  it.each([
    [['begin'], `unknown command 'begin'; see npm run jobs -- --help`],
    [['retry'], `missing required argument 'id'; see npm run jobs -- retry --help`],
    [
      ['list', 'lost'],
      "value 'lost' is invalid for argument 'state'. Allowed choices are open, parked, done, canceled; see npm run jobs -- list --help",
    ],
    [
      ['list', 'open', 'more'],
      "too many arguments for 'list'. Expected 1 argument but got 2; see npm run jobs -- list --help",
    ],
    [['list', '--all'], `unknown option '--all'; see npm run jobs -- list --help`],
  ])('says on one line why it cannot read %j', async (given, line) => {
    expect(await jobs(...given)).toStrictEqual({ code: 2, stdout: '', stderr: `${line}\n` })
  })

  it('has help with an example for every verb', async () => {
    for (const verb of ['list', 'retry', 'cancel'])
      expect(await jobs(verb, '--help')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Example: npm run jobs -- '),
      })
  })
})
