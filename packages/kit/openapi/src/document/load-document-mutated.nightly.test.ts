import { describe, expect, test } from 'vitest'
import { outcomesOfMutations } from './fixtures/mutated-documents.ts'
import { petsDocument } from './fixtures/pets.ts'
import { swaggerPets } from './fixtures/swagger-pets.ts'

describe('loadDocument', () => {
  test.each([petsDocument, swaggerPets])(
    'for any of 3,000 mutations, loads or says what to fix',
    async (original) => {
      const outcomes = await outcomesOfMutations(original, 3_000)
      expect(outcomes.filter((outcome) => !/^(loads|[^\n]+\.)$/.test(outcome))).toEqual([])
    },
  )
})
