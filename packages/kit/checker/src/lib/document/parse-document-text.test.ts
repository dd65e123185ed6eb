import { describe, expect, it } from 'vitest'
import { parseDocumentText } from './parse-document-text.ts'

describe('parseDocumentText', () => {
  it('reads a YAML text once', () => {
    expect(parseDocumentText('title: Once', 'One')).toBe(parseDocumentText('title: Once', 'Other'))
    expect(parseDocumentText('title: Twice', 'One')).toStrictEqual({ title: 'Twice' })
  })

  it('tells of a mistake under each name', () => {
    expect(() => parseDocumentText('a: [', 'One')).toThrow(/^One is neither JSON nor YAML/)
    expect(() => parseDocumentText('a: [', 'Other')).toThrow(/^Other is neither JSON nor YAML/)
  })

  it('reads an empty text', () => {
    expect([parseDocumentText('', 'One'), parseDocumentText('', 'One')]).toStrictEqual([null, null])
  })
})
