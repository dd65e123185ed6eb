import { describe, expect, it } from 'vitest'
import { runScenario } from './testing/fake-port.ts'
import { createPetStore, loadPetStore } from './testing/pet-store.ts'

describe('listAfter', () => {
  it('reads every page of a list too long for one answer', async () => {
    const document = await loadPetStore()
    const store = createPetStore()
    for (let made = 0; made < 60; made += 1) store('POST', '/pets', '{"name":"old"}')
    const { log } = await runScenario(document, 'life-cycle /pets/{}', store)
    expect(log.slice(0, 7)).toEqual([
      'list-before GET /pets?limit=50 200',
      'list-page GET /pets?limit=50&offset=50 200',
      'create POST /pets 201',
      'follow-location GET /pets/61 200',
      'read-created GET /pets/61 200',
      'list-page GET /pets?limit=50 200',
      'list-page GET /pets?limit=50&offset=50 200',
    ])
    expect(log[7]).toBe('list-after-create GET /pets?limit=50 200')
  })
})
