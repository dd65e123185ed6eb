import { describe, expect, it } from 'vitest'
import { answers, json, loadPaths } from '../../../resources/testing/load-paths.ts'
import { createFakeApi } from '../testing/fake-api.ts'
import { keepItems } from '../testing/keep-items.ts'
import { runScenario, scenarioIds } from '../testing/fake-port.ts'

const THING = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
const MAKE = { post: { requestBody: { required: true, ...json(THING) }, responses: answers('201', THING) } }

describe('planWrongParent', () => {
  it('asks for a child under another parent', async () => {
    const document = await loadPaths({
      '/owners': MAKE,
      '/owners/{ownerId}/pets': MAKE,
      '/owners/{ownerId}/pets/{petId}': { get: { operationId: 'get' } },
    })
    const api = createFakeApi({
      ...keepItems('/owners'),
      ...keepItems('/owners/{ownerId}/pets', { idOf: (count) => 10 + count }),
    })
    const { log } = await runScenario(document, 'wrong-parent /owners/{}/pets/{}', api)
    expect(log).toEqual([
      'given POST /owners 201',
      'create POST /owners/1/pets 201',
      'read-created GET /owners/1/pets/11 200',
      'given POST /owners 201',
      'wrong-parent GET /owners/2/pets/11 404',
    ])
  })

  it('is not planned where children are read by their own path', async () => {
    const document = await loadPaths({
      '/owners': MAKE,
      '/owners/{ownerId}/pets': MAKE,
      '/pets/{petId}': { get: { operationId: 'get' } },
    })
    expect(scenarioIds(document).filter((id) => id.startsWith('wrong-parent'))).toEqual([])
  })
})
