import { describe, expect, it } from 'vitest'
import { checkDocuments } from './check-documents.ts'

describe('generateClient with 2,000 documents', () => {
  it('writes types that compile, and accept what the judge accepts and no more', () => {
    expect(checkDocuments(2_000, 2)).toEqual([])
  })
})
