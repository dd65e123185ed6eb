import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '@giftcards/storage'
import { startPostgres } from '@giftcards/storage/testing'
import { checkDatabase } from '@giftcards/storage/maintenance'
import { soundOrders } from './sound-orders.ts'

// Fills a database with consistent orders and audits it, as check-books does. For example:
// `node --expose-gc test/recovery/scale/audit-database.ts sqlite 1000000`. The printed memory is the highest use of the audit after a garbage
// collection.
const [engine = 'sqlite', count = '1000000'] = process.argv.slice(2)
const orders = Number(count)

async function auditSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-scale-'))
  const url = `sqlite:${join(folder, 'cards.db')}`
  await (await openStore(url, { mode: 'sandbox' })).close()
  const database = new DatabaseSync(join(folder, 'cards.db'), { enableForeignKeyConstraints: false })
  database.exec('pragma synchronous = off')
  for (const statement of soundOrders('sqlite', orders)) database.exec(statement)
  database.exec('analyze')
  database.close()
  await audit(url)
  rmSync(folder, { recursive: true, force: true })
}

async function auditPostgres(): Promise<void> {
  const postgres = await startPostgres()
  const url = await postgres.createDatabase('cards')
  await (await openStore(url, { mode: 'sandbox' })).close()
  const fill = ['set session_replication_role = replica', ...soundOrders('postgres', orders)].join(';')
  await postgres.query('cards', fill)
  await postgres.query('cards', 'vacuum analyze')
  await audit(url)
  await postgres.remove()
}

async function audit(url: string): Promise<void> {
  let peakBytes = 0
  const begin = performance.now()
  const { broken, checked } = await checkDatabase(url, () => {
    globalThis.gc?.()
    peakBytes = Math.max(peakBytes, process.memoryUsage().heapUsed)
  })
  const seconds = Math.round((performance.now() - begin) / 100) / 10
  const { maxRSS } = process.resourceUsage()
  const figures = {
    engine,
    seconds,
    peakBytes,
    maxRssKilobytes: maxRSS,
    broken: broken.slice(0, 10),
    checked,
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
}

await (engine === 'postgres' ? auditPostgres() : auditSqlite())
