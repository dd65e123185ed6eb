import { describe, expect, it } from 'vitest'
import type { Shown } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import type { JsonObject } from '@contract-kit/json-schema/json'
import { INTEGER, loadPaths, makes, objectOf, puts, reads, taking, TEXT } from '@contract-kit/openapi/testing'
import { createFakeApi, keepItems } from '../testing/fake-api.ts'
import { runScenario } from '../testing/fake-port.ts'

const SENT = objectOf({ name: TEXT }, 'name')
const id = { ...INTEGER, readOnly: true }
const SHOWN = objectOf({
  id,
  name: TEXT,
  status: { enum: ['new', 'done'], readOnly: true },
  createdAt: { ...TEXT, format: 'date-time', readOnly: true },
})
const loadJobs = (shown: JsonObject) =>
  loadPaths({
    '/jobs': makes(SENT, shown),
    '/jobs/{jobId}': { ...reads(shown), ...puts(SENT, shown) },
  })
const document = await loadJobs(SHOWN)

const OWNED = { status: 'new', createdAt: '2026-01-01T00:00:00Z' }
const createApi = (rejects: (sent: JsonObject) => boolean = () => false) => {
  const jobs = keepItems('/jobs')
  return createFakeApi({
    ...jobs,
    'POST /jobs': (request) => {
      if (rejects(request.body)) return { status: 422 }
      const { name = null } = request.body
      return jobs['POST /jobs']?.({ ...request, body: { name, ...OWNED } }) ?? { status: 500 }
    },
  })
}

const partsOf = (shown: readonly Shown[]) =>
  shown.flatMap(({ kind, parts }) =>
    kind === 'read-only properties written' ? [parts as Readonly<Record<string, Exchange | undefined>>] : [],
  )
const bodyOf = (exchange: Exchange | undefined) => exchange?.case.values?.body?.value

