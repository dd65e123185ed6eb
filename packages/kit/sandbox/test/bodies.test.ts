import { describe, expect, it } from 'vitest'
import { serveSandbox } from './serve.ts'

const content = (schema: object) => ({ content: { 'application/json': { schema } } })
const done = (schema: object) => ({
  200: { description: 'Done.', ...content(schema) },
  400: { description: 'No.' },
})
const info = { title: 'Things', version: '1' }

const shape = { $ref: '#/components/schemas/Shape' }
const schemas = {
  Shape: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' } },
    discriminator: { propertyName: 'kind' },
  },
  Circle: {
    allOf: [
      { $ref: '#/components/schemas/Shape' },
      { properties: { radius: { type: 'integer' }, unit: { type: 'string', default: 'mm' } } },
    ],
  },
  Square: {
    allOf: [
      { $ref: '#/components/schemas/Shape' },
      {
        required: ['side'],
        properties: { side: { type: 'integer' }, isFilled: { type: 'boolean', default: true } },
      },
    ],
  },
  Settings: {
    type: 'object',
    minProperties: 1,
    properties: {
      language: { type: 'string', enum: ['en', 'sv'], default: 'en' },
      pages: { type: 'integer', default: 20 },
    },
  },
}
const settings = { $ref: '#/components/schemas/Settings' }

const document = {
  openapi: '3.1.0',
  info,
  paths: {
    '/shape': { post: { operationId: 'draw', requestBody: content(shape), responses: done(shape) } },
    '/settings': {
      get: { operationId: 'readSettings', responses: done(settings) },
      put: { operationId: 'putSettings', requestBody: content(settings), responses: done(settings) },
      patch: { operationId: 'patchSettings', requestBody: content(settings), responses: done(settings) },
    },
  },
  components: { schemas },
}

describe('a body', () => {
  it('is judged by the discriminator', async () => {
    await using api = await serveSandbox(document)
    expect((await api.send('POST', '/shape', { kind: 'Circle', radius: 3 })).status).toBe(200)
    expect((await api.send('POST', '/shape', { kind: 'Circle', radius: 'wide' })).status).toBe(400)
    expect((await api.send('POST', '/shape', { kind: 'Square' })).status).toBe(400)
  })

  it('is shown with the properties of its own alternative', async () => {
    await using api = await serveSandbox(document)
    const { json } = await api.send('POST', '/shape', { kind: 'Square', side: 2 })
    expect(json).toStrictEqual({ kind: 'Square', side: 2, isFilled: true })
  })

  it('gets its defaults when it replaces, and not when it patches', async () => {
    await using api = await serveSandbox(document)
    await api.send('PUT', '/settings', { language: 'sv' })
    expect((await api.send('GET', '/settings')).json).toStrictEqual({ language: 'sv', pages: 20 })
    expect((await api.send('PATCH', '/settings', { pages: 5 })).json).toStrictEqual({
      language: 'sv',
      pages: 5,
    })
    expect((await api.send('PATCH', '/settings', {})).status).toBe(400)
  })

  it('leaves out what is read-only, wherever that is required', async () => {
    const parts = {
      Fields: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      Thing: {
        allOf: [{ $ref: '#/components/schemas/Fields' }],
        required: ['version'],
        properties: { version: { type: 'integer', readOnly: true } },
        unevaluatedProperties: false,
      },
    }
    const thing = { $ref: '#/components/schemas/Thing' }
    const paths = {
      '/thing': { put: { operationId: 'putThing', requestBody: content(thing), responses: done(thing) } },
    }
    await using api = await serveSandbox({ openapi: '3.1.0', info, paths, components: { schemas: parts } })
    expect((await api.send('PUT', '/thing', { name: 'A' })).status).toBe(200)
    expect((await api.send('PUT', '/thing', {})).status).toBe(400)
  })

  it.each([4.43, 0.3, 1.1])('takes %d for a multiple of 0.01', async (price) => {
    const priced = { type: 'object', properties: { price: { type: 'number', multipleOf: 0.01 } } }
    const paths = {
      '/price': { put: { operationId: 'putPrice', requestBody: content(priced), responses: done(priced) } },
    }
    await using api = await serveSandbox({ openapi: '3.1.0', info, paths })
    expect((await api.send('PUT', '/price', { price })).status).toBe(200)
    expect((await api.send('PUT', '/price', { price: price + 0.001 })).status).toBe(400)
  })

  it('may be an empty text only where the schema allows that', async () => {
    await using api = await serveSandbox(document)
    expect((await api.send('PUT', '/settings', '')).status).toBe(400)
  })
})

describe('an operation that changes nothing', () => {
  const report = {
    type: 'object',
    required: ['title', 'count'],
    properties: { title: { type: 'string', minLength: 1 }, count: { type: 'integer' } },
  }
  const withExamples = (examples: object) => ({
    200: { description: 'It.', content: { 'application/json': { schema: report, examples } } },
  })

  it('does not use an invalid example', async () => {
    const examples = {
      broken: { value: { title: 'No count' } },
      whole: { value: { title: 'Whole', count: 3 } },
    }
    const paths = { '/run/report': { post: { operationId: 'run', responses: withExamples(examples) } } }
    await using api = await serveSandbox({ openapi: '3.1.0', info, paths })
    expect((await api.send('POST', '/run/report')).json).toStrictEqual({ title: 'Whole', count: 3 })
  })

  it('repeats what the request says, as far as it is valid', async () => {
    const requestBody = content({ type: 'object', properties: { title: { type: 'string' } } })
    const examples = { one: { value: { title: 'Example', count: 3 } } }
    const paths = {
      '/run/report': { post: { operationId: 'run', requestBody, responses: withExamples(examples) } },
    }
    await using api = await serveSandbox({ openapi: '3.1.0', info, paths })
    expect((await api.send('POST', '/run/report', { title: 'Mine' })).json).toStrictEqual({
      title: 'Mine',
      count: 3,
    })
    expect((await api.send('POST', '/run/report', { title: '' })).json).toStrictEqual({
      title: 'Example',
      count: 3,
    })
  })

  it('redirects to somewhere', async () => {
    const paths = {
      '/go/there': { post: { operationId: 'go', responses: { 303: { description: 'There.' } } } },
    }
    await using api = await serveSandbox({ openapi: '3.1.0', info, paths })
    const response = await fetch(`${api.url}/go/there`, { method: 'POST', redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toStrictEqual([303, '/'])
  })

  it('responds to HEAD as to GET', async () => {
    const examples = { one: { value: { title: 'Example', count: 3 } } }
    const item = {
      get: { operationId: 'getReport', responses: withExamples(examples) },
      head: { operationId: 'headReport', responses: { 200: { description: 'It.' } } },
    }
    await using api = await serveSandbox({ openapi: '3.1.0', info, paths: { '/report': item } })
    const [get, head] = await Promise.all([api.send('GET', '/report'), api.send('HEAD', '/report')])
    const headersOf = ({ headers }: typeof get) =>
      ['content-type', 'content-length'].map((name) => headers.get(name))
    expect(headersOf(head)).toStrictEqual(headersOf(get))
    expect([head.status, head.text]).toStrictEqual([200, ''])
  })
})
