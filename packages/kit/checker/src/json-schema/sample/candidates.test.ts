import { describe, expect, it } from 'vitest'
import { createNode } from '../../../test/create-node.ts'
import type { JsonObject } from '../base/json.ts'
import { isValid } from '../keywords/judge.ts'
import { numberCandidates, textCandidates } from './candidates.ts'

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

const firstOfTextCandidates = (schema: JsonObject): string | undefined =>
  textCandidates([createNode(schema)])[0]

describe('textCandidates', () => {
  it.each([
    ['text', {}],
    ['text', { minLength: 1, maxLength: 5 }],
    ['tex', { maxLength: 4 }],
    ['', { maxLength: 0 }],
    ['textt', { minLength: 4 }],
    ['texttext', { minLength: 8, maxLength: 8 }],
    ['texttextt', { minLength: 8, maxLength: 19 }],
  ])('starts with %j for %o', (text, schema) => {
    expect(firstOfTextCandidates(schema)).toBe(text)
  })

  it('keeps pattern, format and lengths of several schemas', () => {
    const candidates = textCandidates([
      createNode({ pattern: '^[A-Z]+$' }),
      createNode({ minLength: 3, maxLength: 3 }),
    ])
    expect(candidates[0]).toMatch(/^[A-Z]{3}$/)
    expect(firstOfTextCandidates({ format: 'date' })).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  it('keeps away from the shortest and the longest', () => {
    expect(firstOfTextCandidates({ pattern: '^[a-z]{3,9}$' })).toMatch(/^[a-z]{4,8}$/)
  })

  it('finds none where none exists', () => {
    expect(firstOfTextCandidates({ minLength: 3, maxLength: 2 })).toBeUndefined()
    expect(firstOfTextCandidates({ pattern: '^a$', minLength: 2 })).toBeUndefined()
  })
})
