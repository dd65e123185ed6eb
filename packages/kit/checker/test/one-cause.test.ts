import { describe, expect, it } from 'vitest'
import { checkContract } from '../src/index.ts'
import { serveDocument } from './serve-document.ts'

const json = (schema: object) => ({ 'application/json': { schema } })
const thing = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, size: { type: 'integer' } },
}
const kinds = ['apples', 'pears', 'plums', 'figs', 'limes']
const document = {
  openapi: '3.1.0',
  info: { title: 'Fruit', version: '1' },
  paths: Object.fromEntries(
    kinds.map((kind) => [
      `/${kind}`,
      {
        get: {
          operationId: kind,
          responses: { 200: { description: 'One.', content: json({ $ref: '#/components/schemas/Thing' }) } },
        },
      },
    ]),
  ),
  components: { schemas: { Thing: thing } },
}

const serve = (body: Record<string, number | string>) =>
  serveDocument(
    document,
    Object.fromEntries(kinds.map((kind) => [kind, () => ({ status: 200, json: body })])),
  )

const run = async (fetch: (request: Request) => Promise<Response>) => {
  const { findings } = await checkContract({ document, fetch, seed: 1, cases: 3 })
  return findings.map(({ check, places }) => `${check} at ${new Set(places.map(({ path }) => path)).size}`)
}

/** Its error page names the route and the media type. */
const refuse = (request: Request): Response => {
  const { pathname } = new URL(request.url)
  const error = `${pathname} of route ${pathname} gives no ${request.headers.get('accept')}`
  return Response.json({ error }, { status: request.method === 'GET' ? 418 : 405, headers: { allow: 'GET' } })
}

const takingThings = (operationId: string) => ({
  post: {
    operationId,
    requestBody: { required: true, content: json({ ...thing, additionalProperties: false }) },
    responses: { 204: { description: 'Done.' }, 400: { description: 'No.' } },
  },
})

/** Takes unknown properties, and any type for any other. */
const takeAnything = async (request: Request): Promise<Response> => {
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } })
  const body: unknown = await request.json().catch(() => undefined)
  const { name, size = 0 } = Object(body) as { name?: unknown; size?: unknown }
  const isTaken =
    name !== undefined && [name, size].every((value) => value === null || typeof value !== 'object')
  return new Response(null, { status: isTaken && !Number.isNaN(Number(size)) ? 204 : 400 })
}

const parameter = (name: string, type: string) => ({ name, in: 'query', schema: { type } })

