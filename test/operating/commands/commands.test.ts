import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '@giftcards/storage'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createFolder,
  endProcesses,
  runVerb,
  startProcess,
} from '@giftcards/test-harness/process'
import { openSession, placeOrder, storyCard } from '@giftcards/test-harness'
import { repositoryRoot } from './read-deploy.ts'

let file = ''
let url = ''
beforeEach(() => {
  file = join(createFolder(), 'marketplace.db')
  url = `sqlite:${file}`
})
afterEach(endProcesses)

/** A database with the published data and one order. */
let books: Uint8Array
beforeAll(async () => {
  const source = join(createFolder(), 'books.db')
  const server = await startProcess({ DATABASE_URL: `sqlite:${source}` })
  const partner = await openSession(server.url)
  await partner.login('elite@example.com')
  await placeOrder(partner, [storyCard.harborEcode(2)])
  await server.end()
  books = readFileSync(source)
  await endProcesses()
})

function damage(statements: string): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec(statements)
  database.close()
}

const emptyTable = async () => {
  await (await openStore(url, { mode: 'sandbox' })).close()
}

describe('npm run check-books', () => {
  it('sums sound books up in one line, and tells its steps beside it', async () => {
    writeFileSync(file, books)
    const { code, stdout, stderr } = await runVerb('check-books', url)
    expect(stdout).toMatch(
      /^The books are sound: 1 orders with 2 cards, \d+ carts, 0 pending payments, [1-9]\d* ledger rows\n$/,
    )
    expect(stderr).toContain('orders: 1 of 1')
    expect(code).toBe(0)
  })

  it('prints a line for each row that is broken, and ends with 1', async () => {
    writeFileSync(file, books)
    damage(`update order_units set sealed_secrets = 'top-secret', fulfilled_at = null;
      update number_series set last_number = 1 where name = 'order'`)
    const { code, stdout, stderr } = await runVerb('check-books', url)
    expect(stdout.split('\n')).toStrictEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Card \d+ has sealed secrets, but is not fulfilled$/),
        expect.stringMatching(/^Series order is at 1, but number \d+ is taken$/),
      ]),
    )
    expect(stdout + stderr).not.toContain('top-secret')
    expect(code).toBe(1)
  })

  it('ends with 2 and one line where there is no such database, and makes none', async () => {
    const { code, stdout, stderr } = await runVerb('check-books', url)
    expect({ code, stdout, stderr }).toStrictEqual({
      code: 2,
      stdout: '',
      stderr: `DATABASE_URL: ${file} cannot be used: there is no such file\n`,
    })
    expect(existsSync(file)).toBe(false)
  })

  it('ends with 2 and one line on an older schema, which it leaves as it is', async () => {
    await emptyTable()
    damage(`delete from schema_migrations where id > '0002'`)
    const before = readFileSync(file)
    const { code, stderr } = await runVerb('check-books', url)
    expect(stderr).toMatch(
      /^DATABASE_URL: \S+ cannot be used: the database is older than this version \(.*\n$/,
    )
    expect(code).toBe(2)
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})

/** Runs the comparison with a gateway whose `find` and further methods are this source. */
function checkGateway(methods: string, given: readonly string[] = ['--gateway']) {
  const module = join(createFolder(), 'gateway.mjs')
  writeFileSync(module, `export default () => ({ charge() {}, cancel() {}, refund() {}, ${methods} })`)
  return runVerb('check-books', url, given, { env: { PAYMENT_GATEWAY_MODULE: module } })
}

describe('npm run check-books -- --gateway', () => {
  /** The amount charged for the one order. */
  let dueCents = 0
  beforeEach(async () => {
    writeFileSync(file, books)
    const store = await openStore(url, { mode: 'any' })
    const [leg] = await store.read((tx) => tx.listPaymentLegsAfter({ orderId: 0, position: 0 }, 1))
    dueCents = leg?.amountCents ?? 0
    await store.close()
  })

  it('sums an agreeing gateway up in one line', async () => {
    const record = `{ leg: 0, state: 'charged', amountCents: ${dueCents}, refundedCents: 0 }`
    const { code, stdout, stderr } = await checkGateway(`find: async () => [${record}], async *list() {}`)
    expect(stdout).toMatch(
      /^The books are sound: [^\n]+\nThe gateway agrees: 1 payments and 0 listed charges\n$/,
    )
    expect([code, stderr]).toStrictEqual([0, expect.not.stringContaining('has no list')])
  })

  it('prints a line for each disagreement, and ends with 1', async () => {
    const unknown = `async *list() { yield { reference: 'order:x', leg: 0, state: 'charged', amountCents: 100, refundedCents: 0 } }`
    const { code, stdout } = await checkGateway(`find: async () => [], ${unknown}`)
    expect(stdout.trimEnd().split('\n').slice(1)).toStrictEqual([
      expect.stringMatching(
        /^Payment order:\S+, leg 0: charged \S+ here, but the gateway has charged nothing$/,
      ),
      'Payment order:x, leg 0: no order here, but the gateway has charged 1.00',
      'The gateway disagrees 2 times: 1 payments and 1 listed charges',
    ])
    expect(code).toBe(1)
  })

  it('leaves out older payments, and tells of a missing list', async () => {
    const { code, stdout, stderr } = await checkGateway('find: async () => []', [
      '--gateway',
      '--since',
      '2999-12-31',
    ])
    expect(stdout).toContain('The gateway agrees: 0 payments and 0 listed charges\n')
    expect([code, stderr]).toStrictEqual([0, expect.stringContaining('it has no list')])
  })

  it('ends with 2 and one line where the gateway gives no answer', async () => {
    const { code, stdout, stderr } = await checkGateway(
      'find: async () => [], list() { throw new Error("top-secret") }',
    )
    expect(stderr).toMatch(/\nThe payment gateway does not list its charges\n$/)
    expect([code, stdout + stderr]).toStrictEqual([2, expect.not.stringContaining('top-secret')])
  })

  it('ends with 2 and one line where no gateway is named', async () => {
    expect(await runVerb('check-books', url, ['--gateway'])).toStrictEqual({
      code: 2,
      stdout: '',
      stderr: 'PAYMENT_GATEWAY_MODULE is not set: it names the gateway to compare with\n',
    })
  })

  it.each([
    [['--since', '2026-01-01'], '--since needs --gateway'],
    [['--gateway', '--since', 'May'], '--since must be a day, such as 2026-11-01, not May'],
  ])('ends with 2 where it is given %j', async (given, sentence) => {
    const ended = await runVerb('check-books', url, given)
    expect(ended).toStrictEqual({ code: 2, stdout: '', stderr: `${sentence}\n` })
  })
})

describe('every command without verbs', () => {
  const names = [
    'archive',
    'backup',
    'check-books',
    'migrate',
    'restore',
    'rotate-card-data',
    'verify-audit-log',
  ]

  it.each(names)('%s prints its use and an example on request, and does nothing', async (name) => {
    writeFileSync(file, books)
    const { code, stdout, stderr } = await runVerb(name, url, ['--help'])
    expect([code, stderr]).toStrictEqual([0, ''])
    expect(stdout).toContain(`npm run ${name}`)
    expect(stdout).toMatch(/\n(Example|For example): .*npm run /)
    expect(readFileSync(file).equals(books)).toBe(true)
    expect(existsSync(join(repositoryRoot, '--help'))).toBe(false)
  })

  it.each(names)('%s refuses an option that it does not know, with one sentence', async (name) => {
    writeFileSync(file, books)
    expect(await runVerb(name, url, ['--no-such', 'x.gz'])).toStrictEqual({
      code: 2,
      stdout: '',
      stderr: `Unknown option '--no-such'; see npm run ${name} -- --help\n`,
    })
    expect(readFileSync(file).equals(books)).toBe(true)
  })

  it.each(['check-books', 'migrate', 'rotate-card-data', 'verify-audit-log'])(
    '%s refuses any other argument',
    async (name) => {
      const stderr = `Unexpected argument 'more'; see npm run ${name} -- --help\n`
      expect(await runVerb(name, url, ['more'])).toStrictEqual({ code: 2, stdout: '', stderr })
    },
  )

  it.each(['archive', 'backup', 'restore'])('%s refuses a file whose name begins with -', async (name) => {
    const stderr = "The name of a file must not begin with '-': '-copy.gz'\n"
    expect(await runVerb(name, url, ['--', '-copy.gz'])).toStrictEqual({ code: 2, stdout: '', stderr })
    expect(existsSync(join(repositoryRoot, '-copy.gz'))).toBe(false)
  })
})

describe('npm run backup and npm run restore', () => {
  it.each(['backup', 'restore'])('%s asks for one file', async (verb) => {
    const line = `Name one file: npm run ${verb} -- <file>\n`
    expect(await runVerb(verb, url)).toMatchObject({ code: 2, stdout: '', stderr: line })
    expect(await runVerb(verb, url, ['one', 'two'])).toMatchObject({ code: 2, stderr: line })
  })

  it('end with 2 and one line where a file may grow no more, and leave no file', async () => {
    await emptyTable()
    damage(`with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 3000)
      insert into attempts select hex(randomblob(32)), 'subject', i from numbers`)
    const backup = join(createFolder(), 'backup.gz')
    const { code, stdout, stderr } = await runVerb('backup', url, [backup], { maxFileBytes: 65_536 })
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(stderr).toMatch(/\n\S+backup\.gz cannot be written \(EFBIG\)\n$/)
    expect(existsSync(backup)).toBe(false)
  })

  it('refuse to replace a file, or a database that is not empty', async () => {
    writeFileSync(file, books)
    const backup = join(createFolder(), 'backup.gz')
    const first = await runVerb('backup', url, [backup])
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('orders: 1 rows') })
    expect(first.stdout).toBe(`${backup} holds the database as it was when this command began\n`)
    const again = `${backup} exists already, and is left as it is; name a new file\n`
    expect(await runVerb('backup', url, [backup])).toMatchObject({ code: 2, stderr: again })
    const { code, stdout, stderr } = await runVerb('restore', url, [backup])
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(
      `DATABASE_URL: ${file} cannot be used: it is not empty (it has apps); restore into an empty database`,
    )
  })
})

