import { describe, expect, it } from 'vitest'
import { StoreOpenError } from '../../index.ts'
import { checkDatabase } from '../../maintenance.ts'
import { damages, useBooks } from '../testing/damaged-books.ts'
import { databaseRigs } from '../testing/database-rigs.ts'
import { writeSoundBooks } from '../testing/sound-books.ts'

const copyCarts = `
  alter table carts rename to old_carts;
  create table carts as select * from old_carts;
  insert into carts select 'cart-2', owner_kind, owner_id, coupon_code, expires_at, expiry_slot
    from old_carts;`

const sequences: Readonly<Record<string, string>> = {
  order: 'order_numbers',
  card: 'card_numbers',
  internalCard: 'internal_card_numbers',
  drawdownTransaction: 'ledger_numbers',
}

const [[, createSqliteRig]] = databaseRigs

describe('checkDatabase', () => {
  const { execute, check } = useBooks(createSqliteRig)

  it.each(damages)('finds %s', async (_what, statements, sentences) => {
    await execute(statements)
    const { broken } = await check()
    expect(broken).toStrictEqual(expect.arrayContaining([...sentences]))
    expect(broken.join()).not.toContain('top-secret')
  })

  it.each([
    ['open', []],
    ['parked', []],
    ['canceled', [expect.stringContaining('no job refund/100002/0 is open or parked')]],
    ['done', [expect.stringContaining('no job refund/100002/0 is open or parked')]],
  ])('judges a refund whose job is %s', async (state, sentences) => {
    await execute(`update orders set status = 'Canceled', plan = '[]', next_step_at = null where id = 100002;
      insert into payment_legs values (100002, 0, 'order:order-100002', 'bank', 7001, 1, 'refunding', null, 1);
      insert into jobs values ('refund/100002/0', 'refund', '{}', '${state}', 1, 0, 0, null, null)`)
    const { broken } = await check()
    expect(broken.filter((sentence) => sentence.includes('refunding'))).toStrictEqual(sentences)
  })

  it('finds two carts of one owner', async () => {
    const own = await createSqliteRig('sandbox')
    const store = await own.open()
    await store.transaction(writeSoundBooks)
    await store.close()
    await own.execute(copyCarts)
    const { broken } = await checkDatabase(own.url, () => undefined)
    expect(broken).toContain('The customer 1 has 2 carts, not one')
  })
})

describe.each(databaseRigs)('checkDatabase on %s', (engine, createRig) => {
  const { execute, check } = useBooks(createRig)

  it('finds nothing wrong with sound books, and says how much it read', async () => {
    expect(await check()).toStrictEqual({
      broken: [],
      checked: { orders: 2, cards: 4, carts: 1, payments: 1, ledgerRows: 4 },
    })
  })

  it('tells each step, and reads all of one moment, whatever is written meanwhile', async () => {
    const steps: string[] = []
    const { broken } = await check(async (step) => {
      steps.push(step)
      if (step === 'references') await execute(`delete from orders; delete from cart_lines`)
    })
    expect(broken).toStrictEqual([])
    expect(steps.slice(-2)).toStrictEqual(['orders: 2 of 2', 'orders: 2 of 2'])
    expect((await check()).broken).not.toStrictEqual([])
  })

  it('finds texts that are no longer JSON', async () => {
    await execute(`update orders set plan = '{}' where id = 100002; update customers set address = '{"a' where id = 1;
      update payments set legs = 'null'; update coupons set card_types = '7' where id = 1`)
    expect((await check()).broken).toStrictEqual([
      'Row 1 of customers has no readable address',
      'Row 1 of coupons has no readable card_types',
      'Row 100002 of orders has no readable plan',
      'Row order:order-100003 of payments has no readable legs',
      'Nothing else can be checked until these are readable',
    ])
  })

  /** Has the series, and those that are not named, at these numbers. */
  const setSeries = (numbers: Readonly<Record<string, number>>): string =>
    Object.entries({ order: 100_003, card: 506, internalCard: 513, drawdownTransaction: 2, ...numbers })
      .map(([series, last]) =>
        engine === 'PostgreSQL'
          ? `select setval('${sequences[series]}', ${Math.max(last, 1)}, ${last > 0});`
          : `update number_series set last_number = ${last} where name = '${series}';`,
      )
      .join('')

  it.each([
    [
      'a series behind its orders',
      { order: 100_001 },
      ['Series order is at 100001, but number 100003 is taken'],
    ],
    [
      'series behind a pending payment',
      { order: 100_002, card: 505, internalCard: 512 },
      [
        'Series order is at 100002, but number 100003 is taken',
        'Series card is at 505, but number 506 is taken',
        'Series internalCard is at 512, but number 513 is taken',
      ],
    ],
    [
      'a series that never began',
      { drawdownTransaction: 0 },
      ['Series drawdownTransaction is at 0, but number 2 is taken'],
    ],
  ])('finds %s', async (_what, numbers, sentences) => {
    await execute(setSeries(numbers))
    expect((await check()).broken).toStrictEqual(expect.arrayContaining(sentences))
  })

  it.each([
    ['nothing in it', 'select 1', 'the database is empty'],
    ['another program in it', 'create table guests (id integer)', 'the database belongs to another program'],
  ])('refuses a database with %s', async (_what, statement, reason) => {
    const other = await createRig()
    await other.execute(statement)
    await expect(checkDatabase(other.url, () => undefined)).rejects.toThrow(reason)
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
      const checking = checkDatabase(own.url, () => undefined)
      await expect(checking).rejects.toThrow(StoreOpenError)
      await expect(checking).rejects.toThrow(reason)
    }
  })
})
