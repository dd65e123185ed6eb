import { describe, expect, it } from 'vitest'
import { runScenario } from '../testing/fake-port.ts'
import { createPetStore, loadPetStore } from '../testing/pet-store.ts'

describe('planMerge', () => {
  it('fills every property, then patches one at a time', async () => {
    const { exchanges } = await runScenario(await loadPetStore(), 'merge /pets/{}', createPetStore())
    const sent = exchanges
      .filter(({ case: { step } }) => step === 'change')
      .map((exchange) => Object.keys(Object(exchange.case.values?.body?.value)).toSorted())
    expect(sent[0]).toEqual(['age', 'kind', 'name'])
    expect(sent.slice(1).flat().toSorted()).toEqual(['age', 'kind', 'name'])
  })

  it('reads the item before and after each patch', async () => {
    const { log } = await runScenario(await loadPetStore(), 'merge /pets/{}', createPetStore())
    expect(log.slice(-3)).toEqual([
      'read-before-change GET /pets/1 200',
      'change PATCH /pets/1 200',
      'read-after-change GET /pets/1 200',
    ])
  })
})
