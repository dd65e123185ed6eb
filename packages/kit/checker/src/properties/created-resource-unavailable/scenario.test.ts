import { describe, expect, it } from 'vitest'
import { loadPaths, objectOf, reads, TEXT } from '@contract-kit/openapi/testing'
import { itemUsed } from '../../scenarios/evidence.ts'
import { createFakeApi } from '../testing/fake-api.ts'
import { runScenario } from '../testing/fake-port.ts'

const ROW = objectOf({ code: TEXT })
const countries = {
  '/countries': reads(objectOf({ results: { type: 'array', items: ROW } }), { operationId: 'list' }),
  '/countries/{code}': reads(ROW, { operationId: 'get' }),
}
const run = async (...codes: readonly string[]) =>
  runScenario(
    await loadPaths(countries),
    'read-listed /countries/{}',
    createFakeApi({
      'GET /countries': () => ({ status: 200, body: { results: codes.map((code) => ({ code })) } }),
      'GET /countries/{code}': ({ path }) => ({ status: 200, body: { code: path['code'] ?? '' } }),
    }),
  )

describe('planReadListed', () => {
  it('reads the first listed items by their keys, and shows each use', async () => {
    const { log, shown, exchanges } = await run('cl', 'pe', 'uy', 'ar')
    expect(log).toEqual([
      'GET /countries 200',
      'GET /countries/cl 200',
      'GET /countries/pe 200',
      'GET /countries/uy 200',
    ])
    const [source, ...uses] = exchanges
    expect(shown.map((one) => itemUsed.read(one))).toEqual(uses.map((use) => ({ source, reads: [], use })))
  })

  it('gives the reason if the list is empty', async () => {
    const { skipped } = await run()
    expect(skipped).toEqual([
      'get: a listed country can be read: not tried because of list, its response shows no item with an id',
    ])
  })
})
