import type { Json } from '@contract-kit/json-schema/json'
import { describe, expect, it } from 'vitest'
import { type Call, findingsOn, type Handlers, type Reply, serveDocument } from '../serve-document.ts'

const text = { type: 'string', maxLength: 40 }
const json = (schema: object, more: object = {}) => ({ content: { 'application/json': { schema, ...more } } })
const object = (properties: object, ...required: string[]) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
})
const customer = object({ id: text, name: text }, 'id', 'name')
const line = object(
  { customer_id: text, sku: { type: 'string', minLength: 4, maxLength: 40 } },
  'customer_id',
  'sku',
)
const invoice = object({ id: text, customer_id: text }, 'id', 'customer_id')
const rejections = { 400: { description: 'Malformed.' }, 422: { description: 'No such item.' } }
const reading = (schema: object) => ({
  200: { description: 'Found.', ...json(schema) },
  400: { description: 'Malformed.' },
  404: { description: 'None.' },
})
const making = (schema: object) => ({ 201: { description: 'Made.', ...json(schema) }, ...rejections })
const idempotency = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'The same key with another request fails with 422.',
  schema: { ...text, minLength: 1 },
  example: 'the-key-of-the-example',
}

const documentOf = (isKeyed: boolean) => ({
  openapi: '3.1.0',
  info: { title: 'Invoices', version: '1' },
  paths: {
    '/customers': {
      post: {
        operationId: 'addCustomer',
        parameters: isKeyed ? [idempotency] : [],
        requestBody: { required: true, ...json(object({ name: text }, 'name')) },
        responses: making(customer),
      },
    },
    '/customers/{customerId}': {
      parameters: [{ name: 'customerId', in: 'path', required: true, schema: text }],
      get: { operationId: 'getCustomer', responses: reading(customer) },
    },
    '/invoices': {
      post: {
        operationId: 'addInvoice',
        parameters: isKeyed ? [idempotency] : [],
        requestBody: {
          required: true,
          ...json(object({ customer_id: text }, 'customer_id'), { example: { customer_id: 'made-up' } }),
        },
        responses: making(invoice),
      },
    },
    '/lines': {
      put: {
        operationId: 'setLines',
        requestBody: { required: true, ...json({ type: 'array', minItems: 1, maxItems: 30, items: line }) },
        responses: { 204: { description: 'Set.' }, ...rejections },
      },
    },
  },
})

/** Knows the customers that it made, takes each line and each key once. */
const handlers = (isKeyed: boolean): Handlers => {
  const customers = new Map<string, Json>()
  const keys = new Map<string, { readonly request: string; readonly reply: Reply }>()
  const once =
    (id: string, handler: (call: Call) => Reply) =>
    (call: Call): Reply => {
      if (!isKeyed) return handler(call)
      const key = call.headers.get('idempotency-key') ?? ''
      const request = `${id} ${call.text}`
      const known = keys.get(key)
      if (known !== undefined) return known.request === request ? known.reply : { status: 422 }
      const reply = handler(call)
      keys.set(key, { request, reply })
      return reply
    }
  return {
    addCustomer: once('addCustomer', ({ json: sent }) => {
      const made = { ...(sent as object), id: `c${customers.size + 1}` } as Json
      customers.set(`c${customers.size + 1}`, made)
      return { status: 201, json: made }
    }),
    getCustomer: ({ path }) => {
      const held = customers.get(path['customerId'] ?? '')
      return held === undefined ? { status: 404 } : { status: 200, json: held }
    },
    addInvoice: once('addInvoice', ({ json: sent }) => {
      const { customer_id: id } = sent as { customer_id: string }
      return customers.has(id) ? { status: 201, json: { id: `i-${id}`, customer_id: id } } : { status: 422 }
    }),
    setLines: ({ json: sent }) => {
      const lines = sent as { customer_id: string; sku: string }[]
      const isKnown = lines.every(({ customer_id: id }) => customers.has(id))
      return { status: isKnown && new Set(lines.map(({ sku }) => sku)).size === lines.length ? 204 : 422 }
    },
  }
}

describe('a server that rejects with 422 what names no item of its own, a line twice, or a key for another request', () => {
  it.each([false, true])('causes no finding, with keys: %s', async (isKeyed) => {
    const document = documentOf(isKeyed)
    const fetch = await serveDocument(document, handlers(isKeyed))
    expect(await findingsOn(document, fetch, { cases: 40 })).toStrictEqual([])
  })

  it('is accused where it rejects items that it has', async () => {
    const document = documentOf(false)
    const fetch = await serveDocument(document, { ...handlers(false), addInvoice: () => ({ status: 422 }) })
    const found = await findingsOn(document, fetch)
    expect(found).toContainEqual(expect.stringContaining('positive-data-acceptance on addInvoice'))
  })
})
