const json = (schema: object) => ({ 'application/json': { schema } })
const order = { $ref: '#/components/schemas/Order' }
const refused = { description: 'Refused.', content: json({ type: 'object' }) }
const shown = (description: string) => ({ description, content: json(order) })
const orderId = { name: 'orderId', in: 'path', required: true, schema: { type: 'string' } }
const lineId = { name: 'lineId', in: 'path', required: true, schema: { type: 'string' } }
const code = { name: 'code', in: 'path', required: true, schema: { type: 'string' } }
const lines = json({
  type: 'object',
  required: ['lines'],
  properties: { lines: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/NewLine' } } },
})

/** An API whose orders have lines that only the order shows, in two versions of its path. */
export const ordersDocument = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/v3/orders': {
      post: { operationId: 'openOrder', responses: { 201: shown('Opened.'), '4XX': refused } },
    },
    '/v3.1/orders/{orderId}/lines': {
      post: {
        operationId: 'addLines',
        parameters: [orderId],
        requestBody: { required: true, content: lines },
        responses: {
          201: { description: 'Added.', content: json({ $ref: '#/components/schemas/Added' }) },
          '4XX': refused,
        },
      },
    },
    '/v3/orders/{orderId}/lines/{lineId}': {
      parameters: [orderId, lineId],
      delete: { operationId: 'removeLine', responses: { 200: shown('Removed.'), '4XX': refused } },
    },
    '/v3/orders/{orderId}/vouchers/{code}': {
      parameters: [orderId, code],
      post: { operationId: 'useVoucher', responses: { 200: shown('Used.'), '4XX': refused } },
      delete: { operationId: 'dropVoucher', responses: { 200: shown('Dropped.'), '4XX': refused } },
    },
  },
  components: {
    schemas: {
      NewLine: {
        type: 'object',
        required: ['article', 'quantity'],
        properties: { article: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
      },
      Order: {
        type: 'object',
        required: ['orderId', 'lines'],
        properties: {
          orderId: { type: 'string', format: 'uuid' },
          lines: {
            type: 'array',
            items: {
              type: 'object',
              required: ['id', 'article', 'quantity'],
              properties: {
                id: { type: 'string', format: 'uuid' },
                article: { type: 'string' },
                quantity: { type: 'integer' },
              },
            },
          },
        },
      },
      Added: {
        type: 'object',
        required: ['order'],
        properties: { order: { $ref: '#/components/schemas/Order' }, warning: { type: 'string' } },
      },
    },
  },
}

/** An order of its responses. */
export interface Order {
  readonly orderId: string
  readonly lines: readonly { readonly id: string; readonly article: string; readonly quantity: number }[]
}
