import { describe, expect, it } from 'vitest'
import { bookshopDocument } from '../bookshop.fixture.ts'
import { compareWithUpstream } from './compare-with-upstream.fixture.ts'
import { editsOf } from './edit-json.fixture.ts'

const json = (schema: object) => ({ 'application/json': { schema } })

/** What the bookshop has not: parameters that are prepared, references into schemas, defaults, nullable lists, unions. */
const oddDocument = {
  openapi: '3.1.0',
  info: { title: 'Odd', version: '1' },
  paths: {
    '/odd/{id}/{day}': {
      post: {
        operationId: 'odd',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/Id' } },
          { name: 'day', in: 'path', required: true, schema: { type: 'string', format: 'date' } },
          { name: 'list', in: 'query', schema: { type: 'array', items: { type: 'integer' }, maxItems: 2 } },
          {
            name: 'comma',
            in: 'query',
            explode: false,
            schema: { type: 'array', items: { type: 'string' } },
          },
          { name: 'deep', in: 'query', content: json({ type: 'object', required: ['a'] }) },
          { name: 'any', in: 'query', content: json({}) },
          { name: 'page', in: 'query', schema: { type: 'integer', default: 7 } },
          { name: 'Flag', in: 'header', required: true, schema: { type: 'boolean' } },
        ],
        requestBody: { content: json({ $ref: '#/components/schemas/Thing' }) },
        responses: {
          200: { description: '', content: json({ $ref: '#/components/schemas/Thing' }) },
          400: { description: '', content: json({ $ref: '#/components/schemas/Thing/properties/inner' }) },
          404: {
            description: '',
            content: json({ $ref: `#/paths/~1plain/get/responses/200/content/application~1json/schema` }),
          },
        },
      },
    },
    '/plain': {
      get: {
        operationId: 'plain',
        parameters: [
          { name: 'n', in: 'query', required: true, schema: { type: ['integer', 'null'], minimum: 1 } },
          { name: 'when', in: 'query', schema: { type: 'string', format: 'date-time' } },
        ],
        responses: { 200: { description: '', content: json({ type: 'array', items: { type: 'string' } }) } },
      },
    },
  },
  components: {
    schemas: {
      Id: { type: 'string', format: 'uuid' },
      Thing: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', minLength: 2, pattern: '^[a-z]+$' },
          at: { type: ['string', 'null'], format: 'date-time' },
          size: { type: 'integer', default: 3, maximum: 9 },
          inner: { oneOf: [{ $ref: '#/components/schemas/Id' }, { type: 'object', required: ['x'] }] },
          copies: { type: ['array', 'null'], items: { $ref: '#/components/schemas/Thing' } },
          secret: { type: 'string', writeOnly: true },
          given: { type: 'string', readOnly: true },
        },
        unevaluatedProperties: false,
      },
    },
  },
}

const id = '7d0f2a3e-58a1-4b8e-9a65-0d8b5c7a4a11'
const thing = {
  name: 'ab',
  at: '2026-01-01T00:00:00Z',
  size: 1,
  inner: id,
  copies: [{ name: 'cd', secret: 's', given: 'g' }],
}

const texts = [
  '',
  '1',
  '0',
  '-1',
  '01',
  '1e2',
  ' 1',
  'true',
  'null',
  'a,b',
  '[1]',
  '{"a":1}',
  id,
  '2026-01-01',
  'é:/',
]
const searches = ['list', 'comma', 'deep', 'any', 'page', 'n', 'when', 'limit', 'mode', 'x'].flatMap(
  (name) => [
    ...texts.map((text) => `?${name}=${encodeURIComponent(text)}`),
    `?${name}=1&${name}=2`,
    `?${name}=1&${name}=2&n=5&page=2`,
  ],
)

/** Right for a day and a number, where it is to be right. */
const valueOf = (name: string, value: string): string =>
  value === id && name === 'day' ? '2026-01-01' : value === id && name === 'bookId' ? '1' : value || '-'

describe.each([
  ['the bookshop', bookshopDocument, { title: 'T', author: { email: 'a@b.example' }, copies: 1 }],
  ['an odd document', oddDocument, thing],
])('the validators of %s', (_name, document, body) => {
  const comparison = compareWithUpstream(document)

  it('judge and coerce parameters as the middleware does', async () => {
    for (const operation of comparison.operations) {
      for (const [value, search, flag] of [
        ...texts.map((text) => [text, '?n=1', text] as const),
        ...searches.map((query) => [id, query, 'true'] as const),
      ]) {
        const names = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
        const header = () => (flag === '' ? undefined : flag)
        const pathValues = Object.fromEntries(names.map((name) => [name, valueOf(name, value)]))
        const sent = { pathValues, search, header, body: { kind: 'absent' as const } }
        const { ours, upstream } = await comparison.judgeRequest(operation, sent)
        expect({ search, value, ...Object(ours) }).toStrictEqual({ search, value, ...Object(upstream) })
      }
    }
  })

  it('judge bodies as the middleware does, and write the same defaults', async () => {
    const pathValues = { id, day: '2026-01-01', bookId: '1', shelfId: id }
    const sent = { pathValues, search: '?mode=now', header: () => 'true' }
    for (const operation of comparison.operations) {
      for (const value of [body, ...editsOf(body)]) {
        const { ours, upstream } = await comparison.judgeRequest(operation, {
          ...sent,
          body: { kind: 'present', value },
        })
        expect({ value, ...Object(ours) }).toStrictEqual({ value, ...Object(upstream) })
      }
      const { ours, upstream } = await comparison.judgeRequest(operation, {
        ...sent,
        body: { kind: 'absent' },
      })
      expect(ours).toStrictEqual(upstream)
    }
  })

  it('judge answers as the middleware does', async () => {
    for (const name of comparison.answerNames) {
      for (const value of [body, ...editsOf(body)].filter((one) => one !== null)) {
        const { ours, upstream } = await comparison.checkAnswer(name, value)
        expect([value, ours]).toStrictEqual([value, upstream])
      }
    }
  })
})
