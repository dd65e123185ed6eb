import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@contract-kit/json-schema/json'
import {
  answers,
  INTEGER,
  loadPaths,
  makes,
  objectOf,
  reads,
  taking,
  TEXT,
} from '@contract-kit/openapi/testing'
import { createFakeApi, createPetStore, keepItems, loadPetStore } from '../testing/fake-api.ts'
import { describeScenarios, runScenario, scenarioIds } from '../testing/fake-port.ts'

const THING = objectOf({ id: INTEGER, name: TEXT })
const SENT = objectOf({ name: TEXT, petId: INTEGER })
const linked = (links: JsonObject, more: JsonObject = {}) => ({
  '/pets': makes(SENT, THING, { operationId: 'make', responses: answers('201', THING, { links }) }),
  '/pets/{petId}': reads(THING, { operationId: 'get', responses: answers('200', THING, more) }),
  '/tags': { post: { operationId: 'tag', ...taking(SENT), responses: { 201: { description: 'Made' } } } },
})
const toGet = (petId: string) => ({ operationId: 'get', parameters: { petId } })
const self = linked({ self: toGet('$response.body#/id') })
const pets = () => ({ ...keepItems('/pets'), ...keepItems('/tags') })

describeScenarios('planLinks', [
  [
    'gets parameters from the response that has the link',
    self,
    'link make 201 self',
    pets(),
    ['POST /pets 201', 'GET /pets/1 200'],
  ],
  [
    'sends nothing where an expression gives nothing',
    linked({ self: toGet('$response.body#/none') }),
    'link make 201 self',
    pets(),
    ['POST /pets 201'],
  ],
  [
    'makes the thing first where the link stands at a reader',
    linked({}, { links: { again: toGet('$response.body#/id') } }),
    'link get 200 again',
    pets(),
    ['POST /pets 201', 'GET /pets/1 200', 'GET /pets/1 200'],
  ],
  [
    'follows nothing under another status',
    self,
    'link make 201 self',
    { 'POST /pets': () => ({ status: 200, body: { id: 1 } }) },
    ['POST /pets 200'],
  ],
])

describe('planLinks', () => {
  it('gets the body from the response that has the link', async () => {
    const requestBody = { name: 'of {$response.body#/id}', petId: '$response.body#/id' }
    const document = await loadPaths(linked({ tag: { operationId: 'tag', requestBody } }))
    const { exchanges } = await runScenario(document, 'link make 201 tag', createFakeApi(pets()))
    expect(exchanges.at(-1)?.case.values?.body?.value).toEqual({ name: 'of 1', petId: 1 })
  })

  it('overlooks links of rejections', async () => {
    const refused = { 404: { description: 'No', links: { up: { operationId: 'list' } } } }
    const document = await loadPaths({ '/pets': { get: { operationId: 'list', responses: refused } } })
    expect(scenarioIds(document).filter((id) => id.startsWith('link'))).toEqual([])
  })
})

describe('planWanderings', () => {
  it('gets every id from an earlier response', async () => {
    const { exchanges } = await runScenario(await loadPetStore(), 'wander createPet', createPetStore(), 8)
    const onItem = exchanges.filter((exchange) => exchange.case.request.target !== '/pets')
    expect(onItem.length).toBeGreaterThan(1)
    for (const { case: sent } of onItem)
      expect(sent.boundTo?.['path.petId']).toMatch(/^(?:createPet|listPets|putPet) /)
    expect(exchanges.every((exchange) => exchange.case.mayBeRejected)).toBe(true)
  })

  it('for any seed, sends no more than six requests and asks for nothing that was deleted', async () => {
    const document = await loadPetStore()
    const lengths = []
    for (let seed = 0; seed < 20; seed += 1) {
      const { log } = await runScenario(document, 'wander createPet', createPetStore(), seed)
      expect(log.filter((line) => line.endsWith('404'))).toEqual([])
      lengths.push(log.length)
    }
    expect(Math.max(...lengths)).toBe(6)
  })
})
