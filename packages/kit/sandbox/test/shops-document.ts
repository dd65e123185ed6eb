const json = (schema: object) => ({ 'application/json': { schema } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const problem = { description: 'Refused.', content: json(ref('Problem')) }
const errors = { 400: problem, 401: problem, 403: problem, 404: problem }
const idOf = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const query = (name: string, schema: object) => ({ name, in: 'query', schema })
const tagged = { ETag: { required: true, schema: { type: 'string', pattern: '^"' } } }
const shown = (schema: object) => ({ description: 'It.', headers: tagged, content: json(schema) })
const body = (schema: object) => ({ required: true, content: json(schema) })
const ifMatch = { name: 'If-Match', in: 'header', schema: { type: 'string' } }
const text = (description: string) => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' } } },
})
const changes = { ...errors, 412: problem, 428: problem }

/** Shops and their goods: an API at which nearly every kind of fault can show. */
export const shopsDocument = {
  openapi: '3.1.0',
  info: { title: 'Shops', version: '1' },
  security: [{ token: ['shops'] }],
  paths: {
    '/shops': {
      get: {
        operationId: 'listShops',
        parameters: [
          query('limit', { type: 'integer', minimum: 1, maximum: 50, default: 20 }),
          query('offset', { type: 'integer', minimum: 0, default: 0 }),
          query('town', { type: 'string' }),
          query('tags', { type: 'array', items: { type: 'string' } }),
          query('sort', { type: 'string', enum: ['name', '-name'] }),
        ],
        responses: {
          200: {
            description: 'A page.',
            content: json({
              type: 'object',
              required: ['items', 'total'],
              properties: { items: { type: 'array', items: ref('Shop') }, total: { type: 'integer' } },
            }),
          },
          400: problem,
          406: problem,
          429: problem,
        },
      },
      post: {
        operationId: 'createShop',
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
        requestBody: body(ref('Shop')),
        responses: {
          201: {
            ...shown(ref('Shop')),
            headers: { Location: { required: true, schema: { type: 'string' } } },
          },
          409: { description: 'The key was used for another request.', content: json(ref('Problem')) },
          415: problem,
          ...errors,
        },
      },
    },
    '/shops/{shopId}': {
      parameters: [idOf('shopId')],
      get: {
        operationId: 'readShop',
        responses: {
          200: shown(ref('Shop')),
          304: { description: 'The same.', headers: tagged },
          ...errors,
        },
      },
      put: {
        operationId: 'replaceShop',
        parameters: [ifMatch],
        requestBody: body(ref('Shop')),
        responses: { 200: shown(ref('Shop')), ...changes },
      },
      patch: {
        operationId: 'changeShop',
        requestBody: body(ref('ShopChange')),
        responses: { 200: shown(ref('Shop')), ...errors },
      },
      delete: { operationId: 'deleteShop', responses: { 204: { description: 'Gone.' }, ...errors } },
    },
    '/shops/{shopId}/close': {
      post: {
        operationId: 'closeShop',
        parameters: [idOf('shopId')],
        responses: { 200: shown(ref('Shop')), 409: problem, ...errors },
      },
    },
    '/shops/{shopId}/goods': {
      get: {
        operationId: 'listGoods',
        parameters: [
          idOf('shopId'),
          query('limit', { type: 'integer', minimum: 1, default: 20 }),
          query('cursor', { type: 'string' }),
        ],
        responses: {
          200: {
            description: 'A page.',
            content: json({
              type: 'object',
              required: ['items'],
              properties: {
                items: { type: 'array', items: ref('Good') },
                nextCursor: { type: ['string', 'null'] },
              },
            }),
          },
          ...errors,
        },
      },
      post: {
        operationId: 'createGood',
        parameters: [idOf('shopId')],
        requestBody: body(ref('Good')),
        responses: { 201: shown(ref('Good')), ...errors },
      },
    },
    '/shops/{shopId}/goods/{goodId}': {
      get: {
        operationId: 'readGood',
        parameters: [idOf('shopId'), idOf('goodId')],
        responses: { 200: shown(ref('Good')), ...errors },
      },
      put: {
        operationId: 'replaceGood',
        parameters: [idOf('shopId'), idOf('goodId')],
        requestBody: body(ref('Good')),
        responses: { 200: shown(ref('Good')), 201: shown(ref('Good')), ...errors },
      },
    },
    '/shops/{shopId}/sign': {
      parameters: [idOf('shopId')],
      get: { operationId: 'readSign', responses: { 200: text('The sign.'), ...errors } },
      put: {
        operationId: 'writeSign',
        requestBody: { required: true, ...text('The sign.') },
        responses: { 204: { description: 'Written.' }, ...errors },
      },
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Problem: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
      Shop: {
        type: 'object',
        required: ['id', 'name', 'status'],
        properties: {
          id: { type: 'string', readOnly: true },
          name: { type: 'string', minLength: 1, maxLength: 40 },
          town: { type: 'string' },
          size: { type: 'number', minimum: 0, maximum: 1000 },
          isOpen: { type: 'boolean', default: true },
          ownerId: { type: 'string', format: 'uuid', minLength: 36, maxLength: 36 },
          nickname: { type: ['string', 'null'] },
          tags: { type: 'array', items: { type: 'string' } },
          address: ref('Address'),
          opensOn: { type: 'string', format: 'date' },
          branch: { type: 'string', enum: ['food', 'tools'] },
          createdAt: { type: 'string', format: 'date-time', readOnly: true },
          mood: { anyOf: [{ enum: ['calm', 'busy'] }, { type: 'string' }] },
          status: { type: 'string', enum: ['open', 'closed'], readOnly: true },
          rank: { type: 'integer', readOnly: true },
          pin: { type: 'string', writeOnly: true },
          foundedAt: { type: 'string', format: 'date-time' },
        },
      },
      ShopChange: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 40 },
          town: { type: 'string' },
          tags: { type: 'array', items: { type: 'string' } },
          address: ref('Address'),
          size: { type: 'number' },
        },
      },
      Address: {
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
      Good: {
        type: 'object',
        required: ['id', 'label'],
        properties: {
          id: { type: 'string', readOnly: true },
          label: { type: 'string' },
          tags: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
}
