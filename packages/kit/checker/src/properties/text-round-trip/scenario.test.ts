import { describe, expect, it } from 'vitest'
import { INTEGER, loadPaths, makes, objectOf, reads, TEXT } from '@contract-kit/openapi/testing'
import { createFakeApi, keepItems } from '../testing/fake-api.ts'
import { runScenario, scenarioIds } from '../testing/fake-port.ts'

const NOTE = objectOf({ id: INTEGER, text: TEXT })
const content = { 'application/json': { schema: { type: 'array', items: NOTE } }, 'text/csv': {} }
const plain = { 200: { description: 'It.', content: { 'text/plain': {} } } }

const load = (type: string) =>
  loadPaths({
    '/notes': {
      get: { operationId: 'list', responses: { 200: { description: 'Notes.', content } } },
      ...makes(NOTE, NOTE),
    },
    '/notes/{id}': reads(NOTE),
    '/motto': {
      get: { responses: plain },
      put: {
        requestBody: { required: true, content: { [type]: { schema: TEXT } } },
        responses: { 204: { description: 'Kept.' } },
      },
    },
  })

const notes = createFakeApi(keepItems('/notes'))
const api = (method: string, target: string, body: string | undefined) =>
  target === '/motto' ? { status: method === 'PUT' ? 204 : 200 } : notes(method, target, body)
const textId = async (type: string) => scenarioIds(await load(type)).filter((id) => id.startsWith('text '))

describe('planTexts', () => {
  it('reads a text that it wrote', async () => {
    const document = await load('text/plain')
    const [id = ''] = await textId('text/plain')
    const { exchanges } = await runScenario(document, id, api)
    expect(exchanges.map((each) => each.case.step)).toEqual(['write-text', 'read-text'])
    expect(exchanges[0]?.case.values?.body?.value).toMatch(/^ Zoë,\t.*\r\n\n {2}two\n$/s)
  })

  it('passes over what is read in another media type', async () => {
    expect(await textId('text/markdown')).toEqual([])
  })
})

describe('planTables', () => {
  it('asks for the table of what has commas and quotes', async () => {
    const { exchanges } = await runScenario(await load('text/plain'), 'table list', api)
    expect(exchanges.map((each) => each.case.step)).toEqual(['given', 'list-page'])
    expect(exchanges[0]?.case.values?.body?.value).toMatchObject({ text: 'Zoë, "Zoe"' })
    expect(exchanges[1]?.case.request.target).toBe('/notes')
  })
})
