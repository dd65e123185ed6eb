import { describe, expect, it } from 'vitest'
import { createPetStore, loadPetStore } from './testing/fake-api.ts'
import { runScenario, scenarioIds } from './testing/fake-port.ts'

const stranger = { name: 'neighbor', schemes: [], owns: true, isExpired: false }

describe('planOwnership', () => {
  it('has another identity try what the owner may do', async () => {
    const api = createPetStore()
    const { log, exchanges } = await runScenario(await loadPetStore(), 'ownership /pets/{}', api, 1, stranger)
    expect(log).toEqual([
      'create POST /pets 201',
      'owner-read GET /pets/1 200',
      'stranger-read GET /pets/1 200',
      'owner-list GET /pets 200',
      'stranger-list GET /pets 200',
      'stranger-change PUT /pets/1 200',
      'owner-read-after GET /pets/1 200',
      'stranger-change PATCH /pets/1 200',
      'owner-read-after GET /pets/1 200',
      'stranger-delete DELETE /pets/1 204',
      'owner-read-after GET /pets/1 404',
    ])
    const others = exchanges.filter(({ case: { step } }) => step?.startsWith('stranger'))
    expect(
      exchanges.filter(({ case: { auth, identity } }) => auth === 'other' && identity === stranger),
    ).toEqual(others)
  })

  it('tries nothing without one', async () => {
    expect(scenarioIds(await loadPetStore()).filter((id) => id.startsWith('ownership'))).toEqual([])
  })
})
