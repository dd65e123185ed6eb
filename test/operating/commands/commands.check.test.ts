import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '@giftcards/storage'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFolder, endProcesses, runVerb, runVerbHere } from '@giftcards/test-harness/process'
import { openSession, placeOrder, repositoryRoot, startServerOn, storyCard } from '@giftcards/test-harness'

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
  const server = await startServerOn({ DATABASE_URL: `sqlite:${source}` })
  const partner = await openSession(server.url)
  await partner.login('elite@example.com')
  await placeOrder(partner, [storyCard.harborEcode(2)])
  await server.close()
  books = readFileSync(source)
})

/** The result of a command that cannot run: exit code 2 and one line. */
const cannotRun = (line: string) => ({ code: 2, stdout: '', stderr: `${line}\n` })

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
    const { code, stdout, stderr } = await runVerbHere('check-books', url)
    expect(stdout).toMatch(
      /^The books are sound: 1 orders with 2 cards, \d+ carts, 0 pending payments, [1-9]\d* ledger rows\n$/,
    )
    expect(stderr).toContain('order-is-paid\n')
    expect(code).toBe(0)
  })

  it('prints each rule that is broken, its rows and what to do, and ends with 1', async () => {
    writeFileSync(file, books)
    damage(`update order_units set sealed_secrets = 'top-secret', fulfilled_at = null;
      update number_series set last_number = 1 where name = 'order'`)
    const { code, stdout, stderr } = await runVerbHere('check-books', url)
    expect(stdout).toContain(`number-series: The next number of a series is above every number in use.
  broken by 2 rows:
    series=order last_number=1 number_in_use=100001
    series=order last_number=1 number_in_use=100001
  Do: Stop the servers, then set the series to the highest number in use.
`)
    expect(stdout).toMatch(
      /^delivery: .+\n {2}broken by 2 rows:\n( {4}card_id=\d+ order_id=100001 .+\n){2} {2}Do: /m,
    )
    expect(stdout + stderr).not.toContain('top-secret')
    expect(code).toBe(1)
  })

  it('ends with 2 and one line where there is no such database, and makes none', async () => {
    expect(await runVerbHere('check-books', url)).toStrictEqual(
      cannotRun(`DATABASE_URL: ${file} cannot be used: there is no such file`),
    )
    expect(existsSync(file)).toBe(false)
  })

  it('ends with 2 and one line on an older schema, which it leaves as it is', async () => {
    await emptyTable()
    damage(`delete from schema_migrations`)
    const before = readFileSync(file)
    const { code, stderr } = await runVerbHere('check-books', url)
    expect(stderr).toMatch(
      /^DATABASE_URL: \S+ cannot be used: the database is older than this version \(.*\n$/,
    )
    expect(code).toBe(2)
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})

/** Runs the comparison with a gateway whose `find` and other methods have this source. */
function checkGateway(methods: string, given: readonly string[] = ['--gateway']) {
  const module = join(createFolder(), 'gateway.mjs')
  writeFileSync(module, `export default () => ({ charge() {}, cancel() {}, refund() {}, ${methods} })`)
  return runVerbHere('check-books', url, given, { env: { PAYMENT_GATEWAY_MODULE: module } })
}

describe('npm run check-books -- --gateway', () => {
  /** The amount charged for the only order. */
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

  it('leaves out older payments, and names a missing list', async () => {
    const { code, stdout, stderr } = await checkGateway('find: async () => []', [
      '--gateway',
      '--since',
      '2999-12-31',
    ])
    expect(stdout).toContain('The gateway agrees: 0 payments and 0 listed charges\n')
    expect([code, stderr]).toStrictEqual([0, expect.stringContaining('it cannot list its charges')])
  })

  it('ends with 2 and one line where the gateway gives no answer', async () => {
    const { code, stdout, stderr } = await checkGateway(
      'find: async () => [], list() { throw new Error("top-secret") }',
    )
    expect(stderr).toMatch(/\nThe payment gateway does not list its charges\n$/)
    expect([code, stdout + stderr]).toStrictEqual([2, expect.not.stringContaining('top-secret')])
  })

  it('ends with 2 and one line where no gateway is named', async () => {
    expect(await runVerbHere('check-books', url, ['--gateway'])).toStrictEqual(
      cannotRun('PAYMENT_GATEWAY_MODULE is not set: --gateway needs the gateway module'),
    )
  })

  it.each([
    [['--since', '2026-01-01'], '--since needs --gateway'],
    [
      ['--gateway', '--since', 'May'],
      "option '--since <YYYY-MM-DD>' argument 'May' is invalid. It must be a day, such as 2026-12-31; see npm run check-books -- --help",
    ],
  ])('ends with 2 where it is given %j', async (given, sentence) => {
    expect(await runVerbHere('check-books', url, given)).toStrictEqual(cannotRun(sentence))
  })
})

describe('every command', () => {
  it.each(['admin', 'archive', 'backup', 'check-books', 'jobs', 'migrate', 'restore', 'rotate-card-data'])(
    '%s is a process that prints its use on request, and does nothing',
    async (name) => {
      writeFileSync(file, books)
      const { code, stdout, stderr } = await runVerb(name, url, ['--help'])
      expect([code, stderr]).toStrictEqual([0, ''])
      expect(stdout).toContain(`npm run ${name}`)
      expect(readFileSync(file).equals(books)).toBe(true)
      expect(existsSync(join(repositoryRoot, '--help'))).toBe(false)
    },
  )
})

describe('every command without verbs', () => {
  const takesFile = ['archive', 'backup', 'restore']
  const takesNone = ['check-books', 'migrate', 'rotate-card-data']

  it.each([
    ...[...takesFile, ...takesNone].map((name) => [
      name,
      ['--no-such', 'x.gz'],
      `unknown option '--no-such'`,
    ]),
    ...takesNone.map((name) => [name, ['more'], 'too many arguments. Expected 0 arguments but got 1']),
  ] as [string, string[], string][])('%s refuses %j with one sentence', async (name, given, reason) => {
    writeFileSync(file, books)
    expect(await runVerbHere(name, url, given)).toStrictEqual(
      cannotRun(`${reason}; see npm run ${name} -- --help`),
    )
    expect(readFileSync(file).equals(books)).toBe(true)
  })

  it.each(takesFile)('%s asks for one file, whose name does not begin with -', async (name) => {
    const see = `; see npm run ${name} -- --help`
    expect(await runVerbHere(name, url)).toStrictEqual(cannotRun(`missing required argument 'file'${see}`))
    expect(await runVerbHere(name, url, ['one', 'two'])).toStrictEqual(
      cannotRun(`too many arguments. Expected 1 argument but got 2${see}`),
    )
    expect(await runVerbHere(name, url, ['--', '-copy.gz'])).toStrictEqual(
      cannotRun(`value '-copy.gz' is invalid for argument 'file'. It must not begin with '-'${see}`),
    )
  })
})

describe('npm run backup and npm run restore', () => {
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
    const first = await runVerbHere('backup', url, [backup])
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('orders: 1 rows') })
    expect(first.stdout).toBe(`${backup} is a copy of the database at the start of this command\n`)
    const again = `${backup} already exists and is unchanged; name a new file\n`
    expect(await runVerbHere('backup', url, [backup])).toMatchObject({ code: 2, stderr: again })
    const { code, stdout, stderr } = await runVerbHere('restore', url, [backup])
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(
      `DATABASE_URL: ${file} cannot be used: it is not empty (it has apps); restore into an empty database`,
    )
  })
})
