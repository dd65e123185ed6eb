/** A JSON value in a document. */
type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

/** Returns the object at a path of a document, to be changed in place. Throws if there is none. */
export function objectAt(document: JsonObject, ...keys: readonly string[]): JsonObject {
  return keys.reduce((object, key) => {
    const value = object[key]
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      throw new Error(`No object at ${key}`)
    return value
  }, document)
}

/** Returns the list at a path of a document, to be changed in place. Throws if there is none. */
function listAt(document: JsonObject, ...keys: readonly string[]): Json[] {
  const value = objectAt(document, ...keys.slice(0, -1))[keys.at(-1) ?? '']
  if (!Array.isArray(value)) throw new Error(`No list at ${keys.join(' ')}`)
  return value
}

/** The rule that must report the edit, the place that it must name, and the edit to apply to the contract. */
export type Edit = readonly [rule: string, place: string, edit: (contract: JsonObject) => void]

const schema = (contract: JsonObject, name: string) => objectAt(contract, 'components', 'schemas', name)
const field = (contract: JsonObject, name: string, property: string) =>
  objectAt(schema(contract, name), 'properties', property)
const component = (contract: JsonObject, ...keys: readonly string[]) =>
  objectAt(contract, 'components', ...keys)
const operation = (contract: JsonObject, path: string, method: string) =>
  objectAt(contract, 'paths', path, method)

/** Breaking edits of the contract. They do not interfere with each other, so one comparison covers all of them. */
export const breaking: readonly Edit[] = [
  [
    'path-removed',
    '/v3/customers/drawdown-account/transactions',
    (contract) => delete objectAt(contract, 'paths')['/v3/customers/drawdown-account/transactions'],
  ],
  [
    'operation-removed',
    'DELETE /v3/carts/{cartId}/coupons/{couponCode}',
    (contract) => delete objectAt(contract, 'paths', '/v3/carts/{cartId}/coupons/{couponCode}')['delete'],
  ],
  [
    'operation-id-changed',
    'POST /v3/customers/login',
    (contract) => (operation(contract, '/v3/customers/login', 'post')['operationId'] = 'signIn'),
  ],
  [
    'path-parameter-renamed',
    '/v3/orders/{id}',
    (contract) => {
      const { ['/v3/orders/{orderId}']: order = null, ...others } = objectAt(contract, 'paths')
      contract['paths'] = { ...others, '/v3/orders/{id}': order }
      component(contract, 'parameters', 'orderId')['name'] = 'id'
    },
  ],
  [
    'property-removed',
    'POST /v3/carts, response 200, warningMessage (schema Cart)',
    (contract) => delete objectAt(schema(contract, 'Cart'), 'properties')['warningMessage'],
  ],
  [
    'required-properties-removed',
    'GET /v3/wallets/{cardId}, response 200 (schema WalletCard)',
    (contract) => listAt(schema(contract, 'WalletCard'), 'required').pop(),
  ],
  [
    'required-properties-added',
    'POST /v3/orders, request body, variant 1: shippingDetails (schema Address)',
    (contract) => listAt(schema(contract, 'Address'), 'required').push('company'),
  ],
  [
    'schema-type-changed',
    'POST /v3/carts, response 200, cards[].cost (schema CartCard)',
    (contract) => (field(contract, 'CartCard', 'cost')['type'] = 'string'),
  ],
  [
    'enum-values-added',
    'POST /v3/carts, response 200, couponData, variant 1: type (schema CouponData)',
    (contract) => listAt(field(contract, 'CouponData', 'type'), 'enum').push('X'),
  ],
  [
    'enum-values-removed',
    'POST /v3/carts, request body, action (schema CreateCartRequest)',
    (contract) => (field(contract, 'CreateCartRequest', 'action')['enum'] = ['purchase']),
  ],
  [
    'schema-constraint-changed',
    'POST /v3/customers/login, request body, customer.password (schema LoginCredentials)',
    (contract) => (field(contract, 'LoginCredentials', 'password')['maxLength'] = 8),
  ],
  [
    'schema-combinator-changed',
    'POST /v3/orders, request body, variant 2 (schema CheckoutRequest)',
    (contract) => listAt(schema(contract, 'CheckoutRequest'), 'oneOf').pop(),
  ],
  [
    'parameter-became-required',
    'POST /v3/orders, parameter Idempotency-Key',
    (contract) => (component(contract, 'parameters', 'Idempotency-Key')['required'] = true),
  ],
  [
    'response-removed',
    'POST /v3/carts, response 201',
    (contract) => delete objectAt(operation(contract, '/v3/carts', 'post'), 'responses')['201'],
  ],
  [
    'response-header-removed',
    'GET /v3/wallets/{cardId}/secure-data, response 200, header Cache-Control',
    (contract) => delete component(contract, 'responses', 'SecureDataFound', 'headers')['Cache-Control'],
  ],
  [
    'response-header-optional',
    'POST /v3/session, response 200, header authorization',
    (contract) => (component(contract, 'headers', 'issued-authorization')['required'] = false),
  ],
  [
    'read-only-added',
    'POST /v3/orders, request body, variant 1: shippingDetails.street2 (schema Address)',
    (contract) => (field(contract, 'Address', 'street2')['readOnly'] = true),
  ],
  [
    'default-changed',
    'POST /v3/orders, parameter checkout',
    (contract) => (component(contract, 'parameters', 'checkout', 'schema')['default'] = 'whole'),
  ],
  [
    'access-narrowed',
    'POST /v3/session',
    (contract) => (operation(contract, '/v3/session', 'post')['x-access'] = 'customer'),
  ],
  [
    'security-scheme-changed',
    'security scheme partnerApp',
    (contract) => (component(contract, 'securitySchemes', 'partnerApp')['name'] = 'x-app'),
  ],
]

