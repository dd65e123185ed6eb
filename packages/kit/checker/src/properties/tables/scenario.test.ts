import { describe, expect, it } from 'vitest'
import { INTEGER, loadPaths, makes, objectOf, reads, TEXT } from '@contract-kit/openapi/testing'
import { createFakeApi, keepItems } from '../testing/fake-api.ts'
import { runScenario } from '../testing/fake-port.ts'

const NOTE = objectOf({ id: INTEGER, text: TEXT })
const content = { 'application/json': { schema: { type: 'array', items: NOTE } }, 'text/csv': {} }

describe('tables', () => {
  it('requests the table of items with commas and quotes', async () => {
    const document = await loadPaths({
      '/notes': {
        get: { operationId: 'list', responses: { 200: { description: 'Notes.', content } } },
        ...makes(NOTE, NOTE),
      },
      '/notes/{id}': reads(NOTE),
    })
    const { exchanges, log, shown } = await runScenario(
      document,
      'table list',
      createFakeApi(keepItems('/notes')),
    )
    expect(log).toEqual(['POST /notes 201', 'GET /notes 200'])
    expect(exchanges[0]?.case.values?.body?.value).toMatchObject({ text: 'Zoë, "Zoe"' })
    expect(new Map(exchanges[1]?.case.request.headers).get('accept')).toBe('text/csv')
    expect(shown.map(({ kind }) => kind)).toEqual(['item created'])
  })
})
