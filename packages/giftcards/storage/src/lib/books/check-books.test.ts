import type { StoreMode } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { StoreOpenError } from '../../index.ts'
import { archiveRecords, checkDatabase } from '../../maintenance.ts'
import { withDatabase } from '../database/open-database.ts'
import { type Db, isPostgres } from '../tables/db.ts'
import { sequences } from '../tables/numbers.ts'
import type { Damage } from '../testing/damages/damage.ts'
import { damages } from '../testing/damages/damages.ts'
import { databaseRigs, type DatabaseRig } from '../testing/database-rigs.ts'
import { madeOrders, makeBooks } from '../testing/make-books.ts'
import { fastFolder, temporaryPath } from '../testing/temporary-path.ts'
import { checkBooks, findFacts, findViolation, invariants, type Violation } from './check-books.ts'

const quietly = () => undefined

/**
 * Returns the result of the audit after some statements, which are rolled back. On PostgreSQL it looks only for one violation:
 * planning all statements would take most of the time.
 */
async function checkDamaged(url: string, [, statements, name]: Damage): Promise<readonly Violation[]> {
  return withDatabase(url, 'write', async ({ db }) => {
    let broken: readonly Violation[] = []
    const damaging = db.transaction().execute(async (trx) => {
      await ignoreForeignKeys(trx)
      for (const statement of statements) {
        const { numAffectedRows } = await sql.raw(statement).execute(trx)
        expect({ statement, numAffectedRows }).not.toHaveProperty('numAffectedRows', 0n)
      }
      broken = isPostgres(trx) ? await findOne(trx, name) : (await checkBooks(trx, quietly)).broken
      throw new RolledBackError()
    })
    await expect(damaging).rejects.toThrow(RolledBackError)
    return broken
  })
}

async function findOne(db: Db, name: string): Promise<readonly Violation[]> {
  const facts = await findFacts(db)
  const found = invariants.filter((one) => one.name === name)
  return (await Promise.all(found.map((one) => findViolation(db, one, facts)))).filter(
    (one) => one !== undefined,
  )
}

class RolledBackError extends Error {}

const ignoreForeignKeys = (trx: Db) =>
  sql
    .raw(isPostgres(trx) ? 'set local session_replication_role = replica' : 'pragma defer_foreign_keys = on')
    .execute(trx)

describe.each(databaseRigs)('checkDatabase on %s', (_engine, createRig) => {
  let rig: DatabaseRig
  beforeAll(async () => {
    const cleanUps: (() => Promise<void> | void)[] = []
    rig = await createRig('sandbox', (cleanUp) => void cleanUps.push(cleanUp))
    const store = await rig.open()
    await makeBooks(store)
    await store.close()
    return async () => {
      for (const cleanUp of cleanUps) await cleanUp()
    }
  })

  it('finds nothing wrong with sound books of every kind', async () => {
    expect((await checkDatabase(rig.url, quietly)).broken).toStrictEqual([])
  })

  it.each(damages)('names %s', async (...damage) => {
    const broken = await checkDamaged(rig.url, damage)
    expect(broken.map(({ name }) => name)).toContain(damage[2])
    expect(JSON.stringify(broken)).not.toMatch(/sealed-text|hhhh|ffff|"k1"/)
  })
})

const namesOf = async ({ url }: DatabaseRig) =>
  (await checkDatabase(url, quietly)).broken.map(({ name }) => name)

