import { describe, expect, it } from 'vitest'
import { createNode } from '../../../../../test/create-node.ts'
import type { JsonObject } from '../../../schema/json.ts'
import { isValid } from '../../../schema/evaluate.ts'
import { numberCandidates } from './number-candidates.ts'

const first = (schema: JsonObject): number | undefined => {
  const node = createNode(schema)
  return numberCandidates([node]).find((value) => isValid(node, value))
}

describe('numberCandidates', () => {
  it.each([
    [1, {}],
    [2, { type: 'integer', minimum: 1 }],
    [19, { type: 'integer', minimum: 18, maximum: 120 }],
    [-6, { maximum: -5, type: 'integer' }],
    [0.5, { exclusiveMinimum: 0, exclusiveMaximum: 1 }],
    [0.02, { minimum: 0.01, maximum: 0.05, multipleOf: 0.01 }],
    [70, { minimum: 50, multipleOf: 35 }],
    [7, { minimum: 7, maximum: 7 }],
    [6, { allOf: [], multipleOf: 6 }],
  ])('starts with %d for %o', (value, schema) => {
    expect(first(schema)).toBe(value)
  })
})
