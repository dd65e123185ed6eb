import { describe, expect, it } from 'vitest'
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
import { createFakeApi, keepItems } from '../testing/fake-api.ts'
import { runScenario } from '../testing/fake-port.ts'

const NOTE = objectOf({ id: INTEGER, text: TEXT })

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
const notes = () => createFakeApi(keepItems('/notes'))

describe('planKeys', () => {
  it('repeats a creation and changes it, with one key', async () => {
    const { exchanges } = await runScenario(await loadNotes(), 'key make', notes())
    expect(exchanges.map((each) => each.case.step)).toEqual([
      'key-first',
      'list-before',
      'key-again',
      'list-after-key',
      'key-other',
    ])
    const sent = exchanges
      .filter(({ case: { request } }) => request.method === 'POST')
      .map(({ case: { request } }) => ({
        key: request.headers.find(([name]) => name === 'idempotency-key')?.[1],
        body: request.body,
      }))
    expect(sent[0]?.key).toMatch(/^[\da-f-]{36}$/)
    expect(sent[1]).toEqual(sent[0])
    expect(sent[2]?.key).toBe(sent[0]?.key)
    expect(sent[2]?.body).not.toBe(sent[0]?.body)
  })

  it('sends no other request where the document does not say that it is rejected', async () => {
    const { exchanges } = await runScenario(await loadNotes('A unique key.'), 'key make', notes())
    expect(exchanges.map((each) => each.case.step)).toEqual([
      'key-first',
      'list-before',
      'key-again',
      'list-after-key',
    ])
  })

  it('has another identity send the same request with the key', async () => {
    const stranger = { name: 'neighbor', schemes: [], owns: true, isExpired: false }
    const { exchanges } = await runScenario(await loadNotes(), 'key-ownership make', notes(), 1, stranger)
    const [own, theirs] = exchanges
    expect(exchanges.map((each) => each.case.step)).toEqual(['owner-key', 'stranger-key'])
    expect(theirs?.case.identity).toBe(stranger)
    expect(theirs?.case.request).toEqual(own?.case.request)
  })
})
