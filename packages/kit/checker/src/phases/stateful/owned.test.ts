import { describe, expect, it } from 'vitest'
import { answers, jsonContent, loadPaths } from '../../resources/testing/load-paths.ts'
import { createFakeApi, keepItems } from './testing/fake-api.ts'
import { runScenario } from './testing/fake-port.ts'

const SENT = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
const SHOWN = {
  type: 'object',
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    status: { enum: ['new', 'done'], readOnly: true },
    createdAt: { type: 'string', format: 'date-time', readOnly: true },
  },
}
const body = { requestBody: { required: true, ...jsonContent(SENT) } }
const document = await loadPaths({
  '/jobs': { post: { operationId: 'makeJob', ...body, responses: answers('201', SHOWN) } },
  '/jobs/{jobId}': {
    get: { operationId: 'getJob', responses: answers('200', SHOWN) },
    put: { operationId: 'putJob', ...body, responses: answers('200', SHOWN) },
  },
})

const OWNED = { status: 'new', createdAt: '2026-01-01T00:00:00Z' }
const createApi = (refuses: (sent: object) => boolean) => {
  const jobs = keepItems('/jobs')
  return createFakeApi({
    ...jobs,
    'POST /jobs': (request) => {
      if (refuses(request.body)) return { status: 422 }
      const { name = null } = request.body
      return jobs['POST /jobs']?.({ ...request, body: { name, ...OWNED } }) ?? { status: 500 }
    },
  })
}

describe('planReadOnly', () => {
  it('names every read-only property in one request', async () => {
    const { exchanges } = await runScenario(
      document,
      'read-only /jobs/{} POST',
      createApi(() => false),
    )
    const sent = exchanges.filter(({ case: { step } }) => step === 'create-owned')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.case.values?.body?.value).toMatchObject({
      id: 7919,
      status: 'done',
      createdAt: '1999-12-31T00:00:00Z',
    })
  })

  it('names numbers beyond doubles, and what is inside of objects', async () => {
    const priced = {
      ...SHOWN,
      properties: {
        id: { type: 'integer', readOnly: true },
        name: { type: 'string' },
        charges: {
          type: 'object',
          readOnly: true,
          properties: { storage: { type: 'integer' }, currency: { const: 'EUR' } },
        },
      },
    }
    const paths = await loadPaths({
      '/jobs': { post: { operationId: 'makeJob', ...body, responses: answers('201', priced) } },
      '/jobs/{jobId}': { get: { operationId: 'getJob', responses: answers('200', priced) } },
    })
    const job = { id: 9_007_199_254_740_993n, charges: { storage: 5, currency: 'EUR' } }
    const api = createFakeApi({
      'POST /jobs': () => ({ status: 201, body: job }),
      'GET /jobs/9007199254740993': () => ({ status: 200, body: job }),
    })
    const { exchanges } = await runScenario(paths, 'read-only /jobs/{} POST', api)
    const sent = exchanges.find(({ case: { step } }) => step === 'create-owned')
    expect(sent?.case.values?.body?.value).toMatchObject({
      id: 7919,
      charges: { storage: 7919, currency: 'EUR' },
    })
  })

  it('names them one by one where all at once are refused', async () => {
    const { log } = await runScenario(
      document,
      'read-only /jobs/{} POST',
      createApi((sent) => 'id' in sent),
    )
    expect(log.filter((line) => line.startsWith('create-owned'))).toEqual([
      'create-owned POST /jobs 422',
      'create-owned POST /jobs 422',
      'create-owned POST /jobs 201',
      'create-owned POST /jobs 201',
    ])
  })

  it('reads what was changed', async () => {
    const { log } = await runScenario(
      document,
      'read-only /jobs/{} PUT',
      createApi(() => false),
    )
    expect(log.slice(-2)).toEqual(['change-owned PUT /jobs/1 200', 'read-owned GET /jobs/1 200'])
  })
})
