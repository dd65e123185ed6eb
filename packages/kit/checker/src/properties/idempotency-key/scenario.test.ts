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
import { keyRepeated, keyRepeatedListed, keyReused } from './oracle.ts'

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
const withoutStep = (line: string): string => line.replace(/^list-\S+ /, '')

describe('planKeys', () => {
  it('repeats a creation and changes it, with one key', async () => {
    const { exchanges, log, shown } = await runScenario(await loadNotes(), 'key make', notes())
    expect(log.map(withoutStep)).toEqual([
      'POST /notes 201',
      'GET /notes 200',
      'POST /notes 201',
      'GET /notes 200',
      'POST /notes 201',
    ])
    const [first, before, again, list, other] = exchanges
    expect(shown).toEqual([
      { kind: keyRepeated.name, parts: { first, again } },
      { kind: keyRepeatedListed.name, parts: { first, before: [before], again, list: [list] } },
      { kind: keyReused.name, parts: { first, earlier: [again], other } },
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
    const { shown } = await runScenario(await loadNotes('A unique key.'), 'key make', notes())
    expect(shown.map(({ kind }) => kind)).toEqual([keyRepeated.name, keyRepeatedListed.name])
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
    expect(log.map(withoutStep)).toEqual([
      'POST /notes 422',
      'POST /notes 201',
      'GET /notes 200',
      'POST /notes 201',
      'GET /notes 200',
    ])
    expect(exchanges[1]?.case.request.headers).not.toEqual(exchanges[0]?.case.request.headers)
  })
})
