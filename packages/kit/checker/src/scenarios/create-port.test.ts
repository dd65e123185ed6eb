import { describe, expect, it } from 'vitest'
import { ContractRun } from '../runner/contract-run.ts'
import { createScenarioPort } from './create-port.ts'

const THING = { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } }
const content = { 'application/json': { schema: THING } }

const document = {
  openapi: '3.1.0',
  info: { title: 'Tags', version: '1' },
  paths: {
    '/tags/{tag}': {
      parameters: [
        { name: 'tag', in: 'path', required: true, schema: { type: 'string', pattern: '^[a-z]{9}$' } },
      ],
      get: { operationId: 'getTag', responses: { 200: { description: 'It.', content } } },
      put: {
        operationId: 'putTag',
        requestBody: { required: true, content },
        responses: { 201: { description: 'Kept.', content } },
      },
    },
  },
}

const fetch = (): Promise<Response> => Promise.resolve(Response.json({ size: 1 }, { status: 201 }))

/** The name in the working request, and those that a scenario draws. */
const namesWith = async (workers: number, isKnown = false) => {
  const { prepared } = await ContractRun.prepare({ document, fetch })
  const operation = prepared.document.operations.find(({ id }) => id === 'putTag')
  if (operation === undefined) throw new Error('no operation')
  const known = await prepared.working.find('examples', operation)
  const port = createScenarioPort({ ...prepared, skip: () => undefined, workers, note: () => undefined })
  const drawn = Array.from({ length: 6 }, (_item, index) =>
    port.validValues(operation, { salt: String(index), overrides: [], isKnown }),
  )
  return { known: known?.values.path['tag'], drawn: drawn.map((values) => values?.path['tag']) }
}

describe('validValues', () => {
  it('uses the request that is known to work at every third try', async () => {
    const { known, drawn } = await namesWith(1)
    expect(drawn.filter((name) => name === known)).toHaveLength(2)
  })

  it('uses it whenever it is asked for', async () => {
    const { known, drawn } = await namesWith(1, true)
    expect(new Set([known, ...drawn]).size).toBe(1)
  })

  it('gives an item no name of another scenario that runs at the same time', async () => {
    const { known, drawn } = await namesWith(8)
    expect(new Set([known, ...drawn]).size).toBe(7)
  })
})