describe.each(databaseRigs)('checkDatabase on its own database on %s', (engine, createRig) => {
  const open = async (mode: StoreMode = 'sandbox') => {
    const rig = await createRig(mode)
    const store = await rig.open(mode)
    if (mode === 'sandbox') await makeBooks(store)
    await store.close()
    return rig
  }

  it('reads one snapshot, reports each step, and counts rows', async () => {
    const rig = await open()
    const steps: string[] = []
    const report = await checkDatabase(rig.url, async (step) => {
      steps.push(step)
      if (step === 'references') await rig.execute('delete from orders; delete from cart_lines')
    })
    expect(report).toStrictEqual({
      broken: [],
      checked: { orders: 17, cards: 21, carts: 2, payments: 1, ledgerRows: 13 },
    })
    expect(steps).toStrictEqual(invariants.map(({ name }) => name))
    expect(await namesOf(rig)).toContain('order-history')
  })

  it('checks nothing else where a document cannot be read', async () => {
    const rig = await open()
    await rig.execute(`update orders set plan = '{}' where id = ${madeOrders.ach};
      update customers set address = '{"a' where id = 1; update payments set legs = 'null';
      update coupons set card_types = '7' where id = 1; update stock set reserved = 1 where merchant_id = 905`)
    expect((await checkDatabase(rig.url, quietly)).broken).toMatchObject([
      {
        name: 'readable-documents',
        count: 4,
        examples: expect.arrayContaining([
          'key=1 table_name=coupons column_name=card_types',
          'key=1 table_name=customers column_name=address',
          `key=${madeOrders.ach} table_name=orders column_name=plan`,
          expect.stringMatching(/^key=order:\S+ table_name=payments column_name=legs$/),
        ]),
      },
    ])
  })

  it('counts every row, and shows a few', async () => {
    const rig = await open()
    await rig.execute('update order_units set unit_cost_cents = unit_cost_cents + 1')
    const { broken } = await checkDatabase(rig.url, quietly)
    const prices = broken.find(({ name }) => name === 'card-price')
    expect(prices?.count).toBe(21)
    expect(prices?.examples).toHaveLength(5)
    expect(prices?.examples[0]).toMatch(/^card_id=\d+ order_id=100001 face_value_cents=5000 /)
  })

  it.each([
    ['order', 100_018],
    ['card', 500_000],
    ['internalCard', 900_000],
    ['drawdownTransaction', 0],
  ] as const)('names a series that is behind: %s', async (series, last) => {
    const rig = await open()
    await rig.execute(
      engine === 'PostgreSQL'
        ? `select setval('${sequences[series]}', ${Math.max(last, 1)}, ${last > 0})`
        : `update number_series set last_number = ${last} where name = '${series}'`,
    )
    const { broken } = await checkDatabase(rig.url, quietly)
    expect(broken.map(({ name }) => name)).toStrictEqual(['number-series'])
    expect(broken[0]?.examples[0]).toContain(`series=${series} last_number=${last} `)
  })

  it('names a clock and a spent card in production, where neither can be', async () => {
    const rig = await open('production')
    expect(await namesOf(rig)).toStrictEqual([])
    await rig.execute('insert into clock_setting values (1, null, 0)')
    expect(await namesOf(rig)).toStrictEqual(['clock'])
  })

  it('finds nothing wrong after records were purged and archived, and after carts expired', async () => {
    const rig = await open()
    const store = await rig.open()
    const later = Date.UTC(2027, 0, 1)
    await store.transaction(async (tx) => {
      await tx.putClockSetting({ frozenAt: later, offsetMs: 0 })
      await tx.deleteExpiredCarts(later, 100)
      for (const records of ['idempotency-records', 'attempts', 'jobs'] as const)
        await tx.purge(records, later, 1000)
    })
    await archiveRecords(rig.url, {
      file: temporaryPath('archive.gz', fastFolder),
      before: Date.now() + 86_400_000,
      isDryRun: false,
    })
    expect((await store.checkBooks()).broken).toStrictEqual([])
    await store.close()
    expect(await namesOf(rig)).toStrictEqual([])
  })

  it.each([
    ['nothing in it', 'select 1', 'the database is empty'],
    ['another program in it', 'create table guests (id integer)', 'the database belongs to another program'],
  ])('refuses a database with %s', async (_what, statement, reason) => {
    const other = await createRig()
    await other.execute(statement)
    await expect(checkDatabase(other.url, quietly)).rejects.toThrow(reason)
  })

  it('refuses a schema that is not its own', async () => {
    const own = await createRig('sandbox')
    for (const [statement, reason] of [
      [
        `insert into schema_migrations values ('9999-more', 'sum')`,
        'newer than this version (it has migration 9999-more)',
      ],
      [
        `update schema_migrations set checksum = 'other'`,
        'migration 0001-marketplace of the database differs',
      ],
      ['delete from schema_migrations', 'older than this version (it lacks migration 0001-marketplace)'],
    ] as const) {
      await own.execute(statement)
      const checking = checkDatabase(own.url, quietly)
      await expect(checking).rejects.toThrow(StoreOpenError)
      await expect(checking).rejects.toThrow(reason)
    }
  })
})

describe('the invariants', () => {
  it('have names of their own', () => {
    expect(new Set(invariants.map(({ name }) => name)).size).toBe(invariants.length)
  })

  it('are each named by a damage', () => {
    const untried = invariants.filter(({ name }) => !damages.some(([, , invariant]) => invariant === name))
    // It has its own test.
    expect(untried.map(({ name }) => name)).toStrictEqual(['number-series'])
  })
})
