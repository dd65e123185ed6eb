import process from 'node:process'
import { checkBooks } from '@giftcards/marketplace'
import { openStore } from '@giftcards/storage'
import { startPostgres } from '@giftcards/storage/testing'
import { migrateDatabase } from '@giftcards/storage/upkeep'
import { checkoutOf, startSandbox, storyCard, storyPayments } from '@giftcards/test-harness'
import { findPgBouncer, startPgBouncer } from './start-pgbouncer.ts'

// `npm run check:pgbouncer` buys cards at the same time on two servers, and audits the books. The servers are behind a
// PgBouncer in transaction mode that has four connections to PostgreSQL. It needs PgBouncer, so it is not part of
// `npm test`.

/**
 * Parameters that a server sends when it connects, and that PgBouncer does not pass on. The guide sets them in
 * PostgreSQL.
 */
const ignoredParameters = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

const emails = ['elite@example.com', 'standard@example.com']
const sessions = 6
const purchases = 10

async function check(): Promise<readonly string[]> {
  const postgres = await startPostgres()
  const direct = await postgres.createDatabase('cards')
  // The database has the settings that the pooler does not pass on to PostgreSQL.
  await postgres.query('cards', `alter database cards set statement_timeout = '10s'`)
  await postgres.query('cards', `alter database cards set lock_timeout = '5s'`)
  await postgres.query('cards', `alter database cards set idle_in_transaction_session_timeout = '10s'`)
  await migrateDatabase(direct, { mode: 'sandbox' })
  const pgBouncer = await startPgBouncer(direct, { poolSize: 4, ignoredParameters })
  try {
    const problems = await buyThrough(pgBouncer.url, direct).catch((error: unknown) => [
      `The purchases broke off: ${error instanceof Error ? error.message : String(error)}`,
    ])
    // If the pooler itself rejects a client, the client sees an unavailable database.
    return [...problems, ...pgBouncer.log.split('\n').filter((line) => /pooler error/.test(line))]
  } finally {
    await pgBouncer.stop()
    await postgres.remove()
  }
}

/** Has partners buy at the same time through a pooler, and lists what is wrong afterwards. */
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
    const broken = await store.readBooks((books) => checkBooks(books))
    await store.close()
    const expected = new Set(['201', '400 cards_unavailable', '409 checkout_in_progress'])
    return [
      ...broken,
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

const version = findPgBouncer()
if (version === undefined || version[0] < 1 || (version[0] === 1 && version[1] < 21)) {
  const found = version === undefined ? 'It is not installed' : `Version ${version.join('.')} is`
  process.stderr.write(
    `PgBouncer from version 1.21 on is needed, which knows prepared statements by name. ${found}; set PGBOUNCER to the path of another one.\n`,
  )
  process.exitCode = 2
} else {
  const problems = await check()
  process.stdout.write(
    problems.length === 0 ? 'Nothing is wrong behind PgBouncer\n' : `${problems.join('\n')}\n`,
  )
  process.exitCode = problems.length === 0 ? 0 : 1
}
