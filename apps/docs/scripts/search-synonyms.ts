/**
 * Search synonyms: words of readers, and the terms of these pages. Front matter has the keywords of a single page; these apply to
 * all.
 */
export const searchSynonyms: Readonly<Record<string, string>> = {
  'add bank account': 'saved payment methods',
  'add credit card': 'saved payment methods',
  'api key': 'application ID',
  'api token': 'session token',
  basket: 'cart',
  cancelled: 'canceled',
  'card number': 'number and PIN',
  catalogue: 'catalog',
  delivery: 'fulfillment',
  'get card number': 'number and PIN',
  'end session': 'logout',
  fulfilment: 'fulfillment',
  'out of stock': 'insufficient inventory',
  'purchase history': 'order history',
  'save credit card': 'saved payment methods',
  'sign in': 'login',
  'sign out': 'logout',
  'sold out': 'insufficient inventory',
  swagger: 'OpenAPI',
  throttling: 'rate limits',
  'top up': 'deposit',
  voucher: 'coupon',
}
