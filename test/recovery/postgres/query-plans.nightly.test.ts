import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '@giftcards/storage'
import { describeStore } from '@giftcards/storage/port-suite'
import {
  keepStore,
  openRecordedPostgres,
  openRecordedSqlite,
  startPostgres,
  storeLookups,
  type TestPostgres,
} from '@giftcards/storage/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { fillStatements } from './fill-tables.ts'
import { findScans } from './find-scans.ts'
import { findWholeReads, type PlanNode } from './find-whole-reads.ts'
import { smallTables, wholeTableReads } from './whole-tables.ts'

const orders = 1_000_000

const isSmall = (table: string) => smallTables.includes(table)

/** Every statement that the store's test suite has run, by engine. */
const recorded = { postgres: new Set<string>(), sqlite: new Set<string>() }

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
  return () => postgres.remove()
})

let suite: Promise<string> | undefined

/** The suite closes its store, and opens it again. */
async function openPostgres() {
  const url = await (suite ??= postgres.createDatabase('suite'))
  await (await openStore(url, { mode: 'sandbox' })).close()
  return openRecordedPostgres(url, (statement) => void recorded.postgres.add(statement))
}

describeStore('openPostgresStore', keepStore(openPostgres))
describeStore(
  'openSqliteStore in memory',
  keepStore(() => openRecordedSqlite((statement) => void recorded.sqlite.add(statement))),
)

/** Returns the statements of an engine that must not read a whole table. */
const listJudged = (engine: keyof typeof recorded): readonly string[] =>
  [...recorded[engine]].filter(
    (statement) =>
      // Other statements have no plan. A reset of a sandbox empties every table.
      /^(select|insert|update|delete) /.test(statement) &&
      !/^delete from "\w+"$/.test(statement) &&
      wholeTableReads.every(({ part }) => !statement.includes(part)),
  )

describe('the statements of the store', () => {
  it.each(['postgres', 'sqlite'] as const)('are known, with those that read whole tables: %s', (engine) => {
    expect(listJudged(engine).length).toBeGreaterThan(75)
    for (const { part } of wholeTableReads) {
      expect([part, [...recorded[engine]].some((statement) => statement.includes(part))]).toEqual([
        part,
        true,
      ])
    }
  })
})

describe(`the store on PostgreSQL, with ${orders} orders`, () => {
  let explain: (statement: string) => Promise<PlanNode>
  beforeAll(async () => {
    await (await openStore(await postgres.createDatabase('cards'), { mode: 'sandbox' })).close()
    // The generated rows need not reference each other.
    const fill = ['set session_replication_role = replica', ...fillStatements(orders)].join(';')
    await postgres.query('cards', fill)
    await postgres.query('cards', 'vacuum analyze')
    explain = async (statement) => {
      const rows = await postgres.query('cards', `explain (generic_plan, format json) ${statement}`)
      const [row] = rows as readonly { readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }[]
      const plan = row?.['QUERY PLAN'][0]?.Plan
      if (plan === undefined) throw new Error(`There is no plan of ${statement}`)
      return plan
    }
  })

  it('reads no table that grows as a whole', async () => {
    const found: string[] = []
    for (const statement of listJudged('postgres')) {
      const grown = findWholeReads(await explain(statement)).filter((table) => !isSmall(table))
      found.push(...grown.map((table) => `${table}: ${statement}`))
    }
    expect(found).toStrictEqual([])
  })

  it.each([
    'select id from orders where due_cents = $1',
    'select count(*) from orders',
    'select id from orders order by id desc',
    'update attempts set subject = $1 where attempted_at + 1 = $2',
  ])('would be seen to: %s', async (statement) => {
    expect(findWholeReads(await explain(statement))).toHaveLength(1)
  })

  // Uses values, and repeats each call until the server may choose a generic plan.
  it('reads none when it is asked everything, again and again', async () => {
    const scans = async () => {
      const rows = await postgres.query('cards', 'select relname, seq_scan::int from pg_stat_user_tables')
      return new Map(rows.map((row) => [String(row['relname']), Number(row['seq_scan'])]))
    }
    const before = await scans()
    const store = await openStore(postgres.url('cards'), { mode: 'sandbox' })
    const lookups = Object.entries(storeLookups).filter(
      ([name]) => !wholeTableReads.some((read) => read.lookup === name),
    )
    expect(lookups.length).toBeGreaterThan(25)
    for (let round = 0; round < 12; round += 1) {
      for (const [, look] of lookups) await store.read((reader) => look(reader))
      await store.findAccess('app-1', 1)
    }
    // A connection reports its counts when it closes.
    await store.close()
    const grown = [...(await scans())].filter(
      ([table, count]) => !isSmall(table) && count !== before.get(table),
    )
    expect(grown).toStrictEqual([])
  })
})

describe(`the store on SQLite, with ${orders} orders`, () => {
  let explain: (statement: string) => readonly string[]
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'giftcards-plans-'))
    const path = join(folder, 'cards.db')
    await (await openStore(`sqlite:${path}`, { mode: 'sandbox' })).close()
    const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
    database.exec('pragma synchronous = off')
    for (const statement of fillStatements(orders)) database.exec(statement)
    database.exec('analyze; pragma foreign_keys = on')
    explain = (statement) =>
      database
        .prepare(`explain query plan ${statement}`)
        .all()
        .map((step) => String(step['detail']))
    return () => {
      database.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('reads no table that grows as a whole', () => {
    const found = listJudged('sqlite').flatMap((statement) => {
      const grown = findScans(statement, explain(statement)).filter((table) => !isSmall(table))
      return grown.map((table) => `${table}: ${statement}`)
    })
    expect(found).toStrictEqual([])
  })

  it.each([
    'select id from orders where due_cents = ?',
    'select count(*) from orders',
    'select id from orders order by due_cents limit cast(? as bigint)',
    'update attempts set subject = ? where attempted_at + 1 = ?',
  ])('would be seen to: %s', (statement) => {
    expect(findScans(statement, explain(statement))).toHaveLength(1)
  })
})
