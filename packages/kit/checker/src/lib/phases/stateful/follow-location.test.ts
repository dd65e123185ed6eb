import { describe, expect, it } from 'vitest'
import { createFakeApi } from './testing/fake-api.ts'
import { runScenario } from './testing/fake-port.ts'
import { keepItems } from './testing/keep-items.ts'
import { loadPetStore } from './testing/pet-store.ts'

describe('followLocation', () => {
  it('follows a Location that leads to no operation', async () => {
    const document = await loadPetStore()
    const api = createFakeApi(
      keepItems('/pets', {
        created: (item) => ({ status: 201, body: item, headers: { location: '/animals/1' } }),
      }),
    )
    const { exchanges } = await runScenario(document, 'life-cycle /pets/{}', api)
    const followed = exchanges.find(({ case: { step } }) => step === 'follow-location')
    expect(followed?.case).toMatchObject({ operation: undefined, request: { target: '/animals/1' } })
  })

  it('leaves a Location on another server alone', async () => {
    const document = await loadPetStore()
    const api = createFakeApi(
      keepItems('/pets', {
        created: (item) => ({ status: 201, body: item, headers: { location: 'https://cdn.test/1' } }),
      }),
    )
    const { log } = await runScenario(document, 'life-cycle /pets/{}', api)
    expect(log.some((line) => line.startsWith('follow-location'))).toBe(false)
  })
})
