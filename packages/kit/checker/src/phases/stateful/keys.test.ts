import { describe, expect, it } from 'vitest'
import { answers, jsonContent, loadPaths } from '../../resources/testing/load-paths.ts'
import { createFakeApi, keepItems } from './testing/fake-api.ts'
import { runScenario } from './testing/fake-port.ts'

const TEXT = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } }
const NOTE = { type: 'object', properties: { id: { type: 'integer' }, text: { type: 'string' } } }

const loadNotes = (header: string, description = 'Another body with the same key is rejected.') =>
  loadPaths({
    '/notes': {
      get: { operationId: 'list', responses: answers('200', { type: 'array', items: NOTE }) },
      post: {
        operationId: 'make',
        parameters: [{ name: header, in: 'header', description, schema: { type: 'string' } }],
        requestBody: { required: true, ...jsonContent(TEXT) },
        responses: { ...answers('201', NOTE), 409: { description: 'Conflict.' } },
      },
    },
    '/notes/{id}': { get: { operationId: 'get', responses: answers('200', NOTE) } },
  })

describe('planKeys', () => {
  it('repeats a creation and changes it, with one key', async () => {
    const { exchanges } = await runScenario(
      await loadNotes('Idempotency-Key'),
      'key make',
      createFakeApi(keepItems('/notes')),
    )
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
    const document = await loadNotes('Idempotency-Key', 'A unique key.')
    const { exchanges } = await runScenario(document, 'key make', createFakeApi(keepItems('/notes')))
    expect(exchanges.map((each) => each.case.step)).toEqual([
      'key-first',
      'list-before',
      'key-again',
      'list-after-key',
    ])
  })

  it('has another identity send the same request with the key', async () => {
    const stranger = { name: 'neighbor', schemes: [], owns: true, isExpired: false }
    const document = await loadNotes('Idempotency-Key')
    const api = createFakeApi(keepItems('/notes'))
    const { exchanges } = await runScenario(document, 'key-ownership make', api, 1, stranger)
    const [own, theirs] = exchanges
    expect(exchanges.map((each) => each.case.step)).toEqual(['owner-key', 'stranger-key'])
    expect(theirs?.case.identity).toBe(stranger)
    expect(theirs?.case.request).toEqual(own?.case.request)
  })
})
