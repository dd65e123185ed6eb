import { describe, expect, it } from 'vitest'
import { shareSandbox } from './serve.ts'
import { documentOf, integer, json, object, type Part, ref, shows, text } from './small-documents.ts'

const content = (schema: Part) => ({ content: { 'application/json': { schema } } })
/** An operation that takes and shows a schema. */
const echoes = (schema: Part): Part => ({ requestBody: content(schema), ...shows(schema, 400) })

const schemas = {
  Shape: { ...object({ kind: text }, ['kind']), discriminator: { propertyName: 'kind' } },
  Circle: {
    allOf: [ref('Shape'), { properties: { radius: integer, unit: { type: 'string', default: 'mm' } } }],
  },
  Square: {
    allOf: [
      ref('Shape'),
      { required: ['side'], properties: { side: integer, isFilled: { type: 'boolean', default: true } } },
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
  Fields: object({ name: text }, ['name']),
  Thing: {
    allOf: [ref('Fields')],
    required: ['version'],
    properties: { version: { type: 'integer', readOnly: true } },
    unevaluatedProperties: false,
  },
}
const settings = ref('Settings')
const priced = { type: 'object', properties: { price: { type: 'number', multipleOf: 0.01 } } }

describe('a body', () => {
  const api = shareSandbox(
    documentOf(
      {
        '/shape': { post: echoes(ref('Shape')) },
        '/settings': { get: shows(settings), put: echoes(settings), patch: echoes(settings) },
        '/thing': { put: echoes(ref('Thing')) },
        '/price': { put: echoes(priced) },
      },
      schemas,
    ),
  )

  it.each<[string, string, string, unknown, number]>([
    ['is judged by the discriminator', 'POST', '/shape', { kind: 'Circle', radius: 3 }, 200],
    ['is judged by the discriminator', 'POST', '/shape', { kind: 'Circle', radius: 'wide' }, 400],
    ['is judged by the discriminator', 'POST', '/shape', { kind: 'Square' }, 400],
    ['may leave out what is read-only, wherever that is required', 'PUT', '/thing', { name: 'A' }, 200],
    ['may not leave out the rest', 'PUT', '/thing', {}, 400],
    ...[4.43, 0.3, 1.1].flatMap((price): [string, string, string, unknown, number][] => [
      ['may be a multiple of 0.01', 'PUT', '/price', { price }, 200],
      ['may be no multiple of 0.01', 'PUT', '/price', { price: price + 0.001 }, 400],
    ]),
    ['may be an empty text only where the schema allows that', 'PUT', '/settings', '', 400],
    ['has what the schema demands in a patch, too', 'PATCH', '/settings', {}, 400],
  ])('%s: %s %s %o gets %i', async (_title, method, path, body, status) => {
    expect(await api.status(method, path, body)).toBe(status)
  })

  it('is shown with the properties of its own alternative', async () => {
    const { json: shown } = await api.send('POST', '/shape', { kind: 'Square', side: 2 })
    expect(shown).toStrictEqual({ kind: 'Square', side: 2, isFilled: true })
  })

  it('gets its defaults when it replaces, and not when it patches', async () => {
    await api.send('PUT', '/settings', { language: 'sv' })
    expect(await api.read('/settings')).toStrictEqual({ language: 'sv', pages: 20 })
    const patched = await api.send('PATCH', '/settings', { pages: 5 })
    expect(patched.json).toStrictEqual({ language: 'sv', pages: 5 })
  })
})

describe('an operation that changes nothing', () => {
  const report = object({ title: { type: 'string', minLength: 1 }, count: integer }, ['title', 'count'])
  const whole = { title: 'Whole', count: 3 }
  const shown = json(report)
  const examples = { broken: { value: { title: 'No count' } }, whole: { value: whole } }
  const responses = { 200: { ...shown, content: { 'application/json': { schema: report, examples } } } }
  const api = shareSandbox(
    documentOf({
      '/run/report': { post: { requestBody: content(object({ title: text })), responses } },
      '/go/there': { post: { responses: { 303: { description: 'There.' } } } },
      '/report': { get: { responses }, head: { responses: { 200: { description: 'It.' } } } },
    }),
  )

  it.each([
    ['does not use an invalid example', undefined, whole],
    ['repeats what the request says', { title: 'Mine' }, { title: 'Mine', count: 3 }],
    ['repeats nothing that is invalid', { title: '' }, whole],
  ])('%s', async (_title, body, received) => {
    expect((await api.send('POST', '/run/report', body)).json).toStrictEqual(received)
  })

  it('redirects to somewhere', async () => {
    const response = await fetch(`${api.url}/go/there`, { method: 'POST', redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toStrictEqual([303, '/'])
  })

  it('responds to HEAD as to GET', async () => {
    const [get, head] = [await api.send('GET', '/report'), await api.send('HEAD', '/report')]
    expect([head.status, head.text]).toStrictEqual([200, ''])
    for (const name of ['content-type', 'content-length'])
      expect(head.headers.get(name)).toBe(get.headers.get(name))
  })
})
