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
