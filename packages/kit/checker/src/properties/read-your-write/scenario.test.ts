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
import { bodiesBy, runScenario } from '../testing/fake-port.ts'

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
  return bodiesBy(exchanges, 'PATCH').map((body) => [Object(body)['width'], Object(body)['height']])
}

describe('readYourWrite', () => {
  it('sends every choice of an enumeration', async () => {
    const { exchanges } = await runScenario(await loadPetStore(), 'echo /pets/{}', createPetStore())
    const kinds = exchanges.map((exchange) => Object(exchange.case.values?.body?.value)['kind'] as unknown)
    expect(new Set(kinds)).toEqual(new Set([undefined, 'cat', 'dog', 'fish']))
  })

  it('brings several properties to their limits by one request', async () => {
    expect(await atMost(() => true)).toContainEqual([99, 50])
  })

  it('brings them to their limits one by one if all at once are rejected', async () => {
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
    const { exchanges, shown } = await runScenario(
      await loadPetStore(),
      'echo /pets/{} PATCH',
      createPetStore(),
    )
    const [first, second] = bodiesBy(exchanges, 'PATCH').slice(-2)
    expect(first).toMatchObject({ name: 'Odd\u0000text' })
    expect(String(Object(second)['name']).length).toBeGreaterThan(2000)
    expect(shown.slice(-2).map(({ kind }) => kind)).toEqual(['odd text read', 'odd text read'])
  })

  it('creates again a thing that can be referred to only once', async () => {
    const document = await loadPaths({
      '/books': makes(THING, THING),
      '/loans': makes(LOAN, THING),
      '/loans/{loanId}': { get: {} },
    })
    const books = keepItems('/books', { idOf: (count) => `b${count}` })
    const api = createFakeApi({ ...books, ...keepItems('/loans', { once: 'bookId' }) })
    const { log } = await runScenario(document, 'echo /loans/{}', api)
    expect(log.filter((line) => line === 'POST /loans 201').length).toBeGreaterThan(1)
    expect(log.filter((line) => line === 'POST /loans 409')).toHaveLength(1)
  })

  it('reads an item before another walk gives its name to the next one', async () => {
    const tag = objectOf({ kind: { enum: [1, 2, 3, 4, 5, 6] } }, 'kind')
    const parameters = [{ name: 'tag', in: 'path', required: true, schema: { enum: ['a'] } }]
    const document = await loadPaths({
      '/tags/{tag}': { ...puts(tag, tag, { parameters, responses: answers('201', tag) }), ...reads(tag) },
    })
    const kept = new Map<string, JsonObject>()
    const api = createFakeApi({
      'PUT /tags/{tag}': ({ path, body }) => {
        kept.set(path['tag'] ?? '', body)
        return { status: 201, body }
      },
      'GET /tags/{tag}': ({ path }) => ({ status: 200, body: kept.get(path['tag'] ?? '') ?? null }),
    })
    const { shown } = await runScenario(document, 'echo /tags/{}', api, 1, undefined, { workers: 8 })
    const pairs = shown.filter(({ kind }) => kind === 'created item read')
    expect(pairs.length).toBeGreaterThan(4)
    for (const { parts } of pairs) {
      const { create, read } = parts as Readonly<Record<string, Exchange>>
      expect(read?.response.json).toStrictEqual(create?.case.values?.body?.value)
    }
  })

  it('shows each creation with its read and with the list after it', async () => {
    const { shown } = await runScenario(await loadPetStore(), 'echo /pets/{}', createPetStore())
    const first = ['item created', 'item used', 'created item read']
    expect(shown.map(({ kind }) => kind)).toEqual([
      ...first,
      ...Array.from({ length: 3 }, () => [...first, 'created items listed']).flat(),
      ...Array.from({ length: 2 }, () => ['item created', 'odd text read']).flat(),
    ])
  })
})
