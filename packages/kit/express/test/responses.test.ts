import type { Response } from 'express'
import { describe, expect, it } from 'vitest'
import { createResponseCheck, type OpenApiDocument } from '../src/index.ts'
import { exchange, findBreaches, json, petsDocument } from './exchange.ts'

/** The breaches in the header `x-value` of an empty response. */
function findInHeader(header: object, value: string | string[], openapi = '3.1.1') {
  const document = petsDocument({ 200: { description: 'OK', headers: { 'X-Value': header } } }, { openapi })
  return findBreaches(document, (response) => response.setHeader('x-value', value).end())
}

const jsonResponse = (status: number, value: unknown) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
  method: 'GET',
})

describe('the status of a response', () => {
  const statuses = petsDocument({
    200: { description: 'OK' },
    404: { description: 'Not found', headers: { 'x-exact': { required: true } } },
    '4XX': { description: 'Client error', headers: { 'x-range': { required: true } } },
    default: { description: 'Error', headers: { 'x-default': { required: true } } },
  })

  it.each([
    [404, 'x-exact'],
    [410, 'x-range'],
    [503, 'x-default'],
  ])('%i is judged by the closest declaration', async (status, header) => {
    const found = await findBreaches(statuses, (response) => response.status(status).end())
    expect(found).toStrictEqual([`header ${header}: must be present`])
  })

  it('is a breach when nothing declares it', async () => {
    const document = petsDocument({ 200: { description: 'OK' }, '4XX': { description: 'Client error' } })
    const schemaPointer = '/paths/~1pets/get/responses'
    const { breaches } = await exchange({
      document,
      send: (_request, response) => void response.sendStatus(500),
    })
    expect(breaches).toStrictEqual([
      { place: 'status', at: '', message: 'must be one of: 200, 4XX', schemaPointer },
    ])
  })

  it('is followed through references to responses', async () => {
    const components = {
      responses: { Gone: { $ref: '#/components/responses/Lost' }, Lost: json({ type: 'array' })[200] },
    }
    const document = petsDocument({ 410: { $ref: '#/components/responses/Gone' } }, { components })
    const found = await findBreaches(document, (response) => response.status(410).json({}))
    expect(found).toStrictEqual(['body: must be array'])
  })

  it('names a reference that leads nowhere', async () => {
    const document = petsDocument({ 200: { $ref: '#/components/responses/None' } })
    expect(await findBreaches(document, (response) => response.end())).toStrictEqual([
      expect.stringMatching(
        /^status: cannot be checked for GET \/pets 200: .*#\/components\/responses\/None .* cannot be resolved/,
      ),
    ])
  })
})

