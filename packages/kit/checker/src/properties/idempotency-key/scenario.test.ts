import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@contract-kit/json-schema/json'
import {
  answers,
  INTEGER,
  lists,
  loadPaths,
  makes,
  objectOf,
  reads,
  TEXT,
} from '@contract-kit/openapi/testing'
import { createFakeApi, type FakeReply, type FakeRoutes, keepItems } from '../testing/fake-api.ts'
import { type FakeApi, runScenario, scenarioIds } from '../testing/fake-port.ts'
import { keyRepeated, keyRepeatedLater, keyRepeatedListed, keyRepeatedRead, keyReused } from './oracle.ts'

const NOTE = objectOf({ id: INTEGER, text: TEXT })
const arrayOf = (items: JsonObject): JsonObject => ({ type: 'array', items })

const loadNotes = (description = 'Another body with the same key is rejected.') =>
  loadPaths({
    '/notes': {
      ...lists(NOTE),
      ...makes(objectOf({ text: TEXT }, 'text'), NOTE, {
        operationId: 'make',
        parameters: [{ name: 'Idempotency-Key', in: 'header', description, schema: TEXT }],
        responses: { ...answers('201', NOTE), 409: { description: 'Conflict.' } },
      }),
    },
    '/notes/{id}': reads(NOTE),
  })
const withoutStep = (line: string): string => line.replace(/^list-\S+ /, '')

/** Repeats the first response to a request with a known key; `rejectsOthers`: rejects another body with it. */
const withKeys = (routes: FakeRoutes, route: string, rejectsOthers = false): FakeApi => {
  const api = createFakeApi(routes)
  const known = new Map<string, { readonly body: string | undefined; readonly reply: FakeReply }>()
  return (method, target, body, headers) => {
    const key = `${method} ${target}` === route ? headers.get('idempotency-key') : undefined
    if (key === undefined) return api(method, target, body)
    const first = known.get(key)
    if (first !== undefined) return rejectsOthers && first.body !== body ? { status: 409 } : first.reply
    const reply = api(method, target, body)
    known.set(key, { body, reply })
    return reply
  }
}

const loadBulk = (path = '/notes/bulk') =>
  loadPaths({
    '/notes': makes(objectOf({ text: TEXT }, 'text'), NOTE),
    [path]: makes(arrayOf(objectOf({ text: TEXT }, 'text')), arrayOf(NOTE), {
      operationId: 'import',
      parameters: [{ name: 'Idempotency-Key', in: 'header', schema: TEXT }],
    }),
    '/notes/{id}': reads(NOTE),
  })

const bulkRoutes = (): FakeRoutes => {
  let count = 0
  return {
    'POST /notes/bulk': () => ({ status: 201, body: [{ id: (count += 1), text: 'a' }] }),
    'GET /notes/{key}': () => ({ status: 200, body: { id: 1, text: 'a' } }),
  }
}

describe('planKeys', () => {
  it('repeats a creation, changes it twice, and repeats it after another one', async () => {
    const api = withKeys(keepItems('/notes'), 'POST /notes', true)
    const { exchanges, log, shown } = await runScenario(await loadNotes(), 'key make', api)
    expect(log.map(withoutStep)).toEqual([
      'POST /notes 201',
      'GET /notes 200',
      'POST /notes 201',
      'GET /notes 200',
      'POST /notes 409',
      'POST /notes 409',
      'POST /notes 201',
      'POST /notes 201',
    ])
    const [first, before, again, list, other, near, between, later] = exchanges
    expect(shown).toEqual([
      { kind: keyRepeated.name, parts: { first, again } },
      { kind: keyRepeatedListed.name, parts: { first, before: [before], again, list: [list] } },
      { kind: keyReused.name, parts: { first, earlier: [again], other } },
      { kind: keyReused.name, parts: { first, earlier: [again], other: near } },
      { kind: keyRepeatedLater.name, parts: { first, between, again: later } },
    ])
    const sent = exchanges
      .filter(({ case: { request } }) => request.method === 'POST')
      .map(({ case: { request } }) => ({
        key: request.headers.find(([name]) => name === 'idempotency-key')?.[1],
        body: request.body,
      }))
    const [one, same, another, , next, last] = sent
    expect(one?.key).toMatch(/^[\da-f-]{36}$/)
    expect([same, last]).toEqual([one, one])
    expect(another).toEqual({ key: one?.key, body: next?.body })
    expect(another?.body).not.toBe(one?.body)
    expect(next?.key).not.toBe(one?.key)
  })

  it('learns nothing more from a key that goes with another request', async () => {
    const api = createFakeApi(keepItems('/notes'))
    const { shown } = await runScenario(await loadNotes(), 'key make', api)
    expect(shown.map(({ kind }) => kind)).toEqual([keyRepeated.name, keyRepeatedListed.name, keyReused.name])
  })

  it('sends no other request with the key where the document does not say that it is rejected', async () => {
    const { shown } = await runScenario(
      await loadNotes('A unique key.'),
      'key make',
      withKeys(keepItems('/notes'), 'POST /notes'),
    )
    expect(shown.map(({ kind }) => kind)).toEqual([
      keyRepeated.name,
      keyRepeatedListed.name,
      keyRepeatedLater.name,
    ])
  })

  it('repeats only a creation that succeeded', async () => {
    let sent = 0
    const routes = keepItems('/notes')
    const api = createFakeApi({
      ...routes,
      'POST /notes': (request) => {
        sent += 1
        return sent === 1 ? { status: 422 } : (routes['POST /notes']?.(request) ?? { status: 500 })
      },
    })
    const { log, exchanges } = await runScenario(await loadNotes('A unique key.'), 'key make', api)
    expect(log.map(withoutStep).slice(0, 5)).toEqual([
      'POST /notes 422',
      'POST /notes 201',
      'GET /notes 200',
      'POST /notes 201',
      'GET /notes 200',
    ])
    expect(exchanges[1]?.case.request.headers).not.toEqual(exchanges[0]?.case.request.headers)
  })

  describe('of an operation that creates several items', () => {
    it('reads an item of each response where they show different ones', async () => {
      const { exchanges, log, shown } = await runScenario(
        await loadBulk(),
        'key import',
        createFakeApi(bulkRoutes()),
      )
      expect(log).toEqual([
        'POST /notes/bulk 201',
        'POST /notes/bulk 201',
        'GET /notes/1 200',
        'GET /notes/2 200',
      ])
      const [first, again, ...read] = exchanges
      expect(shown.at(-1)).toEqual({ kind: keyRepeatedRead.name, parts: { first, again, reads: read } })
    })

    it('is planned where its path is a custom method of the list', async () => {
      expect(scenarioIds(await loadBulk('/notes:batchCreate'))).toContain('key import')
      expect(scenarioIds(await loadBulk('/notesOfAll'))).not.toContain('key import')
    })

    it('reads nothing where they show the same', async () => {
      const api = withKeys(bulkRoutes(), 'POST /notes/bulk')
      const { log } = await runScenario(await loadBulk(), 'key import', api)
      expect(log.filter((line) => line.startsWith('GET'))).toEqual([])
    })
  })
})