/** Edits of the contract that break no client. */
export const compatible: readonly Edit[] = [
  [
    'compatible',
    '/v3/merchants',
    (contract) => {
      objectAt(contract, 'paths')['/v3/merchants'] = { get: { responses: { 200: { description: 'A' } } } }
    },
  ],
  [
    'compatible',
    'POST /v3/carts, response 200, note (schema Cart)',
    (contract) => (objectAt(schema(contract, 'Cart'), 'properties')['note'] = { type: 'string' }),
  ],
  [
    'compatible',
    'POST /v3/orders, request body, variant 1: shippingDetails.phone (schema Address)',
    (contract) => (objectAt(schema(contract, 'Address'), 'properties')['phone'] = { type: 'string' }),
  ],
  [
    'compatible',
    'POST /v3/customers/login, request body, customer.password (schema LoginCredentials)',
    (contract) => (field(contract, 'LoginCredentials', 'password')['maxLength'] = 9999),
  ],
  [
    'compatible',
    'POST /v3/session, response 200, header x-region',
    (contract) =>
      (component(contract, 'responses', 'SessionOpened', 'headers')['x-region'] = {
        schema: { type: 'string' },
      }),
  ],
  [
    'compatible',
    'GET /v3/customers/drawdown-account',
    (contract) => (operation(contract, '/v3/customers/drawdown-account', 'get')['deprecated'] = true),
  ],
]

/** Edits of the contract that affect no program. */
export const wording: readonly Edit[] = [
  [
    'wording',
    'POST /v3/carts',
    (contract) => (operation(contract, '/v3/carts', 'post')['summary'] = 'Make a cart'),
  ],
  [
    'wording',
    'POST /v3/carts',
    (contract) => (operation(contract, '/v3/carts', 'post')['x-codeSamples'] = [{ lang: 'c', source: 'x' }]),
  ],
  [
    'wording',
    'components schemas Unused',
    (contract) => (objectAt(contract, 'components', 'schemas')['Unused'] = { type: 'string' }),
  ],
]

/** Edits that express the same contract with other OpenAPI constructs. */
export const respelled: readonly Edit[2][] = [
  (contract) => {
    const session = objectAt(contract, 'paths', '/v3/session')
    objectAt(session, 'post')['parameters'] = session['parameters'] ?? []
    delete session['parameters']
  },
  (contract) => (operation(contract, '/v3/customers/login', 'post')['security'] = contract['security'] ?? []),
  (contract) => (operation(contract, '/v3/customers/login', 'post')['deprecated'] = false),
  (contract) =>
    (schema(contract, 'Cart')['required'] = listAt(schema(contract, 'Cart'), 'required').toReversed()),
  (contract) => (component(contract, 'securitySchemes')['unused'] = { type: 'http', scheme: 'basic' }),
]
