import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../run/exchange.ts'
import { answers, json, loadPaths } from '../../../resources/testing/load-paths.ts'
import { createFakeApi } from '../testing/fake-api.ts'
import { runScenario } from '../testing/fake-port.ts'
import { createPetStore, loadPetStore } from '../testing/pet-store.ts'

const THEME = { type: 'object', properties: { theme: { type: 'string' }, size: { type: 'integer' } } }

const sentBy = (exchanges: readonly Exchange[], step: string) =>
  exchanges
    .filter((exchange) => exchange.case.step === step)
    .map((exchange) => exchange.case.values?.body?.value)

describe('planReplacement', () => {
  it('puts a full body, the same again, then a smaller one', async () => {
    const { exchanges, log } = await runScenario(
      await loadPetStore(),
      'replacement /pets/{}',
      createPetStore(),
    )
    expect(log.map((line) => line.split(' ')[0])).toEqual([
      'create',
      'read-before-change',
      'change',
      'read-after-change',
      'put-again',
      'read-after-put-again',
      'change',
      'read-after-change',
    ])
    const [full, thin] = sentBy(exchanges, 'change')
    expect(Object.keys(Object(full)).toSorted()).toEqual(['age', 'kind', 'name'])
    expect(Object.keys(Object(thin))).toEqual(['name'])
    expect(sentBy(exchanges, 'put-again')).toEqual([full])
  })

  it('stops where the first change is refused', async () => {
    const store = createPetStore()
    const refusing: typeof store = (method, target, body) =>
      method === 'PUT' ? { status: 409 } : store(method, target, body)
    const { log } = await runScenario(await loadPetStore(), 'replacement /pets/{}', refusing)
    expect(log.at(-1)).toBe('change PUT /pets/1 409')
  })

  it('replaces a singleton that is there by itself', async () => {
    const document = await loadPaths({
      '/settings': {
        get: { operationId: 'get', responses: answers('200', THEME) },
        put: { operationId: 'put', requestBody: { required: true, ...json(THEME) } },
      },
    })
    const api = createFakeApi({
      'GET /settings': () => ({ status: 200, body: {} }),
      'PUT /settings': () => ({ status: 200 }),
    })
    const { exchanges } = await runScenario(document, 'replacement /settings', api)
    const [full, thin] = sentBy(exchanges, 'change')
    expect(Object.keys(Object(full))).toHaveLength(2)
    expect(thin).toEqual({})
  })
})
