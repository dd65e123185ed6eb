import { describe, expect, it } from 'vitest'
import { answers, loadPaths } from '../../../resources/testing/load-paths.ts'
import { createFakeApi } from '../testing/fake-api.ts'
import { runScenario } from '../testing/fake-port.ts'

const ROW = { type: 'object', properties: { code: { type: 'string' } } }

const loadCountries = () =>
  loadPaths({
    '/countries': {
      get: {
        operationId: 'list',
        responses: answers('200', { type: 'object', properties: { results: { type: 'array', items: ROW } } }),
      },
    },
    '/countries/{code}': { get: { operationId: 'get', responses: answers('200', ROW) } },
  })

describe('planReadListed', () => {
  it('reads what a list shows by its key', async () => {
    const api = createFakeApi({
      'GET /countries': () => ({ status: 200, body: { results: [{ code: 'cl' }, { code: 'pe' }] } }),
      'GET /countries/{code}': ({ path }) => ({ status: 200, body: { code: path['code'] ?? '' } }),
    })
    const { log } = await runScenario(await loadCountries(), 'read-listed /countries/{}', api)
    expect(log).toEqual([
      'list-all GET /countries 200',
      'read-listed GET /countries/cl 200',
      'read-listed GET /countries/pe 200',
    ])
  })

  it('says why where the list is empty', async () => {
    const api = createFakeApi({ 'GET /countries': () => ({ status: 200, body: { results: [] } }) })
    const { skipped } = await runScenario(await loadCountries(), 'read-listed /countries/{}', api)
    expect(skipped).toEqual([
      'get: a listed country can be read: not tried because of list, its answer shows no item with an id',
    ])
  })
})
