import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { maskDatabaseUrl, openStore } from '@giftcards/storage'
import { startPostgres } from '@giftcards/storage/testing'
import { migrateDatabase } from '@giftcards/storage/maintenance'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createFolder, createRealKeys, endProcesses, runVerbHere } from '@giftcards/test-harness/process'
import {
  openSession,
  placeOrder,
  startSandbox,
  startServerOn,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'

let file = ''
let url = ''
/** Snapshots of a migrated database and of one with a catalog, each created only once. */
const templates = new Map<'empty' | 'catalogue', Uint8Array>()
const fill = async (template: 'empty' | 'catalogue', make: () => Promise<unknown>): Promise<void> => {
  const known = templates.get(template)
  if (known === undefined) {
    await make()
    templates.set(template, readFileSync(file))
  } else writeFileSync(file, known)
}
beforeEach(async () => {
  file = join(createFolder(), 'marketplace.db')
  url = `sqlite:${file}`
  await fill('empty', () => migrateDatabase(url, { mode: 'production' }))
})
afterEach(endProcesses)

const operator = ['--operator', 'grace']
/** Runs a command line, written as in a terminal. */
const admin = (line: string, more: readonly string[] = operator, input?: string) =>
  runVerbHere('admin', url, [...line.split(' '), ...more], input === undefined ? {} : { input })

/** The standard error of a verb that writes: the database URL without its password. */
const told = () => `Database: ${maskDatabaseUrl(url)}\n`
const done = (stdout: string) => ({ code: 0, stdout: `${stdout}\n`, stderr: told() })
const refused = (stdout: string) => ({ code: 1, stdout: `${stdout}\n`, stderr: told() })
/** The result of a successful verb that only reads. */
const listed = (stdout: string) => ({ code: 0, stdout: `${stdout}\n`, stderr: '' })
const notFound = (stdout: string) => ({ code: 1, stdout: `${stdout}\n`, stderr: '' })
const password = 'a long password'
const addCoupon = async (code: string, more: string) =>
  (await admin(`coupon add ${code} --description d --expires 2099-05-31 ${more}`)).stdout
const credit = (change: string) => admin(`customer credit ada@example.com ${change}`)

/** The events in the audit log. */
function listAudit(): readonly unknown[] {
  const database = new DatabaseSync(file)
  const rows = database.prepare('select event from audit_log order by id').all()
  database.close()
  return rows.map(({ event }) => JSON.parse(String(event)) as unknown)
}

/** Creates a catalog from which a customer can buy, with operator commands only. */
const setUp = (): Promise<void> => fill('catalogue', addCatalogue)

async function addCatalogue(): Promise<void> {
  const links = '--image https://img.example.com/101.png --balance-link https://northwind.example.com/'
  const stock = '--merchant 101 --type ecode --face-value 50 --percent-off 8.5'
  const customer = 'customer add ada@example.com --firstname Ada --lastname Elm --elite --phone 555-0100'
  const address = [
    '--street',
    '12 Harbor Street',
    '--city',
    'Portland',
    '--state',
    'OR',
    '--postcode',
    '97201',
  ]
  for (const [line, more, input] of [
    ['app add corner-shop', operator],
    [customer, [...address, ...operator], `${password}\n`],
    ['customer open-drawdown ada@example.com', operator],
    ['deposit ada@example.com 1500.00 --key wire-1', operator],
    [`merchant add 101 ${links}`, ['--name', 'Northwind Outfitters', ...operator]],
    [`stock set 5 ${stock}`, operator],
    ['coupon add SPRING10 --percent 10 --expires 2099-05-31', ['--description', '10 % off', ...operator]],
  ] as const)
    expect(await admin(line, more, input)).toMatchObject({ code: 0, stderr: told() })
}

const production = () => ({
  NODE_ENV: 'production',
  ALLOW_SIMULATED_PAYMENTS: '1',
  DATABASE_URL: url,
  ...createRealKeys(),
})

/** Buys one card on a server, as the customer that the operator has added. */
async function buyCard(payment: Parameters<typeof placeOrder>[2] = storyPayments.DRAWDOWN_ACCOUNT) {
  const server = await startServerOn(production())
  try {
    const partner = await openSession(server.url, 'corner-shop')
    const credentials = { customer: { email: 'ada@example.com', password } }
    await partner.want('login', 200, { body: credentials })
    return await placeOrder(partner, [storyCard.northwindEcode()], payment, {
      couponCode: 'SPRING10',
    })
  } finally {
    await server.close()
  }
}

describe('npm run admin', () => {
  it('fills a production database from which a partner buys', async () => {
    await setUp()
    const order = await buyCard()
    expect(order.total.due).toBe('40.14')
    const shown = await admin(`order show ${order.id}`, ['--json'])
    expect(JSON.parse(shown.stdout)).toMatchObject({
      orderId: order.orderId,
      due: '40.14',
      cards: [{ merchantId: 101 }],
    })
    const canceled = await admin(`order cancel ${order.orderId}`)
    expect(canceled).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Order \d+: [\w ]+ → Canceled\n$/),
    })
    expect(await admin(`order cancel ${order.id}`)).toStrictEqual(
      refused(`Order ${order.id} is Canceled already`),
    )
    const customer = await admin('customer show ada@example.com', ['--json'])
    expect(JSON.parse(customer.stdout)).toMatchObject({
      drawdown: { balanceCents: 150_000, pendingCents: 0 },
    })
    expect(await runVerbHere('check-books', url)).toMatchObject({ code: 0 })
  })

  it(
    'leaves a row in the audit log for each change, with the operator and no secret',
    { meta: { rules: ['D14-22'] } },
    async () => {
      await setUp()
      await admin('app disable corner-shop')
      await admin('customer set-elite ada@example.com --off')
      await admin('coupon end SPRING10')
      const customerId = 1
      const key = {
        merchantId: 101,
        type: 'ecode',
        faceValueCents: 5000,
        percentOffBps: 850,
        isLowRisk: false,
      }
      const events = [
        { kind: 'app.put', appId: 'corner-shop', isEnabled: true },
        { kind: 'customer.added', customerId, isElite: true },
        { kind: 'drawdown.opened', customerId },
        { kind: 'drawdown.deposited', customerId, amountCents: 150_000, balanceCents: 150_000 },
        { kind: 'merchant.put', merchantId: 101 },
        { kind: 'stock.put', ...key, fromCards: 0, toCards: 5 },
        { kind: 'coupon.added', couponId: 1, code: 'SPRING10' },
        { kind: 'app.put', appId: 'corner-shop', isEnabled: false },
        { kind: 'customer.changed', customerId, isElite: false },
        {
          kind: 'coupon.changed',
          couponId: 1,
          expires: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/) as string,
        },
      ]
      expect(listAudit()).toStrictEqual(events.map((event) => ({ operator: 'grace', ...event })))
    },
  )

  it('deposits once under one key', async () => {
    await setUp()
    const again = await admin('deposit ada@example.com 1500 --key wire-1')
    expect(again).toStrictEqual(done('Entry 1: 1500.00, balance 1500.00'))
    expect(await admin('deposit ada@example.com 1500.01 --key wire-1')).toStrictEqual(
      refused('Another amount was deposited under this key; use a new --key for another deposit'),
    )
    expect(await admin('deposit nobody@example.com 1 --key wire-2')).toStrictEqual(
      refused('There is no customer nobody@example.com'),
    )
  })

  it('says what it would do, and changes nothing', async () => {
    await setUp()
    const before = listAudit()
    const dry = ['--dry-run', ...operator]
    expect(await admin('app add other-shop', dry)).toStrictEqual(
      done('Nothing was changed. It would be:\nother-shop  enabled'),
    )
    expect(await admin('deposit ada@example.com 1 --key wire-2', ['--json', ...dry])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\{"dryRun":true,"result":\{.*"balanceCents":150100/),
    })
    expect(await admin('coupon end AUTUMN', dry)).toStrictEqual(refused('There is no coupon AUTUMN'))
    const { id } = await buyCard()
    const canceled = await admin(`order cancel ${id}`, dry)
    expect(canceled).toMatchObject({ code: 0, stdout: expect.stringContaining('→ Canceled\n') })
    expect((await admin(`order show ${id}`)).stdout).not.toContain('Canceled')
    expect(listAudit().slice(0, before.length)).toStrictEqual(before)
    expect((await admin('app list')).stdout).toBe('corner-shop  enabled\n')
  })

  it('saves and removes what a customer pays with, and keeps four digits of it', async () => {
    await setUp()
    const line = 'customer add-method ada@example.com --kind bank'
    const dry = ['--account', '****1234', '--routing', '5678', '--dry-run', ...operator]
    expect(await admin(line, dry)).toMatchObject({ code: 0 })
    expect(JSON.parse((await admin('customer show ada@example.com', ['--json'])).stdout)).toMatchObject({
      methods: [],
    })
    const given = ['--account', '****1234', '--routing', '5678', '--json', ...operator]
    const saved = JSON.parse((await admin(line, given)).stdout) as { readonly id: number }
    expect(saved).toStrictEqual({
      customerId: 1,
      id: expect.any(Number) as number,
      kind: 'bank',
      accountNumber: '****1234',
      routingNumber: '****5678',
    })
    const described = `payment method ${saved.id}  bank  account ****1234, routing ****5678`
    expect((await admin('customer show ada@example.com', [])).stdout).toContain(`\n${described}\n`)
    const order = await buyCard({ method: 'ACH', details: { id: saved.id } })
    expect(order.paymentDetails).toMatchObject({ accountNumber: '****1234' })
    const remove = () => admin(`customer remove-method ada@example.com ${saved.id}`)
    expect(await remove()).toStrictEqual(done(described))
    expect(await remove()).toStrictEqual(
      refused(`The customer ada@example.com has no payment method ${saved.id}`),
    )
    const events = listAudit().filter((event) => JSON.stringify(event).includes('payment-method'))
    const by = { operator: 'grace', customerId: 1, methodId: saved.id }
    expect(events).toStrictEqual([
      { ...by, kind: 'payment-method.added' },
      { ...by, kind: 'payment-method.removed' },
    ])
  })

  it('adds and takes store credit once under one key', async () => {
    await setUp()
    expect(await credit('25 --key claim-1')).toStrictEqual(done('Row 1: 25.00, store credit 25.00'))
    expect(await credit('-5.50 --key claim-2')).toStrictEqual(done('Row 2: -5.50, store credit 19.50'))
    expect(await credit('25 --key claim-1')).toStrictEqual(done('Row 1: 25.00, store credit 25.00'))
    expect(await credit('24 --key claim-1')).toStrictEqual(
      refused('This key was already used for a change of 25.00'),
    )
    expect(await credit('-20 --key claim-3')).toStrictEqual(
      refused('The customer ada@example.com has only 19.50 of credit'),
    )
    expect(listAudit().slice(-2)).toStrictEqual([
      { operator: 'grace', kind: 'store-credit.changed', customerId: 1, fromCents: 0, toCents: 2500 },
      { operator: 'grace', kind: 'store-credit.changed', customerId: 1, fromCents: 2500, toCents: 1950 },
    ])
    expect(await runVerbHere('check-books', url)).toMatchObject({ code: 0 })
  })

  it('sets a password that is read from standard input', async () => {
    await setUp()
    const line = 'customer set-password ada@example.com'
    expect(await admin(line, operator, 'another password\n')).toStrictEqual(done('1  ada@example.com  elite'))
    const by = { operator: 'grace', customerId: 1 }
    expect(listAudit().slice(-2)).toStrictEqual([
      { ...by, kind: 'customer.password-set' },
      { ...by, kind: 'customer.sessions-ended' },
    ])
    expect(await admin('customer end-sessions ada@example.com')).toStrictEqual(
      done('1  ada@example.com  elite'),
    )
    expect(listAudit().at(-1)).toStrictEqual({ ...by, kind: 'customer.sessions-ended' })
    await expect(buyCard()).rejects.toThrow(Error)
    expect(
      await admin('customer set-password nobody@example.com', operator, 'another password\n'),
    ).toStrictEqual(refused('There is no customer nobody@example.com'))
  })

  it('records a refund that was made outside of the gateway', async () => {
    await setUp()
    const line = 'customer add-method ada@example.com --kind card --json'
    const { id: creditCardId } = JSON.parse((await admin(line)).stdout) as { readonly id: number }
    const { id } = await buyCard({ method: 'CREDITCARD', details: { creditCardId } })
    const note = ['--note', 'bank transfer 17', ...operator]
    const refund = (more = note) => admin(`order refunded ${id} --leg 0`, more)
    expect(await refund()).toStrictEqual(refused(`Leg 0 of order ${id} is charged, not refunding`))
    await admin(`order cancel ${id}`)
    const job = `refund/${id}/0`
    expect(await runVerbHere('jobs', url, ['cancel', job, ...operator])).toMatchObject({ code: 0 })
    const books = await runVerbHere('check-books', url)
    expect(books.code).toBe(1)
    expect(books.stdout.match(/^[a-z-]+(?=: )/gm)).toStrictEqual(['job-of-refund'])
    expect(books.stdout).toContain(
      `order_id=${id} position=0 state=refunding job_id=${job} job_state=canceled\n`,
    )
    expect(await refund([...note, '--dry-run'])).toMatchObject({ code: 0 })
    expect(await refund()).toStrictEqual(done(`Order ${id}: leg 0  card  41.17  refunded`))
    expect(await refund()).toStrictEqual(refused(`Leg 0 of order ${id} is refunded, not refunding`))
    expect((await admin(`order show ${id}`, [])).stdout).toContain('leg 0  card  41.17  refunded\n')
    expect(listAudit().slice(-2)).toStrictEqual([
      { operator: 'grace', kind: 'job.changed', jobId: job, from: 'open', to: 'canceled' },
      {
        operator: 'grace',
        kind: 'refund.recorded',
        customerId: 1,
        orderId: id,
        position: 0,
        amountCents: 4117,
        note: 'bank transfer 17',
      },
    ])
    expect(await runVerbHere('check-books', url)).toMatchObject({ code: 0 })
  })

  it('says which database it writes to where none is named', async () => {
    const { stderr } = await runVerbHere('admin', '', [
      'app',
      'disable',
      'corner-shop',
      '--dry-run',
      ...operator,
    ])
    expect(stderr).toMatch(/^Database: sqlite:\.\/\.data\/\S+, since DATABASE_URL is not set\n/)
  })

  it('holds and releases an order', async () => {
    await setUp()
    const { id } = await buyCard()
    expect(await admin(`order release ${id}`)).toMatchObject({ code: 1 })
    expect(await admin(`order hold ${id}`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('→ Hold'),
    })
    expect(await admin(`order release ${id}`)).toStrictEqual(done(`Order ${id}: Hold → Processing`))
    expect(await admin('order show 999999')).toStrictEqual(notFound('There is no order 999999'))
  })

  it('lists what there is', async () => {
    expect(await admin('app list', ['--json'])).toStrictEqual(listed('[]'))
    expect(await admin('stock list', [])).toStrictEqual(listed('There is no stock'))
    await setUp()
    expect((await admin('stock list', [])).stdout).toBe(
      '101  ecode  50.00 at 8.5 % off  5 on hand, 0 reserved, 5 available\n',
    )
    expect((await admin('coupon list', [])).stdout).toBe('SPRING10  10 % off  through 05/31/2099\n')
    expect((await admin('merchant list', [])).stdout).toBe('101  Northwind Outfitters\n')
    const customers = await admin('customer list', ['--json'])
    expect(customers.stdout).toContain('"email":"ada@example.com"')
    expect(customers.stdout).not.toMatch(/argon2|password/)
  })

  it('wants to know who asks, and what for', async () => {
    expect(await admin('app add corner-shop', [])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Give your name with --operator'),
    })
    expect(listAudit()).toStrictEqual([])
  })

  it('takes the name of the operator from the system', async () => {
    await runVerbHere('admin', url, ['app', 'add', 'corner-shop'], { env: { USER: 'ada' } })
    expect(listAudit()).toMatchObject([{ operator: 'ada', kind: 'app.put' }])
  })

  it.each([[], ['app']])('prints its verbs where none is given after %j', async (...given: string[]) => {
    const { code, stdout, stderr } = await runVerbHere('admin', url, given)
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(stderr).toContain('\nCommands:\n')
  })

  it.each([
    ['ap add shop', `unknown command 'ap' (Did you mean app?); see npm run admin -- --help`],
    ['app ad shop', `unknown command 'ad' (Did you mean add?); see npm run admin -- app --help`],
    ['app add', `missing required argument 'id'; see npm run admin -- app add --help`],
    ['app add shop more', `too many arguments for 'add'. Expected 1 argument but got 2; see`],
    ['app add sh;op', `value 'sh;op' is invalid for argument 'id'. It must be 1 to 100 letters`],
    ['app add shop --forse', `unknown option '--forse'; see npm run admin -- app add --help`],
    ['app add shop --operater x', `unknown option '--operater' (Did you mean --operator?); see`],
    ['--operator a/b app add shop', 'It must be 1 to 64 letters, digits, or any of'],
    ['customer add ada@example.com --firstname Ada', `required option '--lastname <text>' not specified`],
    ['customer add ada --firstname Ada --lastname Elm', 'It must be an address such as ada@example.com'],
    [
      'customer add ada@example.com --firstname Ada --lastname Elm --city Portland',
      'An address needs --street, --city, --state and --postcode',
    ],
    [
      'customer add ada@example.com --firstname Ada --lastname Elm --password=hunter2hunter2',
      `unknown option '--password'; see`,
    ],
    ['stock set -1 --merchant 1 --type ecode --face-value 5 --percent-off 1', 'It must be a whole number'],
    [
      'stock set 1 --merchant 1 --type paper --face-value 5 --percent-off 1',
      'Allowed choices are ecode, physical, newEcodeB2B, newEcodeAsPre',
    ],
    [
      'stock set 1 --merchant 1 --type ecode --face-value 5.001 --percent-off 1',
      `option '--face-value <dollars>' argument '5.001' is invalid. It must be dollars from 0.01 to 2000.00`,
    ],
    ['coupon add X --percent 5 --promo 5 --description d --expires 2030-01-01', 'Give one of --percent'],
    ['coupon add X --percent 5 --description d --expires 2030-02-30', 'It must be a day, such as'],
    [
      'coupon add X --promo 5 --description d --expires 2030-01-01 --unlimited --uses-per-account 2',
      `option '--unlimited' cannot be used with option '--uses-per-account <count>'`,
    ],
    [
      'coupon add X --percent 5 --description d --expires 2030-01-01 --types paper',
      '--types must be of ecode',
    ],
    ['deposit ada@example.com 5', `required option '--key <text>' not specified`],
    ['deposit ada@example.com 1e3 --key k', 'It must be dollars'],
    ['customer credit ada@example.com 5', `required option '--key <text>' not specified`],
    ['customer credit ada@example.com -0.001 --key k', 'It must be dollars'],
    ['customer add-method ada@example.com', `required option '--kind <kind>' not specified`],
    ['customer add-method ada@example.com --kind bank', 'belong to a bank account: give both'],
    [
      'customer add-method ada@example.com --kind bank --account 12345678 --routing ****5678',
      '--account must be the last four digits and no others, such as ****1234',
    ],
    [
      'customer add-method ada@example.com --kind bank --account ****1234 --routing ****05678',
      '--routing must be the last four digits',
    ],
    ['customer add-method ada@example.com --kind card --account ****1234', 'or none for a card'],
    ['order refunded 100001 --note n', `required option '--leg <number>' not specified`],
    ['order refunded 100001 --leg first --note n', 'It must be a whole number'],
    ['order cancel first', 'It must be the number of an order or its UUID'],
  ])('says on one line why it cannot read "%s"', async (line, sentence) => {
    const { code, stdout, stderr } = await runVerbHere('admin', 'sqlite:/nowhere/none.db', line.split(' '))
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr).toContain(sentence)
    // Values in the wrong place may be secrets.
    expect(stderr).not.toMatch(/hunter2|12345678|05678/)
  })

  it('limits a fixed credit to one use for each account unless it is told otherwise', async () => {
    expect(await addCoupon('FIVE', '--promo 5')).toBe(
      'FIVE  5.00 off  through 05/31/2099  uses: 1 for each account\n',
    )
    expect(await addCoupon('CREDIT', '--store-credit 5 --uses-in-total 9')).toBe(
      'CREDIT  5.00 off  through 05/31/2099  uses: 1 for each account, 9 in total\n',
    )
    expect(await addCoupon('TWICE', '--promo 5 --uses-per-account 2')).toContain('uses: 2 for each account\n')
    expect(await addCoupon('ALWAYS', '--promo 5 --unlimited')).toBe('ALWAYS  5.00 off  through 05/31/2099\n')
    expect(await addCoupon('TEN', '--percent 10')).toBe('TEN  10 % off  through 05/31/2099\n')
  })

  it('rejects a short password', async () => {
    const line = 'customer add ada@example.com --firstname Ada --lastname Elm'
    const { code, stderr } = await admin(line, operator, 'short\n')
    expect({ code, stderr }).toStrictEqual({
      code: 2,
      stderr: `${told()}The password must be 12 to 200 characters\n`,
    })
  })
})

describe('npm run admin on PostgreSQL', () => {
  it('works beside a server, on a role that reads and writes rows', async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.remove())
    await postgres.query('postgres', `create role server login password 's'`)
    const owner = await postgres.createDatabase('cards')
    await migrateDatabase(owner, { mode: 'sandbox', grantTo: 'server' })
    url = Object.assign(new URL(owner), { username: 'server', password: 's' }).href
    const sandbox = await startSandbox({}, { store: await openStore(url, { mode: 'sandbox' }) })
    onTestFinished(() => sandbox.close())
    const partner = await sandbox.partner('elite@example.com')
    const { id, orderId } = await placeOrder(
      partner,
      [storyCard.northwindPhysical()],
      storyPayments.CREDITCARD,
    )
    expect(await admin(`order hold ${orderId}`)).toStrictEqual(done(`Order ${id}: Processing → Hold`))
    expect((await partner.want('getOrder', 200, { path: { orderId } })).buyOrder.status).toBe('Hold')
    expect(await admin('app disable demo-app')).toMatchObject({ code: 0 })
    expect((await partner.call('getOrder', { path: { orderId } })).code).toBe('unknown_app')
  })
})
