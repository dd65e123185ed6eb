import { describe, expect, it } from 'vitest'
import { buildResourceGraph } from '@contract-kit/resources'
import { planScenarios } from './plan.ts'
import { createPetStore, loadPetStore } from './testing/fake-api.ts'
import { runScenario } from './testing/fake-port.ts'

const stranger = { name: 'neighbor', schemes: [], owns: true, isExpired: false }
/** Several times the same requests, joined. */
const times = (count: number, requests: string): string =>
  Array.from({ length: count }, () => requests).join(', ')

/** Every scenario of a collection with all methods: the operation it is about, and its requests, with the status of a rejection. */
const scenarios: Readonly<Record<string, readonly [operation: string, requests: string]>> = {
  'life-cycle /pets/{}': [
    'createPet',
    'listPets, createPet, getPet, getPet, listPets, createPet, getPet, deletePet, getPet 404, listPets, ' +
      'deletePet 404, patchPet 404, putPet 404, getPet, deletePet, createPet',
  ],
  'echo /pets/{}': [
    'createPet',
    `listPets, createPet, getPet, ${times(3, 'createPet, getPet, listPets, listPets')}, ${times(2, 'createPet, getPet')}`,
  ],
  'echo /pets/{} PUT': ['putPet', `createPet, getPet, ${times(5, 'putPet, getPet')}`],
  'echo /pets/{} PATCH': ['patchPet', `createPet, getPet, ${times(5, 'patchPet, getPet')}`],
  'failed-creation /pets/{}': ['createPet', `listPets, ${times(2, 'createPet 400, listPets')}`],
  'failed-change /pets/{} PUT': ['putPet', `createPet, ${times(3, 'getPet, putPet 400, getPet')}`],
  'failed-change /pets/{} PATCH': ['patchPet', `createPet, ${times(3, 'getPet, patchPet 400, getPet')}`],
  'replacement /pets/{}': [
    'putPet',
    'createPet, getPet, putPet, getPet, putPet, getPet, listPets, putPet, getPet',
  ],
  'merge /pets/{}': ['patchPet', `createPet, getPet, ${times(5, 'patchPet, getPet')}`],
  'paging listPets': ['listPets', `${times(5, 'createPet')}, ${times(5, 'listPets')}`],
  'filter listPets': ['listPets', `${times(3, 'createPet')}, ${times(8, 'listPets')}`],
  'read-only /pets/{} POST': ['createPet', 'createPet, getPet'],
  'read-only /pets/{} PUT': ['putPet', 'createPet, getPet'],
  'read-only /pets/{} PATCH': ['patchPet', 'createPet, getPet'],
  'ownership /pets/{}': [
    'getPet',
    'createPet, getPet, neighbor getPet, listPets, neighbor listPets, neighbor putPet, getPet, ' +
      'neighbor patchPet, getPet, neighbor deletePet, getPet 404',
  ],
  'wander createPet': ['createPet', 'createPet, deletePet, listPets, createPet, getPet, putPet'],
  'wander listPets': ['listPets', 'listPets, createPet, deletePet, listPets, createPet, getPet'],
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
  it.each(Object.entries(scenarios))('%s sends its requests in order', async (id, [, expected]) => {
    const { exchanges, skipped } = await runScenario(document, id, createPetStore(), 1, stranger)
    const requests = exchanges.map(({ case: { operation, identity }, response: { status } }) =>
      [identity?.name ?? [], operation?.id ?? '', status < 400 ? [] : status].flat().join(' '),
    )
    expect(requests.join(', ')).toBe(expected)
    expect(skipped).toEqual([])
  })

  it('hands each exchange the ones before it, and says where a bound value came from', async () => {
    const { exchanges } = await runScenario(document, 'life-cycle /pets/{}', createPetStore())
    expect(exchanges.map(({ history }) => history.length)).toEqual(exchanges.map((_each, index) => index))
    expect(exchanges.find(({ case: { operation } }) => operation?.id === 'getPet')?.case.boundTo).toEqual({
      'path.petId': 'createPet $response.body#/id',
    })
  })
})
