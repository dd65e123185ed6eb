import { describe, expect, it } from 'vitest'
import { loadPaths, TEXT } from '@contract-kit/openapi/testing'
import { runScenario, scenarioIds } from '../testing/fake-port.ts'

const plain = { 200: { description: 'It.', content: { 'text/plain': {} } } }

const load = (type: string) =>
  loadPaths({
    '/motto': {
      get: { responses: plain },
      put: {
        requestBody: { required: true, content: { [type]: { schema: TEXT } } },
        responses: { 204: { description: 'Kept.' } },
      },
    },
  })

const api = (method: string) => ({ status: method === 'PUT' ? 204 : 200 })
const textId = async (type: string) => scenarioIds(await load(type)).filter((id) => id.startsWith('text '))

describe('textRoundTrip', () => {
  it('reads a text that it wrote', async () => {
    const document = await load('text/plain')
    const [id = ''] = await textId('text/plain')
    const { exchanges, log, shown } = await runScenario(document, id, api)
    expect(log).toEqual(['PUT /motto 204', 'GET /motto 200'])
    expect(shown.map(({ kind }) => kind)).toEqual(['text written and read'])
    expect(exchanges[0]?.case.values?.body?.value).toMatch(/^ Zoë,\t.*\r\n\n {2}two\n$/s)
  })

  it('passes over a text that is read in another media type', async () => {
    expect(await textId('text/markdown')).toEqual([])
  })

  it('shows nothing if the text is rejected', async () => {
    const [id = ''] = await textId('text/plain')
    const { log, shown } = await runScenario(await load('text/plain'), id, () => ({ status: 422 }))
    expect(log).toEqual(['PUT /motto 422'])
    expect(shown).toEqual([])
  })
})
