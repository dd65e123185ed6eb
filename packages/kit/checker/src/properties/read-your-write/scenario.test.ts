import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../core/exchange.ts'
import type { JsonObject } from '@contract-kit/json-schema/json'
import {
  answers,
  INTEGER,
  loadPaths,
  makes,
  objectOf,
  puts,
  reads,
  taking,
  TEXT,
} from '@contract-kit/openapi/testing'
import { createFakeApi, createPetStore, keepItems, loadPetStore } from '../testing/fake-api.ts'
import { runScenario } from '../testing/fake-port.ts'

const THEME = objectOf({ theme: TEXT, size: INTEGER })

const sentBy = (exchanges: readonly Exchange[], step: string) =>
  exchanges
    .filter((exchange) => exchange.case.step === step)
    .map((exchange) => exchange.case.values?.body?.value)

describe('planReplacement', () => {
  it('puts a full body, the same again, then a smaller one', async () => {
    const { exchanges } = await runScenario(await loadPetStore(), 'replacement /pets/{}', createPetStore())
    const [full, thin] = sentBy(exchanges, 'change')
    expect(Object.keys(Object(full)).toSorted()).toEqual(['age', 'kind', 'name'])
    expect(Object.keys(Object(thin))).toEqual(['name'])
    expect(sentBy(exchanges, 'put-again')).toEqual([full])
  })

  it('stops where the first change is refused', async () => {
    const store = createPetStore()
    const refusing: typeof store = (method, target, body) =>
      method === 'PUT' ? { status: 409 } : store(method, target, body)
    const { log } = await runScenario(await loadPetStore(), 'replacement /pets/{}', refusing)
    expect(log.at(-1)).toBe('change PUT /pets/1 409')
  })

  it('replaces a singleton that is there by itself', async () => {
    const document = await loadPaths({ '/settings': { ...reads(THEME), ...puts(THEME, THEME) } })
    const api = createFakeApi({
      'GET /settings': () => ({ status: 200, body: {} }),
      'PUT /settings': () => ({ status: 200 }),
    })
    const { exchanges } = await runScenario(document, 'replacement /settings', api)
    const [full, thin] = sentBy(exchanges, 'change')
    expect(Object.keys(Object(full))).toHaveLength(2)
    expect(thin).toEqual({})
  })
})

describe('a change of what has a version', () => {
  it('names the version that was shown last, however it is wrapped', async () => {
    const row = objectOf({ version: INTEGER, title: TEXT }, 'version', 'title')
    const wrapped = objectOf({ data: row }, 'data')
    const document = await loadPaths({ '/settings': { ...reads(wrapped), ...puts(wrapped, wrapped) } })
    let version = 41
    const api = createFakeApi({
      'GET /settings': () => ({ status: 200, body: { data: { version, title: 'a' } } }),
      'PUT /settings': () => ({ status: 200, body: { data: { version: (version += 1), title: 'b' } } }),
    })
    const { exchanges } = await runScenario(document, 'replacement /settings', api)
    const sent = exchanges.filter(({ case: { request } }) => request.method === 'PUT')
    expect(
      sent.map(({ case: { values } }) => Object(values?.body?.value)['data']['version'] as unknown),
    ).toEqual([41, 42])
  })
})

describe('planMerge', () => {
  it('fills every property, then patches one at a time', async () => {
    const { exchanges } = await runScenario(await loadPetStore(), 'merge /pets/{}', createPetStore())
    const sent = sentBy(exchanges, 'change').map((body) => Object.keys(Object(body)).toSorted())
    expect(sent[0]).toEqual(['age', 'kind', 'name'])
    expect(sent.slice(1).flat().toSorted()).toEqual(['age', 'kind', 'name'])
  })

  it('names one property of an object inside', async () => {
    const schema = objectOf({ home: objectOf({ street: TEXT, city: TEXT }), name: TEXT })
    const document = await loadPaths({ '/profile': { ...reads(schema), patch: taking(schema) } })
    const home = { street: 'a', city: 'b' }
    const api = createFakeApi({
      'GET /profile': () => ({ status: 200, body: { home, name: 'n', since: 1 } }),
      'PATCH /profile': () => ({ status: 200 }),
    })
    const { exchanges } = await runScenario(document, 'merge /profile', api)
    expect(sentBy(exchanges, 'change')[0]).toEqual({ home: { street: 'a' } })
  })

  it('empties a list, and removes a property of an object inside', async () => {
    const home = objectOf({ street: TEXT, city: { type: ['string', 'null'] } })
    const schema = objectOf({ home, tags: { type: 'array', items: TEXT } })
    const document = await loadPaths({ '/profile': { ...reads(schema), patch: taking(schema) } })
    const api = createFakeApi({
      'GET /profile': () => ({ status: 200, body: { home: {} } }),
      'PATCH /profile': () => ({ status: 200 }),
    })
    const { exchanges } = await runScenario(document, 'merge /profile', api)
    expect(sentBy(exchanges, 'change')).toEqual(
      expect.arrayContaining([{ tags: [] }, { home: { city: null } }]),
    )
  })
})

