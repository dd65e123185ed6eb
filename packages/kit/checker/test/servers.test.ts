import { describe, expect, it } from 'vitest'
import { checkContract } from '../src/runner/contract-run.ts'
import { loadDocument } from '@contract-kit/openapi'
import { sendableDocument } from '@contract-kit/openapi/wire'

const responses = { 204: { description: 'Done.' } }
const v1 = { url: 'https://api.example.com/v1' }
const uploads = { url: 'https://uploads.example.com' }
const load = (paths: object, servers?: readonly object[]) =>
  loadDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths,
    ...(servers && { servers }),
  }).then(sendableDocument)

const check = (baseUrl: string | undefined, servers: readonly object[]) =>
  checkContract({
    document: {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      servers,
      paths: { '/a': { get: { responses } }, '/elsewhere': { get: { responses, servers: [uploads] } } },
    },
    fetch: ({ method, url }) => {
      if (!new URL(url).pathname.endsWith('/a')) return new Response(null, { status: 404 })
      if (method === 'GET' || method === 'HEAD') return new Response(null, { status: 204 })
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
    },
    cases: 1,
    ...(baseUrl !== undefined && { baseUrl }),
  })

describe('sendableDocument', () => {
  it.each([
    [[v1, { url: '/v1/' }], '/v1'],
    [[{ url: 'https://{host}/{version}', variables: { host: { default: 'a' }, version: { default: 'v2' } } }], '/v2'], // prettier-ignore
    [[{ url: 'https://api.example.com' }], ''],
    [[v1, { url: '/v2' }], undefined],
    [[{}, 5], undefined],
    [[], undefined],
  ])('finds of the servers %j the base path %j', async (servers, basePath) => {
    expect((await load({ '/a': { get: { responses } } }, servers as object[])).basePath).toBe(basePath)
  })

  it('leaves out an operation of another server', async () => {
    const paths = {
      '/a': { get: { responses, servers: [v1, uploads] }, put: { responses, servers: [uploads] } },
      '/b': { servers: [uploads], get: { responses }, put: { responses, servers: [v1] } },
    }
    const { operations, unread } = await load(paths, [v1])
    expect(operations.map(({ id }) => id)).toStrictEqual(['GET /a', 'PUT /b'])
    expect(unread.map(({ id, reason }) => [id, reason])).toStrictEqual(
      ['PUT /a', 'GET /b'].map((id) => [
        id,
        'its server https://uploads.example.com is not one of the document, and requests are only sent below the base URL',
      ]),
    )
  })

  it('takes the servers of the first operation where no operation uses those of the document', async () => {
    const paths = { '/a': { get: { responses, servers: [v1] }, put: { responses, servers: [uploads] } } }
    expect((await load(paths)).unread.map(({ id }) => id)).toStrictEqual(['PUT /a'])
  })
})

describe('checkContract', () => {
  it('tells once that the base URL lacks the base path of the servers', async () => {
    const { notes, findings } = await check('http://api.test', [v1])
    expect(notes).toStrictEqual([
      "The document's servers have the base path /v1, and the base URL http://api.test has none, so every request was sent without it.",
    ])
    expect(findings).toStrictEqual([])
  })

  it('tells nothing where the base URL has a path, or the servers have none', async () => {
    expect((await check('http://api.test/v1', [v1])).notes).toStrictEqual([])
    expect((await check(undefined, [{ url: 'https://api.example.com/' }])).notes).toStrictEqual([])
  })
})
