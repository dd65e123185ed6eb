import express, { type RequestHandler } from 'express'
import { beforeAll, describe, expect, it } from 'vitest'
import { contractRouter, type Operation, problemDetails } from '../../../src/index.ts'
import { startSuite } from '../../service.ts'
import { readDocument } from '../read-document.ts'
import { type Caller, createDesk } from './handlers.ts'

const document = readDocument('support-desk')

class AccessError extends Error {
  readonly status: 401 | 403
  constructor(status: 401 | 403) {
    super('No access')
    this.status = status
  }
}

/** The scopes that the `security` of an operation, or of the document, requires. */
function scopesOf(operation: Operation): readonly string[] {
  const requirements = (operation.object['security'] ?? document.security ?? []) as readonly {
    readonly oauth?: readonly string[]
  }[]
  return requirements.flatMap(({ oauth = [] }) => oauth)
}

/** In these tests a token is the list of its scopes. */
const judgeScopes = (operation: Operation): readonly RequestHandler[] => [
  (request, response, next) => {
    const [scheme, ...scopes] = (request.headers.authorization ?? '').split(' ')
    if (scheme !== 'Bearer') throw new AccessError(401)
    if (!scopesOf(operation).every((scope) => scopes.includes(scope))) throw new AccessError(403)
    response.locals['caller'] = { scopes } satisfies Caller
    next()
  },
]

const suite = startSuite()
let url: string

beforeAll(async () => {
  const router = await contractRouter({
    document,
    handlers: createDesk(),
    guards: judgeScopes,
    context: (_request, response): Caller => response.locals['caller'],
    errors: problemDetails,
  })
  url = await suite.listen(express().use(router))
})

interface Ask {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: object
}

const ask = (path: string, { method = 'GET', body, headers }: Ask = {}) =>
  fetch(url + path, {
    method,
    headers: {
      authorization: 'Bearer tickets.read tickets.write',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const lamp = '/tickets/5f0c1a52-6d5e-4c55-8a3a-0f3f2f0f7a01'
const patch = (body: unknown, headers: object = { 'if-match': '"1"' }) =>
  ask(lamp, {
    method: 'PATCH',
    body,
    headers: { 'content-type': 'application/merge-patch+json', ...headers },
  })

describe('a support desk in OpenAPI 3.1', () => {
  it('reads headers and cookies by their types', async () => {
    const response = await ask('/tickets', { headers: { cookie: 'theme=dark; visits=7; other=1' } })
    expect(await response.json()).toMatchObject({ 'time-zone': 'UTC', theme: 'dark', visits: 7 })
    const wrong = await ask('/tickets?after=today', {
      headers: { cookie: 'theme=pink; visits=many' },
    })
    expect(await wrong.json()).toMatchObject({
      status: 400,
      errors: [{ in: 'cookie', at: 'visits', detail: 'must be integer' }],
    })
  })

  it('judges formats and enumerations of parameters', async () => {
    const response = await ask('/tickets?after=today', { headers: { cookie: 'theme=pink' } })
    expect(await response.json()).toMatchObject({
      errors: [
        { in: 'query', at: 'after', detail: 'must match format "date-time"' },
        { in: 'cookie', at: 'theme', detail: 'must be equal to one of the allowed values: light, dark' },
      ],
    })
  })

  it('sends declared headers', async () => {
    const { headers } = await ask('/tickets')
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toStrictEqual(['100', '98'])
  })

  it('creates with Location and ETag', async () => {
    const response = await ask('/tickets', { method: 'POST', body: { subject: 'No heat' } })
    const location = response.headers.get('location') ?? ''
    expect([response.status, response.headers.get('etag')]).toStrictEqual([201, '"1"'])
    expect(await (await ask(location)).json()).toMatchObject({ subject: 'No heat', assignee: null })
  })

  it('patches by a merge patch alone', async () => {
    const response = await patch({ assignee: 'kim' })
    expect([response.status, await response.json()]).toMatchObject([200, { assignee: 'kim' }])
    const json = await patch({ assignee: 'kim' }, { 'content-type': 'application/json' })
    expect([json.status, await json.json()]).toMatchObject([
      415,
      { detail: 'Content-Type must be application/merge-patch+json' },
    ])
  })

  it('judges a merge patch by its schema', async () => {
    const response = await patch({ assigned: 'kim', subject: '' })
    expect(await response.json()).toMatchObject({
      errors: [
        { in: 'body', at: '', detail: 'must NOT have additional properties' },
        { in: 'body', at: 'subject', detail: 'must NOT have fewer than 1 characters' },
      ],
    })
  })

  it('demands required headers', async () => {
    const response = await patch({ assignee: null }, {})
    expect(await response.json()).toMatchObject({
      errors: [{ in: 'header', at: '', detail: "must have required property 'if-match'" }],
    })
    expect((await patch({ assignee: null }, { 'if-match': '"0"' })).status).toBe(412)
  })

  it('sends problem details of its handlers', async () => {
    const response = await ask(lamp.replace('5f', '00'))
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(await response.json()).toStrictEqual({ type: 'about:blank', title: 'Unknown ticket', status: 404 })
  })

  it('closes with 204 and no body', async () => {
    const response = await ask(lamp.replace('5f', '11'), { method: 'DELETE' })
    expect([response.status, response.headers.get('content-length'), await response.text()]).toStrictEqual([
      204,
      null,
      '',
    ])
  })

  it('lets a guard judge the scopes of each operation', async () => {
    const reader = { authorization: 'Bearer tickets.read' }
    const statuses = [
      await ask('/tickets', { headers: { authorization: '' } }),
      await ask('/tickets', { headers: reader }),
      await ask(lamp, { headers: reader }),
      await ask('/tickets', { method: 'POST', body: 'not even judged', headers: reader }),
    ].map(({ status }) => status)
    expect(statuses).toStrictEqual([401, 200, 200, 403])
  })

  it('ignores webhooks', async () => {
    expect((await ask('/ticket-closed', { method: 'POST' })).status).toBe(404)
  })
})
