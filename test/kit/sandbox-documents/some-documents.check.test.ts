import { describe, expect, it } from 'vitest'
import { checkDocument } from './check-document.ts'
import { documentNamed } from './documents.ts'
import { findUnexplained } from './reasons.ts'

/** Small documents in different styles. `npm run check:nightly` runs all documents. */
const names = ['parcels', 'support-desk', 'uspto']

describe('a sandbox of a document', () => {
  it.each(names)('has no findings but the explained ones: %s', async (name) => {
    const result = await checkDocument(documentNamed(name), { cases: 5, withPrism: false })
    expect(result.sandbox).toMatchObject({ serverErrors: 0, faults: [] })
    expect(findUnexplained(result)).toStrictEqual([])
  })
})
