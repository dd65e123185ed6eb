import { describe, expect, it } from 'vitest'
import { checkDocuments } from './check-documents.ts'

describe('generateClient with any document', () => {
  it('writes types that compile, and accept what the judge accepts and no more', () => {
    expect(checkDocuments(40, 1)).toEqual([])
  })
})
