import { describe, expect, it } from 'vitest'
import { loadPaths } from '../../../resources/testing/load-paths.ts'
import { createFakeApi } from '../testing/fake-api.ts'
import { runScenario, scenarioIds } from '../testing/fake-port.ts'

const BEGUN = { 202: { description: 'Begun', headers: { Location: { schema: { type: 'string' } } } } }

const loadJobs = () =>
  loadPaths({
    '/rebuild': { post: { operationId: 'rebuild', responses: BEGUN } },
    '/jobs/{jobId}': { get: { operationId: 'getJob' } },
  })

describe('planLocations', () => {
  it('follows the address of what was only begun', async () => {
    const api = createFakeApi({
      'POST /rebuild': () => ({ status: 202, headers: { location: '/jobs/j1' } }),
      'GET /jobs/{id}': () => ({ status: 200 }),
    })
    const { log } = await runScenario(await loadJobs(), 'location rebuild', api)
    expect(log).toEqual(['create POST /rebuild 202', 'follow-location GET /jobs/j1 200'])
  })

  it('leaves alone what promises no address', async () => {
    const document = await loadPaths({ '/rebuild': { post: { operationId: 'rebuild' } } })
    expect(scenarioIds(document).filter((id) => id.startsWith('location'))).toEqual([])
  })
})
