import { beforeEach, describe, expect, it } from 'vitest'
import { type Received, serveSandbox, type ServedSandbox, shareSandbox } from './serve.ts'
import {
  documentOf,
  errors,
  inPath,
  json,
  object,
  type Part,
  ref,
  shows,
  takes,
  text,
} from './small-documents.ts'

const moment = { type: ['string', 'null'], format: 'date-time' }
const schemas = {
  Export: object(
    {
      id: text,
      format: text,
      state: { enum: ['pending', 'running', 'done', 'failed', 'canceled'] },
      progress: { type: 'integer', minimum: 0, maximum: 100 },
      startedAt: moment,
      finishedAt: moment,
      fileUrl: { type: ['string', 'null'] },
    },
    ['id', 'state', 'progress', 'finishedAt', 'fileUrl'],
  ),
}

/** An operation that accepts a job, and says where it is. */
const accepts = (sent: Part): Part => {
  const accepted = { ...json(ref('Export')), headers: { Location: { required: true, schema: text } } }
  return takes(object(sent), { responses: { 202: accepted, ...errors(400) } })
}
const parameters = [inPath('exportId')]
const file = { description: 'It.', content: { 'text/csv': { schema: text, example: 'a,b\r\n' } } }
const exportsOf = (changed: Part = {}): Part => ({
  '/exports': { post: accepts({ format: text, ...changed }) },
  '/exports/{exportId}': { parameters, get: shows(ref('Export'), 404) },
  '/exports/{exportId}/file': { parameters, get: { responses: { 200: file, ...errors(404, 409) } } },
  '/exports/{exportId}/cancel': { parameters, post: shows(ref('Export'), 404, 409) },
  '/exports/{exportId}/retry': {
    parameters,
    post: { responses: { 202: json(ref('Export')), ...errors(404, 409) } },
  },
})

const start = (api: ServedSandbox) => {
  api.sandbox.clock.set(0, true)
  return api.send('POST', '/exports', { format: 'csv' })
}

describe('a job', () => {
  const api = shareSandbox(documentOf(exportsOf(), schemas))
  let started: Received
  let path: string
  beforeEach(async () => {
    started = await start(api)
    path = started.headers.get('location') ?? ''
  })

  it('waits, runs with the next request, and is done after a second of the clock', async () => {
    expect(started.status).toBe(202)
    const begun = started.json as object
    const idle = { finishedAt: null, fileUrl: null }
    expect(begun).toMatchObject({ format: 'csv', state: 'pending', progress: 0, ...idle })
    const running = { ...begun, state: 'running', progress: 50, startedAt: '1970-01-01T00:00:00.000Z' }
    expect(await api.read(path)).toStrictEqual(running)
    expect(await api.status('GET', `${path}/file`)).toBe(409)
    api.sandbox.clock.advance(999)
    expect(await api.read(path)).toStrictEqual(running)
    api.sandbox.clock.advance(1)
    const finished = { finishedAt: '1970-01-01T00:00:01.000Z', fileUrl: `${path}/file` }
    const done = { ...running, ...finished, state: 'done', progress: 100 }
    expect(await api.read(path)).toStrictEqual(done)
    expect((await api.send('GET', `${path}/file`)).text).toBe('a,b\r\n')
    api.sandbox.clock.advance(60_000)
    expect(await api.read(path)).toStrictEqual(done)
    expect(await api.status('POST', `${path}/cancel`)).toBe(409)
    expect(await api.status('POST', `${path}/retry`)).toBe(409)
  })

  it('is done together with the others that began when it did', async () => {
    for (let count = 0; count < 2; count += 1) expect(await api.status('POST', '/exports', {})).toBe(202)
    api.sandbox.clock.set(1_000, true)
    await api.send('GET', path)
    const states = api.sandbox
      .takeSnapshot()
      .items.flatMap(({ value }) => (typeof value['state'] === 'string' ? [value['state']] : []))
    expect(states).toStrictEqual(['done', 'done', 'done'])
  })

  it('stays canceled until it is retried', async () => {
    expect((await api.send('POST', `${path}/cancel`)).json).toMatchObject({ state: 'canceled' })
    api.sandbox.clock.advance(5_000)
    expect(await api.read(path)).toMatchObject({ state: 'canceled', finishedAt: null })
    expect((await api.send('POST', `${path}/retry`)).json).toMatchObject({ state: 'pending' })
    expect(await api.read(path)).toMatchObject({ state: 'running' })
    api.sandbox.clock.advance(1_000)
    const finishedAt = '1970-01-01T00:00:06.000Z'
    expect(await api.read(path)).toMatchObject({ state: 'done', finishedAt })
  })

  it('is none if a request sets the state', async () => {
    const paths = exportsOf({ state: { enum: ['pending', 'running', 'done'] } })
    await using other = await serveSandbox(documentOf(paths, schemas))
    const location = (await start(other)).headers.get('location') ?? ''
    other.sandbox.clock.advance(5_000)
    expect(await other.read(location)).toMatchObject({ state: 'pending' })
  })
})

describe('an accepted request', () => {
  it('leads to a status resource of another kind', async () => {
    const paths = {
      '/imports': { post: accepts({ url: text }) },
      '/tasks/{taskId}': { parameters: [inPath('taskId')], get: shows(ref('Export'), 404) },
    }
    await using api = await serveSandbox(documentOf(paths, schemas))
    api.sandbox.clock.set(0, true)
    const accepted = await api.send('POST', '/imports', { url: 'https://example.com/data' })
    const path = accepted.headers.get('location') ?? ''
    expect([accepted.status, path]).toStrictEqual([202, expect.stringMatching(/^\/tasks\/.+/)])
    expect(accepted.json).toMatchObject({ state: 'pending' })
    expect(await api.read(path)).toMatchObject({ state: 'running' })
    api.sandbox.clock.advance(1_000)
    expect(await api.read(path)).toMatchObject({ state: 'done' })
  })
})
