import { describe, expect, it } from 'vitest'
import { generateClient } from '../../generate/index.ts'
import {
  declarationOf,
  documentOf,
  generate,
  json,
  methodOf,
  operation,
  rowOf,
  withParameters,
} from './tiny-document.ts'

const text = { type: 'string' }
const list = { type: 'array', items: text }
const object = { properties: { a: text } }
const id = { name: 'id', in: 'path', required: true, schema: text }

const query = (schema: object, more: object = {}) => ({ in: 'query', schema, ...more })
const inPath = (schema: object, more: object = {}) => ({ in: 'path', schema, ...more })
const styled = (place: string, style: string, explode: boolean, more = '') =>
  `{ in: '${place}', style: '${style}', explode: ${explode}${more} }`

describe('generateClient with parameters', () => {
  it('writes one flat input under the names of the document', () => {
    const parameters = [
      id,
      { name: 'page-size', in: 'query', description: 'How many.', schema: { type: 'integer', default: 20 } },
      { name: 'X-Tenant', in: 'header', required: true, schema: text },
      { name: 'theme', in: 'cookie', schema: text, deprecated: true },
    ]
    const generated = generate(withParameters(parameters))
    expect(declarationOf(generated, 'FindThingsInput')).toBe(`export interface FindThingsInput {
  id: string
  /**
   * How many.
   *
   * @default 20
   */
  'page-size'?: number | undefined
  'X-Tenant': string
  /** @deprecated */
  theme?: string | undefined
}`)
    expect(rowOf(generated, 'findThings')).toContain(
      "parameters: { id: 'path', 'page-size': 'query', 'X-Tenant': 'header', theme: 'cookie' }",
    )
    expect(methodOf(generated, 'findThings')).toContain('(input: FindThingsInput, options?: CallOptions)')
  })

  it.each([
    ['no input where there are no parameters', [], '(options?: CallOptions)'],
    [
      'an optional input where all parameters are optional',
      [{ name: 'q', in: 'query', schema: text }],
      '(input?: FindThingsInput, options?: CallOptions)',
    ],
  ])('takes %s', (_, parameters, signature) => {
    expect(methodOf(generate(withParameters(parameters)), 'findThings')).toContain(signature)
  })

  it('prefers the parameters of the operation to those of its path', () => {
    const own = {
      ...operation('findThings', { 204: {} }),
      parameters: [{ ...id, schema: { type: 'integer' } }],
    }
    const generated = generate(documentOf({ '/things/{id}': { parameters: [id], get: own } }))
    expect(declarationOf(generated, 'FindThingsInput')).toContain('  id: number\n')
  })

  it.each([
    ['Authorization', 'header'],
    ['accept', 'header'],
    ['Content-Type', 'header'],
    ['User-Agent', 'header'],
    ['Idempotency-Key', 'header'],
    ['x-trace', 'header'],
    ['api_key', 'query'],
  ])('leaves %s to the client', (name, place) => {
    const document = {
      ...withParameters([{ name, in: place, required: true, schema: text }]),
      components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } } },
    }
    const generated = generate(document, { ignoreParameters: ['X-Trace'] })
    expect(methodOf(generated, 'findThings')).toContain('findThings(options?: CallOptions)')
  })

  it.each([
    ['a list in a path', inPath(list), "'path'"],
    ['a list in a query', query(list), "'query'"],
    ['a list in a header', { in: 'header', schema: list }, "'header'"],
    ['a comma list', query(list, { explode: false }), styled('query', 'form', false)],
    ['a pipe list', query(list, { style: 'pipeDelimited' }), styled('query', 'pipeDelimited', false)],
    ['a matrix value', inPath(text, { style: 'matrix' }), styled('path', 'matrix', false)],
    ['an object in a path', inPath(object), styled('path', 'simple', false)],
    ['an object in a query', query(object), styled('query', 'form', true)],
    [
      'a deep object',
      query(object, { style: 'deepObject', explode: true }),
      styled('query', 'deepObject', true),
    ],
    [
      'reserved characters',
      query(text, { allowReserved: true }),
      styled('query', 'form', true, ', allowReserved: true'),
    ],
    ['an object in a header', { in: 'header', schema: object }, styled('header', 'simple', false)],
    ['an object in a cookie', { in: 'cookie', schema: object }, styled('cookie', 'form', true)],
    ['a list in a cookie', { in: 'cookie', schema: list }, "'cookie'"],
    [
      'an object below a deep object',
      query({ properties: { a: object } }, { style: 'deepObject', explode: true }),
      styled('query', 'deepObject', true),
    ],
    ['JSON in a query', { in: 'query', ...json(object) }, "{ in: 'query', contentType: 'application/json' }"],
    ['one value that is not exploded', query(text, { explode: false }), "'query'"],
  ])('tells the client how to write %s', (_, parameter, place) => {
    const generated = generate(withParameters([{ name: 'it', ...parameter }]))
    expect(rowOf(generated, 'findThings')).toContain(`parameters: { it: ${place} }`)
  })

  it.each([object, list])('writes %j below an object as JSON, and notes it', (a) => {
    const { text: generated, notes } = generateClient(
      withParameters([{ name: 'it', ...query({ properties: { a } }) }]),
    )
    expect(rowOf(generated, 'findThings')).toContain(`it: ${styled('query', 'form', true)}`)
    expect(notes).toEqual([
      'GET /things (findThings): the member `a` of the parameter `it` is written as JSON',
    ])
  })

  it.each([list, text])('writes %j as repeated fields where an object would be deep', (schema) => {
    const generated = generate(withParameters([{ name: 'it', ...query(schema, { style: 'deepObject' }) }]))
    expect(rowOf(generated, 'findThings')).toContain(`it: ${styled('query', 'deepObject', false)}`)
  })

  it('rejects a place that does not exist', () => {
    expect(() => generate(withParameters([{ name: 'it', in: 'body', schema: text }]))).toThrow(
      'GET /things (findThings): `in` at #/paths/~1things/get/parameters/0 must be one of path, query',
    )
  })

  it('names parameters of one name after their places', () => {
    const inAny = ['query', 'header', 'cookie', 'path'].map((place) => ({
      name: 'it',
      in: place,
      required: place === 'path',
    }))
    const { text: generated, notes } = generateClient(
      withParameters([...inAny, { name: 'headerIt', in: 'query' }]),
    )
    expect(rowOf(generated, 'findThings')).toContain(
      "queryIt: { in: 'query', name: 'it', style: 'form', explode: true }, " +
        "headerIt: { in: 'header', name: 'it', style: 'simple', explode: false }, " +
        "cookieIt: { in: 'cookie', name: 'it', style: 'form', explode: true }, " +
        "it: 'path', queryHeaderIt: { in: 'query', name: 'headerIt', style: 'form', explode: true }",
    )
    expect(declarationOf(generated, 'FindThingsInput')).toContain('  queryIt?: unknown')
    expect(notes).toContain('GET /things/{it} (findThings): the query parameter `it` is the member `queryIt`')
  })

  it.each([
    ['/things/{id}', [], '(input: FindThingsInput, '],
    ['/things', [id], '(options?: '],
  ])('takes the parameters that the path %s has a place for', (path, parameters, signature) => {
    const get = { ...operation('findThings', { 204: {} }), parameters }
    expect(methodOf(generate(documentOf({ [path]: { get } })), 'findThings')).toContain(signature)
  })

  it('notes a cookie that browsers do not send', () => {
    const { notes } = generateClient(withParameters([{ name: 'theme', in: 'cookie', schema: text }]))
    expect(notes).toEqual(['GET /things (findThings): browsers do not let a page send the cookie `theme`'])
  })

  it('fills in a required parameter with one value', () => {
    const parameters = [
      { name: 'mode', in: 'query', required: true, schema: { enum: ['fast'] } },
      { name: 'unit', in: 'query', schema: { const: 'cm' } },
    ]
    const generated = generate(withParameters(parameters))
    expect(declarationOf(generated, 'FindThingsInput')).toContain(
      "  mode?: 'fast' | undefined\n  unit?: 'cm' | undefined\n",
    )
    expect(rowOf(generated, 'findThings')).toContain("constants: { mode: 'fast' }")
    expect(methodOf(generated, 'findThings')).toContain('(input?: FindThingsInput')
  })
})
