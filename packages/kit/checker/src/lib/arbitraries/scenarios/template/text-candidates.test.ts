import { describe, expect, it } from 'vitest'
import { createNode } from '../../../../../test/create-node.ts'
import type { JsonObject } from '../../../schema/json.ts'
import { textCandidates } from './text-candidates.ts'

const first = (schema: JsonObject): string | undefined => textCandidates([createNode(schema)])[0]

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
    expect(first(schema)).toBe(text)
  })

  it('keeps pattern, format and lengths of several schemas', () => {
    const candidates = textCandidates([
      createNode({ pattern: '^[A-Z]+$' }),
      createNode({ minLength: 3, maxLength: 3 }),
    ])
    expect(candidates[0]).toMatch(/^[A-Z]{3}$/)
    expect(first({ format: 'date' })).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  it('keeps away from the shortest and the longest', () => {
    expect(first({ pattern: '^[a-z]{3,9}$' })).toMatch(/^[a-z]{4,8}$/)
  })

  it('finds none where none exists', () => {
    expect(first({ minLength: 3, maxLength: 2 })).toBeUndefined()
    expect(first({ pattern: '^a$', minLength: 2 })).toBeUndefined()
  })
})