/** Jobs of a database without an order. No process works on them. */
const writeJobs = async () => {
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
const jobs = (...given: readonly string[]) => runVerb('jobs', url, given)
const operator = ['--operator', 'grace']

/** The job events in the audit log, without their times. */
function listJobEvents(): readonly unknown[] {
  const database = new DatabaseSync(file)
  const rows = database
    .prepare(`select content from audit_log where content ->> 'kind' = 'job.changed' order by position`)
    .all()
  database.close()
  return rows.map(({ content }) => {
    const { at: _at, ...event } = JSON.parse(String(content)) as Record<string, unknown>
    return event
  })
}

describe('npm run jobs', () => {
  it('lists what is parked, opens it again and gives it up', async () => {
    await writeJobs()
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
    await writeJobs()
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
    await writeJobs()
    expect(await jobs('retry', 'refund/2/0', ...operator)).toMatchObject({
      code: 1,
      stdout: 'refund/2/0 is open, not parked or canceled\n',
    })
    expect(await jobs('cancel', 'nowhere', ...operator)).toMatchObject({
      code: 1,
      stdout: 'There is no job nowhere\n',
    })
    damage(
      `insert into jobs values ('expire-carts', 'expire-carts', '{"kind":"expire-carts"}', 'open', 0, 0, 0, null, null)`,
    )
    const { code, stdout } = await jobs('cancel', 'expire-carts', ...operator)
    expect([code, stdout]).toStrictEqual([
      1,
      expect.stringMatching(/^expire-carts cannot be canceled: it recurs, .* then retry it\n$/),
    ])
    expect(await jobs('cancel', 'refund/2/0')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name yourself with --operator'),
    })
  })

  it.each([
    [[], 'Name a verb'],
    [['begin'], `There is no verb 'begin'`],
    [['retry'], '<id> is missing'],
    [['list', 'lost'], 'The state must be one of open, parked, done, canceled'],
    [['list', 'open', 'more'], "Unexpected argument 'more'"],
    [['list', '--all'], `Unknown option '--all'`],
  ])('says how it is used when it is asked %j', async (given, reason) => {
    await emptyTable()
    const { code, stdout, stderr } = await jobs(...given)
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' })
    expect(stderr.split('\n')[0]).toBe(reason)
    expect(stderr).toContain('npm run jobs -- ')
  })

  it('has help with an example for every verb', async () => {
    expect(await jobs('--help')).toMatchObject({ code: 0, stderr: '' })
    const helps = await Promise.all(['list', 'retry', 'cancel'].map((verb) => jobs(verb, '--help')))
    for (const help of helps)
      expect(help).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('For example: npm run jobs -- '),
      })
  })
})
