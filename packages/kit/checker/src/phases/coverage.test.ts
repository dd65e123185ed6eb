import { describe, expect, it } from 'vitest'
import { checkContract } from '../runner/contract-run.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Counts', version: '1' },
  paths: {
    '/counts': {
      get: {
        operationId: 'getCounts',
        responses: { 200: { description: 'All.', content: { 'application/json': { schema: {} } } } },
      },
    },
  },
}

/** The findings about HEAD on a server whose entity tag depends on the method, and on how many requests came since the first HEAD. */
const findingsOn = async (tagOf: (method: string, count: number) => string | undefined, workers: number) => {
  let count = 0
  const fetch = ({ method }: Request): Promise<Response> => {
    if (method !== 'GET' && method !== 'HEAD')
      return Promise.resolve(new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } }))
    if (method === 'HEAD' || count > 0) count += 1
    const headers = { etag: `"${tagOf(method, count)}"`, 'content-type': 'application/json' }
    return Promise.resolve(new Response(method === 'HEAD' ? null : '{}', { headers }))
  }
  const { findings } = await checkContract({ document, fetch, workers, phases: ['coverage'] })
  return findings.filter(({ check }) => check === 'head-mismatch').map(({ message }) => message)
}

/** A file whose first byte can be read alone. */
const sendFile = ({ method, headers }: Request): Promise<Response> => {
  const isPart = method === 'GET' && headers.has('range')
  const type = { 'content-type': 'application/octet-stream' }
  if (method !== 'GET' && method !== 'HEAD')
    return Promise.resolve(new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } }))
  const body = method === 'HEAD' ? null : isPart ? 'a' : 'abc'
  return Promise.resolve(new Response(body, { status: isPart ? 206 : 200, headers: type }))
}

const MISMATCH = ['The 200 response to HEAD /counts has another etag than the response to GET.']

describe('the comparison of HEAD with GET', () => {
  it.each([1, 8])('finds a header that always differs, with %i workers', async (workers) => {
    expect(await findingsOn((method) => method, workers)).toStrictEqual(MISMATCH)
  })

  it('finds nothing where the header changes by itself', async () => {
    expect(await findingsOn((_method, count) => String(count), 1)).toStrictEqual([])
  })

  it('finds nothing beside other work where the header changes and changes back', async () => {
    const tags = ['a', 'b', 'a', 'b', 'c']
    expect(await findingsOn((_method, count) => tags[count] ?? 'd', 1)).toStrictEqual(MISMATCH)
    expect(await findingsOn((_method, count) => tags[count] ?? 'd', 8)).toStrictEqual([])
  })

  it('leaves out the range that a read has', async () => {
    const range = { name: 'Range', in: 'header', required: true, schema: { const: 'bytes=0-0' } }
    const ok = { description: 'Some.', content: { 'application/octet-stream': {} } }
    const get = { operationId: 'read', parameters: [range], responses: { 200: ok, 206: ok } }
    const { findings } = await checkContract({
      document: { ...document, paths: { '/file': { get } } },
      fetch: sendFile,
      phases: ['coverage'],
    })
    expect(findings.filter(({ check }) => check === 'head-mismatch')).toStrictEqual([])
  })
})

const jsonOf = (schema: object) => ({ content: { 'application/json': { schema } } })
const item = { type: 'object', properties: { id: { type: 'string' }, version: { type: 'integer' } } }
const change = {
  type: 'object',
  required: ['version'],
  properties: { version: { type: 'integer' }, size: { type: 'integer', maximum: 9 } },
}
const answering = (status: number) => ({ [status]: { description: 'It.', ...jsonOf(item) } })
const conflict = { 409: { description: 'It has changed since.' } }
const id = { name: 'noteId', in: 'path', required: true, schema: { type: 'string' } }
const notes = {
  ...document,
  paths: {
    '/notes': { post: { operationId: 'makeNote', responses: answering(201) } },
    '/notes/{noteId}': {
      parameters: [id],
      get: { operationId: 'getNote', responses: answering(200) },
      patch: {
        operationId: 'patchNote',
        requestBody: jsonOf(change),
        responses: { ...answering(200), ...conflict },
      },
    },
  },
}

/** Notes of any size; another client changes each of them after every fourth change. */
const createNotes = () => {
  const versions = new Map<string, number>()
  let changes = 0
  const statuses: number[] = []
  const fetch = async (request: Request): Promise<Response> => {
    const { method, url } = request
    const key = new URL(url).pathname.split('/')[2] ?? `n${versions.size + 1}`
    if (method === 'POST') versions.set(key, 1)
    const version = versions.get(key)
    if (version === undefined) return new Response(null, { status: 404 })
    const note = () =>
      Response.json({ id: key, version: versions.get(key) }, { status: method === 'POST' ? 201 : 200 })
    if (method !== 'PATCH') return note()
    const sent = (await request.json().catch(() => null)) as { readonly version?: unknown } | null
    const isKnown = typeof sent?.version === 'number'
    const status = isKnown && sent.version === version ? 200 : isKnown ? 409 : 422
    statuses.push(status)
    if (status !== 200) return new Response(null, { status })
    changes += 1
    versions.set(key, version + 1)
    const reply = note()
    if (changes % 4 === 0) versions.set(key, version + 2)
    return reply
  }
  return { fetch, statuses }
}

describe('changes of versioned items', () => {
  it('are made on the current version, so that the server judges the rest', async () => {
    const { fetch, statuses } = createNotes()
    const { findings } = await checkContract({ document: notes, fetch, workers: 8, phases: ['coverage'] })
    const broken = findings.filter(({ check }) => check === 'negative-data-rejection')
    expect(broken.map(({ operationId }) => operationId)).toContain('patchNote')
    const made = statuses.filter((status) => status === 200)
    expect(made.length).toBeGreaterThan(statuses.filter((status) => status === 409).length)
  })
})