const THING = objectOf({ id: TEXT, name: TEXT })
const LOAN = objectOf({ bookId: TEXT, days: { enum: [7, 14, 21] } }, 'bookId', 'days')
const SIZES = objectOf({ width: { ...INTEGER, maximum: 99 }, height: { ...INTEGER, maximum: 50 } })
const sizedDocument = await loadPaths({ '/frame': { ...reads(SIZES), patch: taking(SIZES) } })

const atMost = async (isTaken: (sent: object) => boolean): Promise<unknown[]> => {
  const api = createFakeApi({
    'GET /frame': () => ({ status: 200, body: {} }),
    'PATCH /frame': ({ body }) => ({ status: isTaken(body) ? 200 : 422 }),
  })
  const { exchanges } = await runScenario(sizedDocument, 'echo /frame PATCH', api)
  return sentBy(exchanges, 'change').map((body) => [Object(body)['width'], Object(body)['height']])
}

describe('planEcho', () => {
  it('sends every choice of an enumeration', async () => {
    const { exchanges } = await runScenario(await loadPetStore(), 'echo /pets/{}', createPetStore())
    const kinds = exchanges.map((exchange) => Object(exchange.case.values?.body?.value)['kind'] as unknown)
    expect(new Set(kinds)).toEqual(new Set([undefined, 'cat', 'dog', 'fish']))
  })

  it('brings several properties to their limits by one request', async () => {
    expect(await atMost(() => true)).toContainEqual([99, 50])
  })

  it('brings them to their limits one by one where all at once are refused', async () => {
    const sent = await atMost((body) => !('width' in body && 'height' in body))
    expect(sent).toEqual(
      expect.arrayContaining([
        [99, 50],
        [99, expect.anything()],
        [expect.anything(), 50],
      ]),
    )
  })

  it('sends texts that servers cut', async () => {
    const { exchanges } = await runScenario(await loadPetStore(), 'echo /pets/{} PATCH', createPetStore())
    const [first, second] = sentBy(exchanges, 'change-odd')
    expect(first).toMatchObject({ name: 'Odd\u0000text' })
    expect(String(Object(second)['name']).length).toBeGreaterThan(2000)
  })

  it('makes anew what can be referred to only once', async () => {
    const document = await loadPaths({
      '/books': makes(THING, THING),
      '/loans': makes(LOAN, THING),
      '/loans/{loanId}': { get: {} },
    })
    const books = keepItems('/books', { idOf: (count) => `b${count}` })
    const api = createFakeApi({ ...books, ...keepItems('/loans', { once: 'bookId' }) })
    const { log } = await runScenario(document, 'echo /loans/{}', api)
    expect(log.filter((line) => line === 'create POST /loans 201').length).toBeGreaterThan(1)
    expect(log.filter((line) => line === 'create POST /loans 409')).toHaveLength(1)
  })

  it('reads an item before another walk gives its name to the next one', async () => {
    const kind = objectOf({ kind: { enum: [1, 2, 3, 4, 5, 6] } }, 'kind')
    const parameters = [{ name: 'tag', in: 'path', required: true, schema: { enum: ['a'] } }]
    const document = await loadPaths({
      '/tags/{tag}': { ...puts(kind, kind, { parameters, responses: answers('201', kind) }), ...reads(kind) },
    })
    const kept = new Map<string, JsonObject>()
    const api = createFakeApi({
      'PUT /tags/{tag}': ({ path, body }) => {
        kept.set(path['tag'] ?? '', body)
        return { status: 201, body }
      },
      'GET /tags/{tag}': ({ path }) => ({ status: 200, body: kept.get(path['tag'] ?? '') ?? null }),
    })
    const { exchanges } = await runScenario(document, 'echo /tags/{}', api, 1, undefined, { workers: 8 })
    const pairs = exchanges.filter(({ case: { step } }) => step === 'read-created')
    expect(pairs.length).toBeGreaterThan(4)
    for (const { answer, history, case: read } of pairs) {
      const made = history.findLast(({ case: { request } }) => request.target === read.request.target)
      expect(answer.json).toStrictEqual(made?.case.values?.body?.value)
    }
  })
})
