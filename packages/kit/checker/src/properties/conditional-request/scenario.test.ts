import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../core/exchange.ts'
import type { JsonObject } from '@contract-kit/json-schema/json'
import {
  answers,
  INTEGER,
  lists,
  loadPaths,
  makes,
  objectOf,
  puts,
  reads,
  TEXT,
} from '@contract-kit/openapi/testing'
import { createFakeApi, type FakeReply, keepItems } from '../testing/fake-api.ts'
import { runScenario } from '../testing/fake-port.ts'

const NEW = objectOf({ name: TEXT }, 'name')
const PET = objectOf({ id: INTEGER, name: TEXT }, 'name')
const header = (name: string, more = {}) => ({ name, in: 'header', schema: { ...TEXT, ...more } })
const conditional = (schema: JsonObject, parameters: readonly JsonObject[] = []) => ({
  parameters: [...parameters],
  responses: {
    ...answers('200', schema),
    304: { description: 'As it was' },
    412: { description: 'Changed since' },
  },
})

const loadTagged = (ofPut: readonly JsonObject[], ofList: readonly JsonObject[] = []) =>
  loadPaths({
    '/pets': {
      ...lists(PET, { operationId: 'list', ...conditional({ type: 'array', items: PET }, ofList) }),
      ...makes(NEW, PET),
    },
    '/pets/{petId}': { ...reads(PET, conditional(PET)), ...puts(NEW, PET, conditional(PET, ofPut)) },
  })

/** Pets with a tag that counts changes; the server evaluates conditions. */
const createTagged = () => {
  const pets = createFakeApi(keepItems('/pets'))
  let version = 1
  return (
    method: string,
    target: string,
    body: string | undefined,
    headers: ReadonlyMap<string, string>,
  ): FakeReply => {
    const etag = `"${version}"`
    const names = (name: string): boolean =>
      (headers.get(name) ?? '').split(', ').some((tag) => tag === etag || tag === '*')
    if (names('if-none-match')) return { status: method === 'GET' ? 304 : 412, headers: { etag } }
    if (headers.has('if-match') && !names('if-match')) return { status: 412 }
    const reply = pets(method, target, body)
    if (method === 'PUT' && reply.status === 200) version += 1
    return { ...reply, headers: { etag: `"${version}"`, 'last-modified': 'Thu, 22 Jan 2026 18:00:00 GMT' } }
  }
}

const conditionOf = ({ case: { request }, response }: Exchange): string =>
  `${request.method} ${request.headers
    .filter(([name]) => name.startsWith('if-'))
    .map((pair) => pair.join(': '))
    .join()} ${response.status}`

describe('planConditions', () => {
  it('reads and changes on conditions that hold and on others', async () => {
    const document = await loadTagged([header('If-Match'), header('If-None-Match')])
    const { exchanges } = await runScenario(document, 'conditions /pets/{}', createTagged())
    expect(exchanges.slice(1).map(conditionOf)).toEqual([
      'GET  200',
      'GET if-none-match: "1" 304',
      'GET if-none-match: "no-such-state-of-anything", "1" 304',
      'GET if-none-match: "no-such-state-of-anything" 200',
      'GET if-modified-since: Wed, 21 Jan 2026 18:00:00 GMT 200',
      'GET  200',
      'PUT if-match: "no-such-state-of-anything" 412',
      'GET  200',
      'PUT if-none-match: * 412',
      'PUT if-match: W/"1" 412',
      'PUT if-match: "1" 200',
      'GET  200',
      'GET if-none-match: "1" 200',
      'PUT if-match: "no-such-state-of-anything", "2" 200',
      'GET  200',
      'PUT if-match: * 200',
    ])
  })

  it('sends no value that the header forbids, and no If-None-Match that is not documented', async () => {
    const document = await loadTagged([header('If-Match', { pattern: '^"[^"]+"$' })])
    const { exchanges } = await runScenario(document, 'conditions /pets/{}', createTagged())
    const sent = exchanges.map(conditionOf).filter((line) => line.startsWith('PUT'))
    expect(sent).toEqual(['PUT if-match: "no-such-state-of-anything" 412', 'PUT if-match: "1" 200'])
  })

  it('reads a list on conditions, too', async () => {
    const { exchanges } = await runScenario(await loadTagged([]), 'conditions list', createTagged())
    expect(exchanges.map(conditionOf)).toEqual([
      'GET  200',
      'GET if-none-match: "1" 304',
      'GET if-none-match: "no-such-state-of-anything", "1" 304',
      'GET if-none-match: "no-such-state-of-anything" 200',
      'GET if-modified-since: Wed, 21 Jan 2026 18:00:00 GMT 200',
    ])
  })

  it('leaves tags alone where reads are conditional by date only', async () => {
    const document = await loadTagged([], [header('If-Modified-Since')])
    const { exchanges } = await runScenario(document, 'conditions list', createTagged())
    expect(exchanges.map(conditionOf)).toEqual([
      'GET  200',
      'GET if-modified-since: Wed, 21 Jan 2026 18:00:00 GMT 200',
    ])
  })
})
