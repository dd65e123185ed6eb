import { describe, expect, it } from 'vitest'
import { runScenario } from '../testing/fake-port.ts'
import { createPetStore, loadPetStore } from '../testing/pet-store.ts'

describe('planFailedCreation', () => {
  it('reads the list before and after each refusal', async () => {
    const { log } = await runScenario(await loadPetStore(), 'failed-creation /pets/{}', createPetStore(), 2)
    expect(log.slice(0, 5)).toEqual([
      'list-before GET /pets?limit=50 200',
      'failed-create POST /pets 400',
      'list-after-failed-create GET /pets?limit=50 200',
      'failed-create POST /pets 400',
      'list-after-failed-create GET /pets?limit=50 200',
    ])
  })

  it('reads the list anew where a broken request was accepted', async () => {
    const store = createPetStore()
    const lax: typeof store = (method, target, body) =>
      store(method, target, method === 'POST' ? '{"name":"accepted"}' : body)
    const { log } = await runScenario(await loadPetStore(), 'failed-creation /pets/{}', lax, 2)
    expect(log.slice(0, 3)).toEqual([
      'list-before GET /pets?limit=50 200',
      'failed-create POST /pets 201',
      'list-before GET /pets?limit=50 200',
    ])
    expect(log.join()).not.toContain('list-after-failed-create')
  })
})
