import { openapiDocument, operationTable } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'

/** Methods and paths as written in the specification. All tests call the operations at these paths. */
const summary = {
  createSession: 'post /v3/session',
  login: 'post /v3/customers/login',
  createCart: 'post /v3/carts',
  addCards: 'post /v3.1/carts/{cartId}/cards',
  adjustCardQuantity: 'put /v3/carts/{cartId}/cards/{cardId}',
  removeCard: 'delete /v3/carts/{cartId}/cards/{cardId}',
  applyCoupon: 'post /v3/carts/{cartId}/coupons/{couponCode}',
  removeCoupon: 'delete /v3/carts/{cartId}/coupons/{couponCode}',
  checkout: 'post /v3/orders',
  getOrder: 'get /v3/orders/{orderId}',
  getWalletCard: 'get /v3/wallets/{cardId}',
  getSecureData: 'get /v3/wallets/{cardId}/secure-data',
  getDrawdownAccount: 'get /v3/customers/drawdown-account',
  listDrawdownTransactions: 'get /v3/customers/drawdown-account/transactions',
}

describe('the operations', () => {
  it(
    'are at the methods and paths of the summary',
    {
      meta: {
        rules: [
          '4.1-01',
          '4.1-02',
          '4.1-03',
          '4.1-04',
          '4.1-05',
          '4.1-06',
          '4.1-07',
          '4.1-08',
          '4.1-09',
          '4.1-10',
          '4.1-11',
          '4.1-12',
          '4.1-13',
          '9-01',
          '9-02',
        ],
      },
    },
    () => {
      const declared = Object.entries(openapiDocument.paths).flatMap(([path, item]) =>
        Object.keys(item ?? {})
          .filter((key) => ['get', 'post', 'put', 'patch', 'delete'].includes(key))
          .map((method) => `${method} ${path}`),
      )
      expect(declared.toSorted()).toStrictEqual(Object.values(summary).toSorted())
      const called = Object.values(operationTable).map((one) => [
        one.operationId,
        `${one.method} ${one.path}`,
      ])
      expect(Object.fromEntries(called)).toStrictEqual(summary)
    },
  )
})