describe('the headers of a response', () => {
  it('must be present when required', async () => {
    const headers = { 'X-Total': { required: true, schema: { type: 'integer' } }, 'X-Next': { schema: {} } }
    const document = petsDocument({ 200: { description: 'OK', headers } })
    const schemaPointer = '/paths/~1pets/get/responses/200/headers/X-Total/required'
    const { breaches } = await exchange({ document, send: (_request, response) => void response.end() })
    expect(breaches).toStrictEqual([
      { place: 'header', at: 'x-total', message: 'must be present', schemaPointer },
    ])
  })

  it.each([
    [{ type: 'integer' }, '12', '1.5'],
    [{ type: 'number', minimum: 0 }, '1.5e3', '-1'],
    [{ type: 'boolean' }, 'true', 'yes'],
    [{ type: 'string', minLength: 3 }, '123', '12'],
    [{ type: ['integer', 'null'] }, '7', 'none'],
    [{ enum: ['a', 'b'] }, 'a', 'c'],
    [{ type: 'string', format: 'date-time' }, '2026-01-02T03:04:05Z', '2026-01-02'],
    [{ type: 'array', items: { type: 'integer' } }, '1, 2,3', '1,b'],
    [{ type: 'object', properties: { R: { type: 'integer' } } }, 'R,100,G,200', 'R,red'],
  ])('are read as %j', async (schema, valid, invalid) => {
    expect(await findInHeader({ schema }, valid)).toStrictEqual([])
    expect(await findInHeader({ schema }, invalid)).toStrictEqual([
      expect.stringMatching(/^header x-value: must /),
    ])
  })

  it('are read through references and compositions', async () => {
    const components = {
      headers: { Total: { schema: { allOf: [{ $ref: '#/components/schemas/Count' }, { maximum: 5 }] } } },
      schemas: { Count: { type: 'integer' } },
    }
    const headers = { 'x-total': { $ref: '#/components/headers/Total' } }
    const document = petsDocument({ 200: { description: 'OK', headers } }, { components })
    const found = (total: number) =>
      findBreaches(document, (response) => response.set('x-total', String(total)).end())
    expect(await found(5)).toStrictEqual([])
    expect(await found(6)).toStrictEqual(['header x-total: must be <= 5'])
  })

  const exploded = { explode: true, schema: { type: 'object', properties: { R: { type: 'integer' } } } }
  const parsed = { content: { 'application/json': { schema: { type: 'array' } } } }
  const listed = { schema: { type: 'array', items: { type: 'integer' }, maxItems: 2 } }
  it.each<[string, object, string | string[], string?]>([
    ['are read as exploded objects', exploded, 'R=100,G=200'],
    ['are read as exploded objects', exploded, 'R=red', 'must be integer'],
    ['are parsed by their declared content', parsed, '[1]'],
    ['are parsed by their declared content', parsed, '{}', 'must be array'],
    ['are parsed by their declared content', parsed, '[', 'must be valid JSON'],
    ['join several lines to one list', listed, ['1', '2']],
    ['join several lines to one list', listed, ['1', '2,3'], 'must have at most 2 items'],
  ])('%s: %j is %j', async (_title, header, value, message) => {
    const found = message === undefined ? [] : [`header x-value: ${message}`]
    expect(await findInHeader(header, value)).toStrictEqual(found)
  })

  it('check each cookie by itself', async () => {
    const headers = { 'Set-Cookie': { schema: { type: 'string', pattern: '^[a-z]+=[^,]*$' } } }
    const document = petsDocument({ 200: { description: 'OK', headers } })
    const found = (...cookies: string[]) =>
      findBreaches(document, (response) => response.setHeader('set-cookie', cookies).end())
    expect(await found('a=1', 'b=2')).toStrictEqual([])
    expect(await found('a=1', 'B=2')).toStrictEqual([
      expect.stringContaining('header set-cookie: must match pattern'),
    ])
  })

  it('ignore a declaration of content-type', async () => {
    const headers = { 'Content-Type': { required: true, schema: { const: 'no' } } }
    const document = petsDocument({ 200: { description: 'OK', headers } })
    expect(await findBreaches(document, (response) => response.end())).toStrictEqual([])
  })
})

describe('the media type of a response', () => {
  const document = petsDocument({
    200: {
      description: 'OK',
      content: {
        '*/*': { schema: { const: 'any' } },
        'application/*+json': { schema: { const: 'suffix' } },
        'application/*': { schema: { const: 'range' } },
        'application/hal+json; profile=a': { schema: { const: 'exact' } },
      },
    },
  })

  it.each([
    ['application/hal+json; charset=utf-8', 'exact'],
    ['Application/Problem+JSON', 'suffix'],
    ['application/json', 'range'],
    ['image/x+json', 'any'],
  ])('%s is judged by the closest range', async (type, expected) => {
    const found = (body: string) =>
      findBreaches(document, (response) => response.setHeader('content-type', type).end(JSON.stringify(body)))
    expect(await found(expected)).toStrictEqual([])
    expect(await found('other')).toStrictEqual([`body: must be "${expected}"`])
  })

  it.each(['text/html', 'application/jsonx', undefined])('is a breach when undeclared: %s', async (type) => {
    const content = { 'application/json': {}, 'text/plain': {} }
    const found = await findBreaches(petsDocument({ 200: { description: 'OK', content } }), (response) => {
      if (type !== undefined) response.setHeader('content-type', type)
      response.end('{}')
    })
    expect(found).toStrictEqual(['media-type: must be one of: application/json, text/plain'])
  })
})

