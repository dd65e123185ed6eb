import { describe, expect, test } from 'vitest'
import { outcomesOfMutations } from './fixtures/mutated-documents.ts'
import { petsDocument } from './fixtures/pets.ts'
import { swaggerPets } from './fixtures/swagger-pets.ts'

describe('loadDocument', () => {
  test.each([
    ['OpenAPI 3.1', petsDocument],
    ['Swagger 2.0', swaggerPets],
  ])('for any mutation of a document of %s, it loads or says what to fix', async (_version, original) => {
    const outcomes = await outcomesOfMutations(original, 60)
    expect(outcomes.filter((outcome) => !/^(loads|[^\n]+\.)$/.test(outcome))).toEqual([])
    const loaded = outcomes.filter((outcome) => outcome === 'loads').length
    expect(Math.min(loaded, outcomes.length - loaded)).toBeGreaterThan(10)
  })
})
