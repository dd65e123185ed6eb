import { describe, expect, it } from 'vitest'
import { createFindings } from './findings.ts'

describe('createFindings', () => {
  it('keeps the first findings and counts the others', () => {
    const findings = createFindings(2)
    for (const sentence of ['a', 'b', 'c', 'd']) findings.add(sentence)
    expect(findings.list()).toEqual(['a', 'b', '2 more things are broken'])
  })
})
