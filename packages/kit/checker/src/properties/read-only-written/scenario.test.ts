import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@contract-kit/json-schema/json'
import { INTEGER, loadPaths, makes, objectOf, puts, reads, TEXT } from '@contract-kit/openapi/testing'
import { createFakeApi, keepItems } from '../testing/fake-api.ts'
import { runScenario } from '../testing/fake-port.ts'

const SENT = objectOf({ name: TEXT }, 'name')
const id = { ...INTEGER, readOnly: true }
const SHOWN = objectOf({
  id,
  name: TEXT,
  status: { enum: ['new', 'done'], readOnly: true },
  createdAt: { ...TEXT, format: 'date-time', readOnly: true },
})
const loadJobs = (shown: JsonObject) =>
  loadPaths({
    '/jobs': makes(SENT, shown),
    '/jobs/{jobId}': { ...reads(shown), ...puts(SENT, shown) },
  })
const document = await loadJobs(SHOWN)

const OWNED = { status: 'new', createdAt: '2026-01-01T00:00:00Z' }
const createApi = (refuses: (sent: object) => boolean = () => false) => {
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
    const { exchanges } = await runScenario(document, 'read-only /jobs/{} POST', createApi())
    const sent = exchanges.filter(({ case: { step } }) => step === 'create-owned')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.case.values?.body?.value).toMatchObject({
      id: 7919,
      status: 'done',
      createdAt: '1999-12-31T00:00:00Z',
    })
  })

  it('names numbers beyond doubles, and what is inside of objects', async () => {
    const charges = objectOf({ storage: INTEGER, currency: { const: 'EUR' } })
    const paths = await loadJobs(objectOf({ id, name: TEXT, charges: { ...charges, readOnly: true } }))
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
    const api = createApi((sent) => 'id' in sent)
    const { log } = await runScenario(document, 'read-only /jobs/{} POST', api)
    expect(log.filter((line) => line.startsWith('create-owned'))).toEqual([
      'create-owned POST /jobs 422',
      'create-owned POST /jobs 422',
      'create-owned POST /jobs 201',
      'create-owned POST /jobs 201',
    ])
  })

  it('reads what was changed', async () => {
    const { log } = await runScenario(document, 'read-only /jobs/{} PUT', createApi())
    expect(log.slice(-2)).toEqual(['change-owned PUT /jobs/1 200', 'read-owned GET /jobs/1 200'])
  })
})
