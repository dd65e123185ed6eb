import { tryJson } from '@contract-kit/json-schema/json'
import { describe, expect, it } from 'vitest'
import { findingsOn } from '../serve-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const errors = { 400: { description: 'Wrong.' }, 404: { description: 'None.' } }
const isInteger = (value: string): boolean => /^-?(?:0|[1-9]\d*)$/.test(value)

/** Serves one operation at `/a` that accepts what it is told to. */
const serving =
  (method: string, accepts: (url: URL, body: string) => boolean) =>
  async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    if (url.pathname !== '/a') return new Response(null, { status: 404 })
    const asked = request.method === 'HEAD' ? 'GET' : request.method
    if (asked !== method) return new Response(null, { status: 405, headers: { allow: method } })
    return new Response(null, { status: accepts(url, await request.text()) ? 204 : 400 })
  }

const documentOf = (method: string, operation: object) => ({
  openapi: '3.0.3',
  info: { title: 'A', version: '1' },
  paths: {
    '/a': {
      [method]: { operationId: 'act', responses: { 204: { description: 'Done.' }, ...errors }, ...operation },
    },
  },
})

const query = (schema: object, more: object = {}) => ({
  parameters: [{ name: 'f', in: 'query', schema, ...more }],
})
const deep = { style: 'deepObject', explode: true }

describe('a server that reads what OpenAPI defines of a style', () => {
  it.each<[what: string, schema: object, more: object, accepts: (asked: URLSearchParams) => boolean]>([
    [
      'scalars in brackets',
      object({ a: text, n: integer }),
      deep,
      (asked) => asked.getAll('f[n]').every(isInteger),
    ],
    [
      'scalars in brackets beside objects and lists',
      object({ n: integer, inner: object({ x: integer }), list: { type: 'array', items: integer } }),
      deep,
      (asked) => asked.getAll('f[n]').every(isInteger),
    ],
    [
      'a required scalar in brackets',
      object({ n: integer }, { required: ['n'] }),
      { ...deep, required: true },
      (asked) => asked.getAll('f[n]').some(isInteger),
    ],
    [
      'scalars of an exploded object',
      object({ n: integer, list: { type: 'array', items: integer } }),
      {},
      (asked) => asked.getAll('n').every(isInteger),
    ],
    ['no list of objects', { type: 'array', items: object({ x: integer }) }, {}, () => true],
  ])('causes no finding: %s', async (_what, schema, more, accepts) => {
    const fetch = serving('GET', ({ searchParams }) => accepts(searchParams))
    expect(await findingsOn(documentOf('get', query(schema, more)), fetch)).toStrictEqual([])
  })

  it('causes no finding with a form', async () => {
    const schema = object({ o: object({ n: integer, inner: object({ x: integer }) }) })
    const content = { 'application/x-www-form-urlencoded': { schema, encoding: { o: deep } } }
    const fetch = serving('POST', (_url, body) => new URLSearchParams(body).getAll('o[n]').every(isInteger))
    expect(await findingsOn(documentOf('post', { requestBody: { content } }), fetch)).toStrictEqual([])
  })

  it('is accused where it accepts a broken scalar', async () => {
    const schema = object({ n: integer, inner: object({ x: integer }) })
    const found = await findingsOn(
      documentOf('get', query(schema, deep)),
      serving('GET', () => true),
    )
    expect(found).toStrictEqual([expect.stringMatching(/^negative-data-rejection .* f at \/n is not/)])
  })
})

/** Makes ids with slashes, reads `limit` as it is told to, and does not look at the media type. */
const serveItems = (limits: (text: string) => boolean) => {
  const items = new Map<string, object>()
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const segments = pathname.split('/')
    const id = decodeURIComponent(segments[2] ?? '')
    const allow = segments.length === 2 ? 'POST' : 'PUT'
    if (segments[1] !== 'items' || segments.length > 3) return new Response(null, { status: 404 })
    if (request.method !== allow) return new Response(null, { status: 405, headers: { allow } })
    const body = (await request.json().catch(() => null)) as { readonly name?: unknown } | null
    const isGood =
      typeof body?.name === 'string' && body.name !== '' && searchParams.getAll('limit').every(limits)
    if (!isGood) return new Response(null, { status: 400 })
    if (id !== '' && !items.has(id)) return new Response(null, { status: 404 })
    const made = { id: id === '' ? `a/b ${items.size}` : id, name: body.name }
    items.set(made.id, made)
    return Response.json(made, { status: id === '' ? 201 : 200 })
  }
}

