import { describe, expect, it } from 'vitest'
import { createPetStore, loadPetStore } from '../testing/pet-store.ts'
import { runScenario } from '../testing/fake-port.ts'

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

  it('walks differently by another seed', async () => {
    const document = await loadPetStore()
    const walks = new Set<string>()
    for (let seed = 0; seed < 10; seed += 1)
      walks.add((await runScenario(document, 'wander createPet', createPetStore(), seed)).log.join())
    expect(walks.size).toBeGreaterThan(3)
  })

  it('asks for nothing that was deleted', async () => {
    const document = await loadPetStore()
    for (let seed = 0; seed < 20; seed += 1) {
      const { log } = await runScenario(document, 'wander createPet', createPetStore(), seed)
      expect(log.filter((line) => line.endsWith('404'))).toEqual([])
    }
  })
})