describe('the presence of a body', () => {
  const withContent = petsDocument({
    ...json({ type: 'array' }),
    201: { description: 'Created' },
    204: json({})[200],
  })

  it.each([
    ['declared with content, sent without', 200, '', ['body: must be present']],
    ['declared without content, sent with', 201, 'text', ['body: must be empty']],
    ['declared without content, sent without', 201, '', []],
    ['never sent with 204', 204, '', []],
  ])('%s', async (_title, status, body, expected) => {
    expect(await findBreaches(withContent, (response) => response.status(status).end(body))).toStrictEqual(
      expected,
    )
  })

  it('is not demanded of HEAD, unlike headers', async () => {
    const content = { 'application/json': { schema: { type: 'array' } } }
    const headers = { 'x-total': { required: true } }
    const document = petsDocument({ 200: { description: 'OK', headers, content } })
    const found = (send: (response: Response) => unknown) => findBreaches(document, send, 'HEAD')
    expect(await found((response) => response.set('x-total', '1').end())).toStrictEqual([])
    expect(await found((response) => response.json({ wrong: true }))).toStrictEqual([
      'header x-total: must be present',
    ])
    expect(await found((response) => response.set('x-total', '1').type('html').end())).toStrictEqual([
      'media-type: must be one of: application/json',
    ])
  })

  it('is a breach with 204 and 304', () => {
    const check = createResponseCheck(
      petsDocument({ 204: json({})[200], 304: { description: 'Not modified' } }),
    )
    const places = [204, 304].map((status) =>
      check(
        { path: '/pets', method: 'GET' },
        { status, headers: {}, body: Buffer.from('{}'), method: 'GET' },
      ),
    )
    expect(places.flat().map(({ message }) => message)).toStrictEqual(['must be empty', 'must be empty'])
  })
})

describe('createResponseCheck', () => {
  it('names operation and status of a schema that cannot be read', () => {
    const document = petsDocument(json({ type: 'strng' }))
    const check = createResponseCheck(document)
    const find = (status: number, value: unknown) =>
      check({ path: '/pets', method: 'GET' }, jsonResponse(status, value))
    const pattern =
      /^cannot be checked for GET \/pets 200: .*application~1json\/schema\/type must be one or more/
    const message = expect.stringMatching(pattern)
    expect(find(200, 'secret')).toStrictEqual([{ place: 'status', at: '', message, schemaPointer: '' }])
  })

  it('follows references to path items', () => {
    const document: OpenApiDocument = {
      openapi: '3.1.1',
      paths: { '/a': { $ref: '#/components/pathItems/A' } },
      components: { pathItems: { A: { post: { responses: json({ type: 'null' }) } } } },
    }
    const check = createResponseCheck(document)
    expect(check({ path: '/a', method: 'POST' }, jsonResponse(200, null))).toStrictEqual([])
    expect(check({ path: '/a', method: 'POST' }, jsonResponse(200, 1))[0]?.schemaPointer).toBe(
      '/components/pathItems/A/post/responses/200/content/application~1json/schema/type',
    )
  })

  it('leaves the document as it was', () => {
    const document = petsDocument(json({ type: 'string', nullable: true, exclusiveMinimum: true }), {
      openapi: '3.0.3',
    })
    const before = JSON.stringify(document)
    createResponseCheck(document)({ path: '/pets', method: 'GET' }, jsonResponse(200, 'x'))
    expect(JSON.stringify(document)).toBe(before)
  })
})
