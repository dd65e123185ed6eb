import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { StoreOpenError } from '../../index.ts'
import { checkDatabase } from '../../upkeep.ts'
import type { OpenedStore } from '../create-store.ts'
import { databaseRigs, type DatabaseRig } from '../testing/database-rigs.ts'
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

describe.each(databaseRigs)('checkDatabase on %s', (_engine, createRig) => {
  let rig: DatabaseRig
  let store: OpenedStore
  beforeAll(async () => {
    const cleanUps: (() => Promise<void> | void)[] = []
    rig = await createRig((cleanUp) => void cleanUps.push(cleanUp))
    store = await rig.open()
    return async () => {
      await store.close()
      for (const cleanUp of cleanUps) await cleanUp()
    }
  })
  // Damage by a test is removed with all other data.
  beforeEach(() => store.transaction(writeSoundBooks))
  const check = () => checkDatabase(rig.url, () => undefined)
  /** A database of the test's own, whose tables it may change. */
  const createOwn = async () => {
    const own = await createRig()
    const opened = await own.open()
    await opened.transaction(writeSoundBooks)
    await opened.close()
    return own
  }

  it('finds nothing wrong with sound books, and says how much it read', async () => {
    expect(await check()).toStrictEqual({
      broken: [],
      checked: { orders: 2, cards: 4, carts: 1, payments: 1, ledgerRows: 4 },
    })
  })

  it('tells each step, and reads all of one moment, whatever is written meanwhile', async () => {
    const steps: string[] = []
    const { broken } = await checkDatabase(rig.url, async (step) => {
      steps.push(step)
      if (step === 'references') await rig.execute(`delete from orders; delete from cart_lines`)
    })
    expect(broken).toStrictEqual([])
    expect(steps.slice(-2)).toStrictEqual(['orders: 2 of 2', 'orders: 2 of 2'])
    expect((await check()).broken).not.toStrictEqual([])
  })

  it.each([
    [
      'a card without its order',
      `delete from orders where id = 100002`,
      [
        'Row 503 of order_units has order_id 100002, which is not in orders',
        'Row 504 of order_units has order_id 100002, which is not in orders',
      ],
    ],
    [
      'a line without its cart',
      `delete from carts`,
      ['Row cart-1/line-1 of cart_lines has cart_id cart-1, which is not in carts'],
    ],
    [
      'what belonged to a customer',
      `delete from customers where id = 1`,
      [
        'Row 1/7001 of payment_methods has customer_id 1, which is not in customers',
        'Row 1/8001 of payment_methods has customer_id 1, which is not in customers',
        'Row 100001 of orders has customer_id 1, which is not in customers',
        'Row order:order-100003 of payments has customer_id 1, which is not in customers',
        'Row 1 of drawdown_accounts has customer_id 1, which is not in customers',
        expect.stringMatching(/^Row .+ of secure_reads has customer_id 1, which is not in customers$/),
      ],
    ],
    [
      'a ledger without its account',
      `delete from drawdown_accounts`,
      ['Row 1 of drawdown_transactions has customer_id 1, which is not in drawdown_accounts'],
    ],
    [
      'a payment that nobody is at work on',
      `insert into payment_legs values (100009, 0, 'order:order-100009', 'bank', 7001, 1, 'pending', null, 1)`,
      [
        'Leg 0 of the payment for order 100009 is pending, but the order is not there or no work on it is in progress',
      ],
    ],
    [
      'a refund of an order that goes on',
      `insert into payment_legs values (100001, 0, 'order:order-100001', 'bank', 7001, 1, 'refunded', null, 1)`,
      [
        'Leg 0 of the payment for order 100001 is refunded, but the order is Digitally Delivered or no work on it is in progress',
      ],
    ],
    [
      'a refund without a job',
      `insert into payment_legs values (100002, 0, 'order:order-100002', 'bank', 7001, 1, 'refunding', null, 1)`,
      ['Leg 0 of the payment for order 100002 is refunding, but no job refund/100002/0 is open or parked'],
    ],
    [
      'a step whose job was canceled',
      `update jobs set state = 'canceled', ended_at = 1`,
      ['Order 100002 has a step planned, but no job order-step/100002/1768478401000 is open or parked'],
    ],
    [
      'a step without a job',
      `delete from jobs`,
      ['Order 100002 has a step planned, but no job order-step/100002/1768478401000 is open or parked'],
    ],
    [
      'a coupon use without coupon or customer',
      `insert into coupon_uses values (100001, 77, 78, 1)`,
      [
        'Row 100001 of coupon_uses has coupon_id 77, which is not in coupons',
        'Row 100001 of coupon_uses has customer_id 78, which is not in customers',
      ],
    ],
    [
      'a replay of no order',
      `insert into idempotency_records values (1, 'key-1', 'print', 99, null, 1), (77, 'key-2', 'print', null, 'cart_not_found', 1)`,
      [
        'Row 1/key-1 of idempotency_records has order_id 99, which is not in orders',
        'Row 77/key-2 of idempotency_records has customer_id 77, which is not in customers',
      ],
    ],
    [
      'a read of no card',
      `insert into secure_reads values ('read-9', 9, 1, 1)`,
      ['Row read-9 of secure_reads has card_id 9, which is not in order_units'],
    ],
    [
      'a ledger row that does not follow',
      `update drawdown_transactions set balance_cents = 200001 where id = 1`,
      ['Drawdown account 1: row 1 says 200001, not 200000'],
    ],
    [
      'money that no ledger row explains',
      `update drawdown_accounts set balance_cents = 150001`,
      ['Drawdown account 1: the ledger adds up to 150000, not to 150001'],
    ],
    [
      'store credit that no ledger row explains',
      `update customers set store_credit_cents = 4999 where id = 1`,
      ['Store credit of customer 1: the ledger adds up to 5000, not to 4999'],
    ],
    [
      'a row of store credit that does not follow',
      `update store_credit_transactions set balance_cents = 4999 where customer_id = 2`,
      ['Store credit of customer 2: row 1 says 4999, not 5000'],
    ],
    [
      'a ledger row without its order or customer',
      `insert into store_credit_transactions values (1, 2, 1, 'Refund', 0, 5000, 'Refund for order #9', 9, 0),
        (77, 1, 1, 'Adjustment', 0, 0, 'Credit set', null, 0)`,
      [
        'Row 77/1 of store_credit_transactions has customer_id 77, which is not in customers',
        'Row 1/2 of store_credit_transactions has order_id 9, which is not in orders',
        'Store credit of customer 1: row 2, Refund for order #9, of 0, is of no order that says so',
        'Store credit of customer 77: row 1 is of an unknown customer',
      ],
    ],
    [
      'a hold of another account',
      `update orders set hold = 'pending', customer_id = 2 where id = 100002`,
      ['Drawdown account 2 does not exist, but orders hold money of it'],
    ],
    [
      'a coupon used too often by one customer',
      `insert into coupon_uses values (100001, 1, 1, 1), (100002, 1, 1, 1)`,
      ['Coupon 1 is used 2 times by customer 1, 1 allowed'],
    ],
    [
      'a coupon used too often in total',
      `update coupons set uses_in_total = 1; insert into coupon_uses values (100001, 1, 1, 1), (100002, 1, 2, 1)`,
      ['Coupon 1 is used 2 times in total, 1 allowed'],
    ],
    [
      'secrets before the card is fulfilled',
      `update order_units set sealed_secrets = 'top-secret' where id = 504`,
      ['Card 504 has sealed secrets, but is not fulfilled'],
    ],
    [
      'a fulfilled card without secrets',
      `update order_units set sealed_secrets = null where id = 502`,
      ['Card 502 is fulfilled, but has no sealed secrets'],
    ],
    [
      'a key that an order of another customer answers',
      `insert into idempotency_records values (2, 'secret-key', 'print', 100001, null, 9)`,
      ['A key of customer 2 belongs to order 100001 of another customer'],
    ],
    [
      'an order that answers two keys',
      `insert into idempotency_records values (1, 'one', 'print', 100001, null, 9), (1, 'two', 'print', 100001, null, 9)`,
      ['Order 100001 belongs to several keys'],
    ],
    [
      'two cards at one position',
      `update order_units set position = 1 where order_id = 100001`,
      ['Order 100001 has several cards at position 1'],
    ],
    [
      'an order that is never woken',
      `update orders set next_step_at = null where id = 100002`,
      ['Order 100002 continues at no time, but its plan says 1768478401000'],
    ],
    [
      'an order that is woken though it is over',
      `update orders set next_step_at = 1 where id = 100001`,
      ['Order 100001 continues at 1, but its plan says no time'],
    ],
    [
      'a reservation of nobody',
      `update stock set reserved = reserved + 1 where is_low_risk = 0`,
      ['101/ecode/5000/850/any: 5 reserved, but 2 in carts and 2 in payments'],
    ],
    [
      'texts that are no longer JSON',
      `update orders set plan = '{}' where id = 100002; update customers set address = '{"a' where id = 1;
      update payments set legs = 'null'; update coupons set card_types = '7' where id = 1`,
      [
        'Row 1 of customers has no readable address',
        'Row 1 of coupons has no readable card_types',
        'Row 100002 of orders has no readable plan',
        'Row order:order-100003 of payments has no readable legs',
        'Nothing else can be checked until these are readable',
      ],
    ],
  ])('finds %s', async (_what, statements, sentences) => {
    await rig.execute(statements)
    const { broken } = await check()
    expect(broken).toStrictEqual(expect.arrayContaining(sentences))
    expect(broken.join()).not.toContain('top-secret')
  })

  it.each([
    ['open', []],
    ['parked', []],
    ['canceled', [expect.stringContaining('no job refund/100002/0 is open or parked')]],
    ['done', [expect.stringContaining('no job refund/100002/0 is open or parked')]],
  ])('judges a refund whose job is %s', async (state, sentences) => {
    await rig.execute(`update orders set status = 'Canceled', plan = '[]', next_step_at = null where id = 100002;
      insert into payment_legs values (100002, 0, 'order:order-100002', 'bank', 7001, 1, 'refunding', null, 1);
      insert into jobs values ('refund/100002/0', 'refund', '{}', '${state}', 1, 0, 0, null, null)`)
    const { broken } = await check()
    expect(broken.filter((sentence) => sentence.includes('refunding'))).toStrictEqual(sentences)
  })

  /** Has the series, and those that are not named, at these numbers. */
  const setSeries = (numbers: Readonly<Record<string, number>>): string =>
    Object.entries({ order: 100_003, card: 506, internalCard: 513, drawdownTransaction: 2, ...numbers })
      .map(([series, last]) =>
        rig.isPostgres
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
    await rig.execute(setSeries(numbers))
    expect((await check()).broken).toStrictEqual(expect.arrayContaining(sentences))
  })

  it('finds two carts of one owner', async () => {
    const own = await createOwn()
    await own.execute(copyCarts)
    const { broken } = await checkDatabase(own.url, () => undefined)
    expect(broken).toContain('The customer 1 has 2 carts, not one')
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
    const own = await createOwn()
    for (const [statement, reason] of [
      [
        `insert into schema_migrations values ('9999-more', 'sum')`,
        'newer than this version (it has migration 9999-more)',
      ],
      [
        `delete from schema_migrations where id > '0002'`,
        'older than this version (it lacks migration 0002-payments)',
      ],
      [
        `update schema_migrations set checksum = 'other'`,
        'migration 0001-marketplace of the database differs',
      ],
    ] as const) {
      await own.execute(statement)
      const checking = checkDatabase(own.url, () => undefined)
      await expect(checking).rejects.toThrow(StoreOpenError)
      await expect(checking).rejects.toThrow(reason)
    }
  })
})