describe('readOnlyWritten', () => {
  it('names every read-only property in one request', async () => {
    const { shown, log } = await runScenario(document, 'read-only /jobs/{} POST', createApi())
    expect(partsOf(shown).map(({ write }) => bodyOf(write))).toEqual([
      expect.objectContaining({ id: 7919, status: 'done', createdAt: '1999-12-31T00:00:00Z' }),
    ])
    expect(log).toEqual(['POST /jobs 201', 'GET /jobs/1 200', 'POST /jobs 201', 'POST /jobs 201'])
  })

  it('creates the same item without read-only choices, to compare with', async () => {
    const { shown } = await runScenario(document, 'read-only /jobs/{} POST', createApi())
    const [{ write, control, shown: result } = {}] = partsOf(shown)
    expect(result).toBe(write)
    const { id: _id, status: _status, createdAt: _createdAt, ...plain } = Object(bodyOf(write))
    expect(bodyOf(control)).toEqual(plain)
  })

  it('creates it with another name if the same name must not exist twice', async () => {
    const names = new Set<unknown>()
    const api = createApi(({ name }) => {
      const isTaken = names.has(name)
      names.add(name)
      return isTaken
    })
    const { shown } = await runScenario(document, 'read-only /jobs/{} POST', api)
    const [{ write, control } = {}] = partsOf(shown)
    expect(control?.response.status).toBe(201)
    expect(Object(bodyOf(control)).name).not.toBe(Object(bodyOf(write)).name)
  })

  it('compares with nothing if no read-only property is a choice', async () => {
    const plain = await loadJobs(objectOf({ id, name: TEXT }))
    const { shown, log } = await runScenario(plain, 'read-only /jobs/{} POST', createApi())
    expect(partsOf(shown).map(({ control }) => control)).toEqual([undefined])
    expect(log).toEqual(['POST /jobs 201', 'GET /jobs/1 200', 'POST /jobs 201'])
  })

  it('names numbers beyond doubles, and properties inside objects', async () => {
    const charges = objectOf({ storage: INTEGER, currency: { const: 'EUR' } })
    const paths = await loadJobs(objectOf({ id, name: TEXT, charges: { ...charges, readOnly: true } }))
    const job = { id: 9_007_199_254_740_993n, charges: { storage: 5, currency: 'EUR' } }
    const api = createFakeApi({
      'POST /jobs': () => ({ status: 201, body: job }),
      'GET /jobs/9007199254740993': () => ({ status: 200, body: job }),
    })
    const { shown } = await runScenario(paths, 'read-only /jobs/{} POST', api)
    expect(bodyOf(partsOf(shown)[0]?.write)).toMatchObject({
      id: 7919,
      charges: { storage: 7919, currency: 'EUR' },
    })
  })

  it('names them one by one if all at once are rejected', async () => {
    const api = createApi((sent) => 'id' in sent)
    const { shown, exchanges } = await runScenario(document, 'read-only /jobs/{} POST', api)
    const named = exchanges
      .filter(({ case: { request } }) => request.method === 'POST')
      .map(({ response, case: { values } }) => [response.status, ...Object.keys(Object(values?.body?.value))])
    expect(named).toEqual([
      [201, 'name'],
      [422, 'name', 'id', 'status', 'createdAt'],
      [422, 'name', 'id'],
      [201, 'name', 'status'],
      [201, 'name'],
      [201, 'name', 'createdAt'],
    ])
    expect(partsOf(shown).map(({ control }) => control?.response.status)).toEqual([201, undefined])
  })

  it('changes an item without read-only choices before it changes them, and reads both results', async () => {
    const { shown, log } = await runScenario(document, 'read-only /jobs/{} PUT', createApi())
    expect(log).toEqual([
      'POST /jobs 201',
      'GET /jobs/1 200',
      'PUT /jobs/1 200',
      'GET /jobs/1 200',
      'PUT /jobs/1 200',
      'GET /jobs/1 200',
    ])
    expect(shown.map(({ kind }) => kind)).toEqual([
      'item created',
      'item used',
      'created item read',
      'read-only properties written',
      'read-only properties written',
    ])
    const methods = partsOf(shown).map(({ control, shown: result }) => [
      control?.case.request.method,
      result?.case.request.method,
    ])
    expect(methods).toEqual([
      ['GET', 'PUT'],
      ['GET', 'GET'],
    ])
  })

  it('names those that the request knows apart, with the version of the item', async () => {
    const owned = { ...TEXT, minLength: 1, readOnly: true }
    const item = objectOf({
      id,
      name: TEXT,
      owner: owned,
      origin: owned,
      version: { ...INTEGER, readOnly: true },
    })
    const patch = taking(objectOf({ name: TEXT, owner: owned, version: INTEGER }, 'version'))
    const paths = await loadPaths({
      '/jobs': makes(SENT, item),
      '/jobs/{jobId}': { ...reads(item), patch: { operationId: 'patchJob', ...patch } },
    })
    let version = 1
    const job = () => ({ id: 1, name: 'a', owner: 'o', origin: 'p', version })
    const api = createFakeApi({
      'POST /jobs': () => ({ status: 201, body: job() }),
      'GET /jobs/{jobId}': () => ({ status: 200, body: job() }),
      'PATCH /jobs/{jobId}': ({ body }) => {
        if (body['version'] !== version) return { status: 409 }
        if ('origin' in body || 'id' in body) return { status: 422 }
        version += 1
        return { status: 200, body: job() }
      },
    })
    const { exchanges } = await runScenario(paths, 'read-only /jobs/{} PATCH', api)
    const sent = exchanges
      .filter(({ case: { request } }) => request.method === 'PATCH')
      .map(({ response, case: { values } }) => {
        const { name: _name, ...named } = Object(values?.body?.value)
        return [response.status, named.version, ...Object.keys(named)]
      })
    expect(sent).toEqual([
      [200, 1, 'version', 'owner'],
      [422, 2, 'version', 'id', 'origin'],
      [422, 2, 'version', 'id'],
      [422, 2, 'version', 'origin'],
    ])
  })
})