describe('one cause', () => {
  it('is one finding where an error page is the same on every path', async () => {
    const fruit = await serve({ name: 'x' })
    const fetch = async (request: Request): Promise<Response> => {
      const response = await fruit(request)
      const { pathname } = new URL(request.url)
      return response.status === 405
        ? new Response(`<pre>Cannot ${request.method} ${pathname}</pre>`, {
            status: 400,
            headers: { 'content-type': 'text/html' },
          })
        : response
    }
    expect(await run(fetch)).toStrictEqual(['unsupported-method at 5'])
  })

  it('is one finding where operations share the schema that is broken', async () => {
    expect(await run(await serve({ name: 'x', size: 'large' }))).toStrictEqual([
      'response-schema-conformance at 5',
    ])
  })

  it('is one finding where a property is missing from a shared schema', async () => {
    expect(await run(await serve({ name: 'x', color: 'red' }))).toStrictEqual([
      'undocumented-properties at 5',
    ])
  })

  it('is one finding where every operation fails alike', async () => {
    const fruit = await serve({ name: 'x' })
    const fetch = async (request: Request): Promise<Response> => {
      const { pathname } = new URL(request.url)
      return kinds.includes(pathname.slice(1)) && request.method === 'GET'
        ? Response.json({ error: 'Internal', path: pathname, at: Date.now() }, { status: 500 })
        : fruit(request)
    }
    const found = await run(fetch)
    expect(found.filter((line) => line.startsWith('not-a-server-error'))).toStrictEqual([
      'not-a-server-error at 5',
    ])
  })

  it('is one finding where an error page names its route and media type', async () => {
    const found = await run(async (request) => refuse(request))
    expect(found.filter((line) => line.startsWith('status-code-conformance'))).toStrictEqual([
      'status-code-conformance at 5',
    ])
  })

  it('is one finding where every body is read with types turned into others', async () => {
    const lenient = {
      ...document,
      paths: { '/a': takingThings('a'), '/b': takingThings('b') },
    }
    const { findings } = await checkContract({
      document: lenient,
      fetch: takeAnything,
      seed: 1,
      cases: 3,
      phases: ['coverage'],
    })
    expect(
      findings.map(({ check, places }) => [check, new Set(places.map(({ path }) => path)).size]),
    ).toStrictEqual([
      ['negative-data-rejection', 2],
      ['negative-data-rejection', 2],
      ['string-coerced', 2],
    ])
  })

  it.each([
    ['a body', (body: string) => new Response(body, { headers: { 'content-type': 'application/json' } })],
    ['another status', () => new Response(null, { status: 404 })],
  ])('is one finding of low severity where every undeclared HEAD has %s', async (_what, head) => {
    const fruit = await serve({ name: 'x' })
    const fetch = async (request: Request): Promise<Response> => {
      const kind = new URL(request.url).pathname.slice(1)
      return request.method === 'HEAD' && kinds.includes(kind) ? head(`{"name":"${kind}"}`) : fruit(request)
    }
    const { findings } = await checkContract({ document, fetch, seed: 1, cases: 3, phases: ['coverage'] })
    expect(
      findings.map(({ check, severity, places }) => [
        check,
        severity,
        new Set(places.map(({ path }) => path)).size,
      ]),
    ).toStrictEqual([['head-mismatch', 'low', 5]])
  })

  it('is of medium severity where the document declares HEAD', async () => {
    const responses = { 200: { description: 'One.', content: json(thing) } }
    const declared = {
      ...document,
      paths: {
        '/apples': { get: { operationId: 'apples', responses }, head: { operationId: 'head', responses } },
      },
    }
    const fetch = await serveDocument(declared, {
      apples: () => ({ status: 200, json: { name: 'x' } }),
      head: () => ({ status: 200, json: { name: 'x' } }),
    })
    const withBody = async (request: Request): Promise<Response> =>
      request.method === 'HEAD' && new URL(request.url).pathname === '/apples'
        ? Response.json({ name: 'x' })
        : fetch(request)
    const { findings } = await checkContract({
      document: declared,
      fetch: withBody,
      seed: 1,
      cases: 3,
      phases: ['coverage'],
    })
    expect(findings.map(({ check, severity }) => [check, severity])).toStrictEqual([
      ['head-mismatch', 'medium'],
    ])
  })

  it('is one finding for each type where the texts of parameters are ignored', async () => {
    const lenient = {
      ...document,
      paths: Object.fromEntries(
        kinds.map((kind) => [
          `/${kind}`,
          {
            get: {
              operationId: kind,
              parameters: [
                parameter('size', 'integer'),
                parameter('price', 'number'),
                parameter('ripe', 'boolean'),
                {
                  name: 'f',
                  in: 'query',
                  style: 'form',
                  explode: false,
                  schema: { type: 'array', items: { type: 'integer' } },
                },
              ],
              responses: { 204: { description: 'Done.' }, 400: { description: 'No.' } },
            },
          },
        ]),
      ),
    }
    const fetch = async (request: Request): Promise<Response> => {
      const { pathname } = new URL(request.url)
      if (!kinds.includes(pathname.slice(1))) return new Response(null, { status: 404 })
      if (!/^(?:GET|HEAD)$/.test(request.method))
        return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
      return new Response(null, { status: 204 })
    }
    const { findings } = await checkContract({
      document: lenient,
      fetch,
      seed: 1,
      cases: 3,
      phases: ['coverage'],
    })
    expect(
      findings.map(({ check, places }) => [check, new Set(places.map(({ path }) => path)).size]),
    ).toStrictEqual([
      ['negative-data-rejection', 5],
      ['negative-data-rejection', 5],
    ])
  })

  it('keeps apart what differs', async () => {
    const fruit = await serve({ name: 'x' })
    const fetch = async (request: Request): Promise<Response> => {
      const { pathname } = new URL(request.url)
      if (request.method === 'GET' && pathname === '/apples') return Response.json({ name: 1 })
      return request.method === 'GET' && pathname === '/pears' ? Response.json({ size: 1 }) : fruit(request)
    }
    expect(await run(fetch)).toHaveLength(2)
  })

  it('is one finding where an undeclared method gets no response on any path', async () => {
    const fruit = await serve({ name: 'x' })
    const fetch = async (request: Request): Promise<Response> => {
      if (request.method === 'DELETE') throw new TypeError('closed')
      return fruit(request)
    }
    expect(await run(fetch)).toStrictEqual(['no-response at 5'])
  })
})
