import type { Fault, FaultTable } from '../fault.ts'
import { contract, path } from '../sources.ts'

/** The contract has an operation at another path. */
const moved = (rule: string, name: string, to: string): Fault => ({
  rule,
  file: contract,
  find: path(name),
  replace: path(to),
})

/** The contract has an operation under another method. */
const renamed = (rule: string, name: string, method: string, to: string): Fault => ({
  rule,
  file: contract,
  after: path(name),
  find: `"${method}": {`,
  replace: `"${to}": {`,
})

export const faults: FaultTable = [
  moved('4.1-01', '/v3/session', '/v3/sessions'),
  moved('4.1-02', '/v3/customers/login', '/v3/login'),
  moved('4.1-03', '/v3/carts', '/v3/cart'),
  moved('4.1-04', '/v3.1/carts/{cartId}/cards', '/v3/carts/{cartId}/cards'),
  renamed('4.1-05', '/v3/carts/{cartId}/cards/{cardId}', 'put', 'patch'),
  renamed('4.1-06', '/v3/carts/{cartId}/cards/{cardId}', 'delete', 'post'),
  renamed('4.1-07', '/v3/carts/{cartId}/coupons/{couponCode}', 'post', 'put'),
  renamed('4.1-08', '/v3/carts/{cartId}/coupons/{couponCode}', 'delete', 'patch'),
  moved('4.1-09', '/v3/orders', '/v3/checkout'),
  moved('4.1-10', '/v3/orders/{orderId}', '/v3/order/{orderId}'),
  moved('4.1-11', '/v3/wallets/{cardId}', '/v3/wallet/{cardId}'),
  moved('4.1-12', '/v3/customers/drawdown-account', '/v3/drawdown-account'),
  moved('4.1-13', '/v3/customers/drawdown-account/transactions', '/v3/customers/drawdown-account/history'),
]
