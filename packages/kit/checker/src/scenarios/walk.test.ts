import { describe, expect, it } from 'vitest'
import { loadPaths, makes, objectOf, reads, TEXT } from '@contract-kit/openapi/testing'
import { createFakeApi, keepItems } from '../properties/testing/fake-api.ts'
import { runScenario } from '../properties/testing/fake-port.ts'

describe('Walk', () => {
  it('sends the resource name of an item in a body, and its last segment in a path', async () => {
    const PET = { ...TEXT, pattern: '^pets/p[0-9]$' }
    const VISIT = { id: TEXT, pet: PET }
    const document = await loadPaths({
      '/pets': makes(objectOf({ age: TEXT }), objectOf({ name: PET })),
      '/pets/{pet}': reads(objectOf({ name: PET })),
      '/visits': makes(objectOf({ pet: PET }, 'pet'), objectOf(VISIT)),
      '/visits/{visitId}': reads(objectOf(VISIT)),
    })
    const api = createFakeApi({
      'POST /pets': () => ({ status: 201, body: { name: 'pets/p7' } }),
      'GET /pets/{pet}': ({ path }) => ({ status: 200, body: { name: `pets/${path['pet']}` } }),
      ...keepItems('/visits'),
    })
    const visits = await runScenario(document, 'life-cycle /visits/{}', api)
    const bodies = visits.exchanges
      .filter(({ case: { operation } }) => operation?.path === '/visits')
      .map(({ case: { values, boundTo } }) => [values?.body?.value, boundTo])
    expect(bodies[0]).toEqual([
      { pet: 'pets/p7' },
      { 'body./pet': expect.stringMatching(/ \$response\.body#\/name$/) },
    ])
    const pets = await runScenario(document, 'life-cycle /pets/{}', api)
    expect(pets.log).toContain('GET /pets/p7 200')
  })
})
