import type { ContractDocument } from './contract-document.ts'

const error = { 'application/json': { schema: {}, examples: { cart_not_found: {}, service_away: {} } } }

/** A small document with one of each thing that the generator looks at. */
export const sampleDocument: ContractDocument = {
  info: {
    description: [
      'Words.',
      '',
      '| Status | Code | Message |',
      '|---|---|---|',
      '| 400 | `token_missing`, `token_expired` | no token |',
      '| 404 | `cart_not_found` | Cart not found |',
      '| 503 | `internal_error` | Service unavailable |',
    ].join('\n'),
  },
  paths: {
    '/carts/{cartId}': {
      parameters: [{ $ref: '#/components/parameters/cartId' }],
      get: {
        operationId: 'getCart',
        summary: 'Get a cart',
        description: 'Shows */ the cart.',
        'x-source': 'spec 4.4',
        responses: {
          200: {
            headers: {
              'X-Count': { description: 'How many.', required: true, schema: { type: 'integer' } },
              authorization: { description: 'A new token.', schema: { type: 'string' } },
            },
          },
          404: {
            headers: { 'X-Retry': { description: 'When.', required: true, schema: { const: 'soon' } } },
            content: error,
          },
          503: {
            headers: {
              'x-error-code': { description: 'Why.', schema: { type: 'string' }, example: 'internal_error' },
            },
            content: error,
          },
        },
      },
    },
    '/orders': {
      post: {
        operationId: 'buy',
        summary: 'Buy',
        description: 'Buys.',
        'x-source': 'extension',
        'x-idempotency': 'key',
        parameters: [
          { name: 'kind', in: 'query', required: true, schema: { enum: ['short'] } },
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Buy' } } } },
        responses: { 201: {} },
      },
    },
  },
  components: {
    parameters: { cartId: { name: 'cartId', in: 'path', required: true, schema: { type: 'string' } } },
    schemas: {
      Buy: { type: 'object', required: ['action'], properties: { action: { const: 'buy' }, note: {} } },
    },
  },
}
