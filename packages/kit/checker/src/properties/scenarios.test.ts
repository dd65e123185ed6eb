import { describe, expect, it } from 'vitest'
import { buildResourceGraph } from '@contract-kit/resources'
import { planScenarios } from './plan.ts'
import { createPetStore, loadPetStore } from './testing/fake-api.ts'
import { runScenario } from './testing/fake-port.ts'

const stranger = { name: 'neighbor', schemes: [], owns: true, isExpired: false }
const failedChange = 'create, GET, PUT:400, GET, GET, PUT:400, GET, GET, PUT:400, GET'
const echoedChange =
  'create, read-before-change, change, read-after-change, change, read-after-change, change, read-after-change, ' +
  'change-odd, read-odd, change-odd, read-odd'

/**
 * Every scenario of a collection with all methods: the operation that it is about, and the steps or methods that it sends, with the status
 * of a rejection.
 */
const scenarios: Readonly<Record<string, readonly [operation: string, steps: string]>> = {
  'life-cycle /pets/{}': [
    'createPet',
    'list-before, create, GET, read-created, list-after-create, create-second, read-other, ' +
      'delete, read-after-delete:404, list-after-delete, delete-again:404, change-deleted:404, change-deleted:404, ' +
      'read-other, delete-other, create-after-delete',
  ],
  'echo /pets/{}': [
    'createPet',
    'list-before, create, read-created, create, read-created, list-page, list-after-create, ' +
      'create, read-created, list-page, list-after-create, create, read-created, list-page, list-after-create, ' +
      'create-odd, read-odd, create-odd, read-odd',
  ],
  'echo /pets/{} PUT': ['putPet', echoedChange],
  'echo /pets/{} PATCH': ['patchPet', echoedChange],
  'failed-creation /pets/{}': [
    'createPet',
    'list-before, createPet:400, list-page, createPet:400, list-page',
  ],
  'failed-change /pets/{} PUT': ['putPet', failedChange],
  'failed-change /pets/{} PATCH': ['patchPet', failedChange.replaceAll('PUT', 'PATCH')],
  'replacement /pets/{}': [
    'putPet',
    'create, read-before-change, change, read-after-change, put-again, read-after-put-again, list-after-put, ' +
      'change, read-after-change',
  ],
  'merge /pets/{}': [
    'patchPet',
    'create, read-before-change, change, read-after-change, change, read-after-change, change, read-after-change, ' +
      'change, read-after-change',
  ],
  'paging listPets': [
    'listPets',
    'create, create, create, create, create, listPets, listPets, listPets, listPets, listPets',
  ],
  'filter listPets': [
    'listPets',
    'given, given, given, listPets, listPets, listPets, listPets, listPets, listPets, listPets, listPets',
  ],
  'read-only /pets/{} POST': ['createPet', 'create, read-before-change'],
  'read-only /pets/{} PUT': ['putPet', 'create, read-before-change'],
  'read-only /pets/{} PATCH': ['patchPet', 'create, read-before-change'],
  'ownership /pets/{}': ['getPet', 'create, GET, GET, GET, GET, PUT, GET, PATCH, GET, DELETE, GET:404'],
  'wander createPet': ['createPet', 'POST, DELETE, GET, POST, GET, PUT'],
  'wander listPets': ['listPets', 'GET, POST, DELETE, GET, POST, GET'],
}

const document = await loadPetStore()
const planned = planScenarios(document, buildResourceGraph(document), stranger)

describe('planScenarios', () => {
  it('plans each scenario under the operation it is about', () => {
    const operations = Object.entries(scenarios).map(([id, [operation]]) => [id, operation])
    expect(planned.map(({ id, operation }) => [id, operation.id])).toEqual(operations)
  })

  it('tries nothing as another identity where there is none', () => {
    const ids = planScenarios(document, buildResourceGraph(document)).map(({ id }) => id)
    expect(ids).toEqual(Object.keys(scenarios).filter((id) => !id.startsWith('ownership')))
  })
})

describe('a scenario', () => {
  it.each(Object.entries(scenarios))('%s sends its steps in order', async (id, [, expected]) => {
    const { exchanges, skipped } = await runScenario(document, id, createPetStore(), 1, stranger)
    const steps = exchanges.map(({ case: { step, operation }, answer: { status } }) => {
      const name = step ?? operation?.id
      return status < 400 ? name : `${name}:${status}`
    })
    expect(steps.join(', ')).toBe(expected)
    expect(skipped).toEqual([])
  })

  it('hands each exchange the ones before it, and says where a bound value came from', async () => {
    const { exchanges } = await runScenario(document, 'life-cycle /pets/{}', createPetStore())
    expect(exchanges.map(({ history }) => history.length)).toEqual(exchanges.map((_each, index) => index))
    expect(exchanges.find(({ case: { step } }) => step === 'read-created')?.case.boundTo).toEqual({
      'path.petId': 'createPet $response.body#/id',
    })
  })
})
