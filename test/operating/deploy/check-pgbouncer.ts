import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { openStore } from '@giftcards/storage'
import { startPostgres } from '@giftcards/storage/testing'
import { describeViolation, migrateDatabase } from '@giftcards/storage/maintenance'
import { checkoutOf, startSandbox, storyCard, storyPayments } from '@giftcards/test-harness'
import { findFreePort, spawnGuarded } from '@giftcards/test-harness/process'

// `npm run check:pgbouncer` buys cards at the same time on two servers, and audits the books. The servers are behind a
// PgBouncer in transaction mode that has four connections to PostgreSQL. It needs PgBouncer, so it is not part of
// `npm test`.

/** Parameters that a server sends when it connects. PgBouncer does not forward them, so PostgreSQL must set them. */
const timeouts = {
  statement_timeout: '10s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '10s',
}

const binary = process.env['PGBOUNCER'] ?? 'pgbouncer'
const emails = ['elite@example.com', 'standard@example.com']
const sessions = 6
const purchases = 10

async function check(): Promise<readonly string[]> {
  const postgres = await startPostgres()
  const direct = await postgres.createDatabase('cards')
  for (const [name, value] of Object.entries(timeouts))
    await postgres.query('cards', `alter database cards set ${name} = '${value}'`)
  await migrateDatabase(direct, { mode: 'sandbox' })
  const pgBouncer = await startPgBouncer(direct)
  try {
    const problems = await buyThrough(pgBouncer.url, direct).catch((error: unknown) => [
      `The purchases broke off: ${error instanceof Error ? error.message : String(error)}`,
    ])
    // If the pooler rejects a client, the client only sees an unavailable database.
    return [
      ...problems,
      ...pgBouncer
        .log()
        .split('\n')
        .filter((line) => /pooler error/.test(line)),
    ]
  } finally {
    await pgBouncer.stop()
    await postgres.remove()
  }
}

/** Lets partners buy concurrently through a pooler, and returns the problems found afterwards. */
async function buyThrough(pooled: string, direct: string): Promise<readonly string[]> {
  const settings = { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error' }
  const first = await startSandbox(settings, { store: await openStore(pooled, { mode: 'sandbox' }) })
  const second = await startSandbox(settings, { store: await openStore(pooled, { mode: 'sandbox' }) })
  try {
    const partners = await Promise.all(
      Array.from({ length: sessions }, (_, index) =>
        (index % 2 === 0 ? first : second).partner(emails[index % emails.length]),
      ),
    )
    const answers = new Map<string, number>()
    const buy = async (partner: (typeof partners)[number]): Promise<void> => {
      for (let count = 0; count < purchases; count += 1) {
        const { status, code } = await partner.call(
          'checkout',
          checkoutOf([storyCard.harborEcode()], storyPayments.CREDITCARD),
        )
        const answer = [status, code].filter(Boolean).join(' ')
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
      }
    }
    await Promise.all(partners.map(buy))
    process.stdout.write(`${[...answers].map(([answer, count]) => `${count} times ${answer}`).join(', ')}\n`)
    const store = await openStore(direct, { mode: 'any' })
    const orders = await store.read((tx) => tx.countOrders())
    const { broken } = await store.checkBooks()
    await store.close()
    const expected = new Set(['201', '400 cards_unavailable', '409 checkout_in_progress'])
    return [
      ...broken.map(describeViolation),
      ...[...answers.keys()]
        .filter((answer) => !expected.has(answer))
        .map((answer) => `A checkout was answered ${answer}`),
      ...(orders === answers.get('201') ? [] : [`${orders} orders for ${answers.get('201') ?? 0} times 201`]),
      ...[...first.logLines, ...second.logLines].filter((line) => line.includes('"msg":"defect"')),
    ]
  } finally {
    await Promise.all([first.close(), second.close()])
  }
}

/** Starts a PgBouncer in transaction mode with four connections to the database of a URL. */
async function startPgBouncer(databaseUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-pgbouncer-'))
  const port = await findFreePort()
  const { hostname, port: behind, pathname, username, password } = new URL(databaseUrl)
  const users = join(folder, 'users.txt')
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`)
  const settings = [
    '[databases]',
    `${pathname.slice(1)} = host=${hostname} port=${behind}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'default_pool_size = 4',
    'max_client_conn = 200',
    'max_prepared_statements = 200',
    `ignore_startup_parameters = ${Object.keys(timeouts).join(',')}`,
  ]
  writeFileSync(file, settings.join('\n'))
  // PgBouncer refuses to run as root, so its user must be able to read both files.
  chmodSync(folder, 0o755)
  const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : []
  const { child, output, ended } = spawnGuarded(binary, [...user, file])
  const up = new Promise<void>((resolve) => {
    child.stderr.on('data', () => (output.stderr.includes('process up') ? resolve() : undefined))
  })
  const early = await Promise.race([up, ended])
  if (early !== undefined) throw new Error(`PgBouncer ended: ${early.stderr}`)
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    log: () => output.stderr,
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// PgBouncer supports named prepared statements from version 1.21 on.
const [, major, minor] =
  /^PgBouncer (\d+)\.(\d+)/.exec(spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? []
if (Number(major ?? 0) * 100 + Number(minor ?? 0) < 121) {
  process.stderr.write('PgBouncer 1.21 or later is needed: install it, or set PGBOUNCER to its path.\n')
  process.exitCode = 2
} else {
  const problems = await check()
  process.stdout.write(
    problems.length === 0 ? 'Nothing is wrong behind PgBouncer\n' : `${problems.join('\n')}\n`,
  )
  process.exitCode = problems.length === 0 ? 0 : 1
}
