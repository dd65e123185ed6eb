import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json-schema/base/json.ts'
import { answers, jsonContent, loadPaths } from '../../resources/testing/load-paths.ts'
import { createFakeApi, createPetStore, keepItems, loadPetStore } from './testing/fake-api.ts'
import { runScenario, scenarioIds } from './testing/fake-port.ts'

const THING = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
const BODY = {
  requestBody: {
    required: true,
    ...jsonContent({ type: 'object', properties: { name: { type: 'string' }, petId: { type: 'integer' } } }),
  },
}

const loadLinked = (links: JsonObject, more: JsonObject = {}) =>
  loadPaths({
    '/pets': { post: { operationId: 'make', ...BODY, responses: answers('201', THING, { links }) } },
    '/pets/{petId}': { get: { operationId: 'get', responses: answers('200', THING, more) } },
    '/tags': { post: { operationId: 'tag', ...BODY, responses: { 201: { description: 'Made' } } } },
  })

const api = () => createFakeApi({ ...keepItems('/pets'), ...keepItems('/tags') })

describe('planLinks', () => {
  it('takes parameters from the answer that has the link', async () => {
    const document = await loadLinked({
      self: { operationId: 'get', parameters: { petId: '$response.body#/id' } },
    })
    const { log } = await runScenario(document, 'link make 201 self', api())
    expect(log).toEqual(['given POST /pets 201', 'link GET /pets/1 200'])
  })

  it('takes the body from the answer that has the link', async () => {
    const document = await loadLinked({
      tag: {
        operationId: 'tag',
        requestBody: { name: 'of {$response.body#/id}', petId: '$response.body#/id' },
      },
    })
    const { exchanges } = await runScenario(document, 'link make 201 tag', api())
    expect(exchanges.at(-1)?.case.values?.body?.value).toEqual({ name: 'of 1', petId: 1 })
  })

  it('sends nothing where an expression gives nothing', async () => {
    const document = await loadLinked({
      self: { operationId: 'get', parameters: { petId: '$response.body#/none' } },
    })
    const { log } = await runScenario(document, 'link make 201 self', api())
    expect(log).toEqual(['given POST /pets 201'])
  })

  it('makes the thing first where the link stands at a reader', async () => {
    const links = { again: { operationId: 'get', parameters: { petId: '$response.body#/id' } } }
    const document = await loadLinked({}, { links })
    const { log } = await runScenario(document, 'link get 200 again', api())
    expect(log).toEqual(['create POST /pets 201', 'given GET /pets/1 200', 'link GET /pets/1 200'])
  })

  it('follows nothing under another status', async () => {
    const document = await loadLinked({
      self: { operationId: 'get', parameters: { petId: '$response.body#/id' } },
    })
    const { log } = await runScenario(document, 'link make 201 self', () => ({
      status: 200,
      body: { id: 1 },
    }))
    expect(log).toEqual(['given POST /pets 200'])
  })

  it('overlooks links of refusals', async () => {
    const document = await loadPaths({
      '/pets': {
        get: {
          operationId: 'list',
          responses: { 404: { description: 'No', links: { up: { operationId: 'list' } } } },
        },
      },
    })
    expect(scenarioIds(document).filter((id) => id.startsWith('link'))).toEqual([])
  })
})

describe('planWanderings', () => {
  it('takes every id from an earlier answer', async () => {
    const { exchanges } = await runScenario(await loadPetStore(), 'wander createPet', createPetStore(), 8)
    const onItem = exchanges.filter((exchange) => exchange.case.request.target !== '/pets')
    expect(onItem.length).toBeGreaterThan(1)
    for (const { case: sent } of onItem)
      expect(sent.boundTo?.['path.petId']).toMatch(/^(?:createPet|listPets|putPet) /)
  })

  it('takes no more than six steps', async () => {
    const document = await loadPetStore()
    const lengths = []
    for (let seed = 0; seed < 20; seed += 1)
      lengths.push((await runScenario(document, 'wander createPet', createPetStore(), seed)).log.length)
    expect(Math.max(...lengths)).toBe(6)
  })

  it('asks for nothing that was deleted', async () => {
    const document = await loadPetStore()
    for (let seed = 0; seed < 20; seed += 1) {
      const { log } = await runScenario(document, 'wander createPet', createPetStore(), seed)
      expect(log.filter((line) => line.endsWith('404'))).toEqual([])
    }
  })
})
