import { beforeAll, beforeEach } from 'vitest'
import { checkDatabase } from '../../maintenance.ts'
import type { OpenedStore } from '../create-store.ts'
import type { CreateRig, DatabaseRig } from './database-rigs.ts'
import { writeSoundBooks } from './sound-books.ts'

/** A database with sound books before each test, and what the check says of it. */
export function useBooks(createRig: CreateRig) {
  let rig: DatabaseRig | undefined
  let store: OpenedStore | undefined
  beforeAll(async () => {
    const cleanUps: (() => Promise<void> | void)[] = []
    rig = await createRig('sandbox', (cleanUp) => void cleanUps.push(cleanUp))
    store = await rig.open()
    return async () => {
      await store?.close()
      for (const cleanUp of cleanUps) await cleanUp()
    }
  })
  // Damage by a test is removed with all other data.
  beforeEach(() => store?.transaction(writeSoundBooks))
  return {
    execute: async (statements: string) => rig?.execute(statements),
    check: (onStep: (step: string) => Promise<void> | void = () => undefined) =>
      checkDatabase(rig?.url ?? '', onStep),
  }
}

/**
 * Statements that damage sound books, and the sentences that say so. Of what the marketplace's own check finds, one stands for all:
 * each is tried there.
 */
export const damages: readonly (readonly [what: string, statements: string, sentences: readonly string[]])[] =
  [
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
      `insert into coupon_uses values (100001, 77, 78)`,
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
      `insert into secure_reads values ('read-9', 9, 77, 1)`,
      [
        'Row read-9 of secure_reads has card_id 9, which is not in order_units',
        'Row read-9 of secure_reads has customer_id 77, which is not in customers',
      ],
    ],
    [
      'a ledger row without its order or customer',
      `insert into store_credit_transactions values (1, 2, 1, 'Refund', 0, 5000, 'Refund for order #9', 9),
      (77, 1, 1, 'Adjustment', 0, 0, 'Credit set', null)`,
      [
        'Row 77/1 of store_credit_transactions has customer_id 77, which is not in customers',
        'Row 1/2 of store_credit_transactions has order_id 9, which is not in orders',
        'Store credit of customer 1: row 2, Refund for order #9, of 0, is of no order that says so',
        'Store credit of customer 77: row 1 is of an unknown customer',
      ],
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
  ]