const json = (schema: object) => ({ 'application/json': { schema } })

const isSmall = (sent: string): boolean => sent === '' || (isInteger(sent) && Number(sent) < 10)

describe('an id of the server with a slash', () => {
  const item = object({ id: text, name: { type: 'string', minLength: 1 } }, { required: ['id', 'name'] })
  const draft = object({ name: { type: 'string', minLength: 1 } }, { required: ['name'] })
  const requestBody = { required: true, content: json(draft) }
  const shown = { description: 'It.', content: json(item) }
  const path = { name: 'id', in: 'path', required: true, schema: text }
  const limit = { name: 'limit', in: 'query', schema: { ...integer, maximum: 9 } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: {
      '/items': { post: { operationId: 'add', requestBody, responses: { 201: shown, ...errors } } },
      '/items/{id}': {
        parameters: [path, limit],
        put: { operationId: 'put', requestBody, responses: { 200: shown, ...errors } },
      },
    },
  }
  it('is no fault of a request that breaks something else', async () => {
    expect(await findingsOn(document, serveItems(isSmall), { phases: ['coverage', 'fuzz'] })).toStrictEqual(
      [],
    )
  })

  it('does not hide what is broken', async () => {
    const found = await findingsOn(document, serveItems(isInteger), { phases: ['coverage'] })
    expect(found).toStrictEqual([expect.stringContaining('query parameter limit is greater than 9')])
  })
})

const fileOf = (body: string): unknown => (tryJson(body)?.value as { readonly file?: unknown } | null)?.file

const isShortText = (body: string): boolean =>
  typeof fileOf(body) === 'string' && String(fileOf(body)).length <= 40

const decodes = (body: string): boolean =>
  isShortText(body) && Buffer.from(String(fileOf(body)), 'base64').toString('base64') === fileOf(body)

describe('a text in base64', () => {
  const file = { type: 'string', contentEncoding: 'base64', maxLength: 40 }
  const content = json(object({ file }, { required: ['file'] }))
  const document = { ...documentOf('post', { requestBody: { required: true, content } }), openapi: '3.1.0' }
  it('causes no finding where the server decodes it strictly', async () => {
    const fetch = serving('POST', (_url, body) => decodes(body))
    expect(await findingsOn(document, fetch)).toStrictEqual([])
  })

  it('causes no finding where the server takes any text, as an encoding is an annotation', async () => {
    const fetch = serving('POST', (_url, body) => isShortText(body))
    expect(await findingsOn(document, fetch)).toStrictEqual([])
  })
})

describe('a body that is an array', () => {
  const known = ['ada', 'bob']
  const content = json({ type: 'array', minItems: 1, maxItems: 3, items: { ...text, maxLength: 9 } })
  const media = { 'application/json': { ...content['application/json'], example: known } }
  const document = documentOf('post', { requestBody: { required: true, content: media } })
  /** Knows two names alone; so a list of others says nothing of its length. */
  const serve = (most: number) =>
    serving('POST', (_url, body) => {
      const names: unknown = tryJson(body)?.value
      return (
        Array.isArray(names) &&
        names.length > 0 &&
        names.length <= most &&
        names.every((name) => known.includes(String(name)))
      )
    })

  it('is a finding where the server takes one item too many', async () => {
    const found = await findingsOn(document, serve(4), { disableChecks: ['positive-data-acceptance'] })
    expect(found).toContainEqual(expect.stringContaining('the body has more than 3 items'))
    expect(
      await findingsOn(document, serve(3), { disableChecks: ['positive-data-acceptance'] }),
    ).toStrictEqual([])
  })
})
