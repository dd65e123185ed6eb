import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fillOrders } from './fill-orders.ts'
import { openSqliteDatabase } from './sql-database.ts'

/** A database with one order, in tables of fewer columns than the service's. */
function createShop() {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-bench-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'shop.db')
  const database = new DatabaseSync(file)
  database.exec(`
    create table customers (id integer primary key, email text unique, phone text);
    create table drawdown_accounts (customer_id integer primary key, balance_cents integer);
    create table orders (id integer primary key, order_id text unique, customer_id integer, status text);
    create table order_units (id integer primary key, order_id integer, internal_card_id integer unique, secret text);
    create table drawdown_transactions
      (id integer primary key, customer_id integer, amount_cents integer, order_id integer unique);
    insert into customers values (1, 'one@example.com', '555'), (2, 'two@example.com', null);
    insert into drawdown_accounts values (1, 100), (2, 200);
    insert into orders values (5, 'old', 1, 'Held'), (6, 'new', 2, 'Delivered');
    insert into order_units values (50, 5, 500, 'x'), (60, 6, 600, 'y');
    insert into drawdown_transactions values (7, 2, -10, 6);`)
  database.close()
  return openSqliteDatabase(file)
}

describe('fillOrders', () => {
  it('copies the newest order, with its card and its row in a ledger', async () => {
    const shop = createShop()
    await fillOrders(shop, { from: 1, to: 3 })
    expect(await shop.query('select * from orders where id > 6 order by id')).toMatchObject([
      {
        id: 10_000_001,
        order_id: '00000000-0000-4000-8000-000000000001',
        customer_id: 10_000_001,
        status: 'Delivered',
      },
      { id: 10_000_002, customer_id: 10_000_002 },
      { id: 10_000_003, customer_id: 10_000_003 },
    ])
    expect(await shop.query('select * from order_units where id = 10000002')).toMatchObject([
      { order_id: 10_000_002, internal_card_id: 10_000_002, secret: 'y' },
    ])
    expect(await shop.query('select count(*) as rows from drawdown_transactions')).toMatchObject([
      { rows: 4 },
    ])
  })

  it('gives the orders to customers of their own', async () => {
    const shop = createShop()
    await fillOrders(shop, { from: 1, to: 2 })
    expect(
      await shop.query(`select count(*) as strays from orders
        left join customers on customers.id = customer_id
        left join drawdown_accounts using (customer_id) where email is null or balance_cents is null`),
    ).toMatchObject([{ strays: 0 }])
    expect(await shop.query('select phone from customers where id = 10000999')).toMatchObject([
      { phone: null },
    ])
  })

  it('goes on where it stopped', async () => {
    const shop = createShop()
    await fillOrders(shop, { from: 1, to: 10 })
    await fillOrders(shop, { from: 11, to: 1500 })
    expect(
      await shop.query('select count(*) as rows, count(distinct customer_id) as owners from orders'),
    ).toMatchObject([{ rows: 1502, owners: 1002 }])
  })

  it('refuses a database without an order', async () => {
    const shop = createShop()
    await shop.query('delete from orders')
    await expect(fillOrders(shop, { from: 1, to: 1 })).rejects.toThrow('There is no row of orders to copy')
  })
})
