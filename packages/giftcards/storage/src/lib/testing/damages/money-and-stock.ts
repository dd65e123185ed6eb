import { type Damage, year2100 } from './damage.ts'
import { madeOrders as made } from '../make-books.ts'

export const money: readonly Damage[] = [
  [
    'a cent more in an account',
    ['update drawdown_accounts set balance_cents = balance_cents + 1 where customer_id = 1'],
    'account-balance',
  ],
  [
    'a forged deposit',
    [
      `insert into drawdown_transactions values (990, 4, 1768737600000, 'Deposit', 5000000, 5001000, 'Account funded', null, null)`,
      'update drawdown_accounts set balance_cents = 5001000 where customer_id = 4',
    ],
    'money-history',
  ],
  [
    'a hold of an order given up',
    ['update drawdown_accounts set pending_cents = pending_cents - 9067 where customer_id = 1'],
    'drawdown-pending',
  ],
  [
    'no money pending',
    ['update drawdown_accounts set pending_cents = 0 where customer_id = 1'],
    'drawdown-pending',
  ],
  [
    'ten cents more pending',
    ['update drawdown_accounts set pending_cents = pending_cents + 10 where customer_id = 1'],
    'drawdown-pending',
  ],
  ['an account deleted', ['delete from drawdown_accounts where customer_id = 1'], 'references'],
  [
    'a row of another amount',
    [`update drawdown_transactions set amount_cents = -1 where order_id = ${made.drawdown}`],
    'ledger-of-order',
  ],
  [
    'a row of another balance',
    [`update drawdown_transactions set balance_cents = balance_cents + 1 where order_id = ${made.drawdown}`],
    'ledger-balance',
  ],
  [
    'a row of another time',
    [`update drawdown_transactions set booked_at = 1 where order_id = ${made.drawdown}`],
    'captured-hold',
  ],
  [
    'a row of the future',
    [`update drawdown_transactions set booked_at = ${year2100} where transaction_type = 'Deposit'`],
    'ledger-row',
  ],
  [
    'a row of another order',
    [`update drawdown_transactions set order_id = ${made.ach} where order_id = ${made.drawdown}`],
    'ledger-of-order',
  ],
  [
    'a row of another type',
    [`update drawdown_transactions set transaction_type = 'Deposit' where order_id = ${made.drawdown}`],
    'ledger-row',
  ],
  [
    'a row of another description',
    [`update drawdown_transactions set description = 'Order #1' where order_id = ${made.drawdown}`],
    'ledger-of-order',
  ],
  [
    'a row deleted',
    [`delete from drawdown_transactions where order_id = ${made.drawdown}`],
    'ledger-of-order',
  ],
  ['a deposit deleted', [`delete from drawdown_transactions where deposit_key is not null`], 'money-history'],
  [
    'a refund deleted',
    [`delete from drawdown_transactions where transaction_type = 'Refund'`],
    'ledger-of-order',
  ],
  [
    'a cent more of store credit',
    ['update customers set store_credit_cents = store_credit_cents + 1 where id = 5'],
    'account-balance',
  ],
  [
    'a forged adjustment',
    [
      `insert into store_credit_transactions values (4, 1, 1768737600000, 'Adjustment', 100000, 100000, 'x', null)`,
      'update customers set store_credit_cents = 100000 where id = 4',
    ],
    'money-history',
  ],
  [
    'a row of store credit without its order',
    [`update store_credit_transactions set order_id = null where order_id = ${made.credit}`],
    'ledger-row',
  ],
  [
    'a refund of store credit deleted',
    [`delete from store_credit_transactions where transaction_type = 'Refund'`],
    'ledger-of-order',
  ],
  [
    'a row of store credit in another place',
    [`update store_credit_transactions set position = 90 where order_id = ${made.credit}`],
    'ledger-balance',
  ],
]

export const stock: readonly Damage[] = [
  [
    'fifty more cards on hand',
    ['update stock set on_hand = on_hand + 50 where merchant_id = 102'],
    'stock-on-hand',
  ],
  [
    'a card more reserved',
    [`update stock set reserved = reserved + 1 where merchant_id = 102 and card_type = 'ecode'`],
    'reserved-stock',
  ],
  [
    'a kind of stock deleted',
    [`delete from stock where merchant_id = 101 and card_type = 'ecode'`],
    'card-bucket',
  ],
  ['more in a cart', ['update cart_lines set quantity = quantity + 1'], 'reserved-stock'],
  ['a line of a cart deleted', ['delete from cart_lines'], 'reserved-stock'],
  ['a line of another kind', ['update cart_lines set merchant_id = 904'], 'card-bucket'],
  ['a line without its cart', ['delete from carts'], 'references'],
  ['a cart that never expires', [`update carts set expires_at = ${year2100}`], 'cart'],
  ['a cart with an unknown coupon', [`update carts set coupon_code = 'NOPE'`], 'references'],
  ['a cart with a coupon in lower case', [`update carts set coupon_code = 'save10'`], 'references'],
  [
    'a cart of no session',
    [`update carts set owner_kind = 'session', owner_id = 'x' where owner_kind = 'customer'`],
    'cart',
  ],
  ['a cart of no customer', [`update carts set owner_id = '77' where owner_kind = 'customer'`], 'cart'],
  ['a cart of too many cards', ['update cart_lines set quantity = 501'], 'cart-lines'],
  [
    'two lines of one kind in a cart',
    [
      `insert into cart_lines select cart_id, 'other', 9, merchant_id, card_type, face_value_cents, percent_off_bps, is_low_risk, 1 from cart_lines where cart_id = (select min(cart_id) from cart_lines)`,
    ],
    'cart-lines',
  ],
  [
    'a merchant of an unknown fulfillment',
    [`update merchants set fulfillment = 'free' where id = 101`],
    'merchant',
  ],
  ['a merchant deleted', ['delete from merchants where id = 101'], 'references'],
]
