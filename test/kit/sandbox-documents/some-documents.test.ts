import { describe, expect, it } from 'vitest'
import { checkDocument } from './check-document.ts'
import { documentNamed } from './documents.ts'
import { findUnexplained } from './reasons.ts'

/** Small documents of different style; `npm run check:nightly` runs all. */
const names = ['huts', 'parcels', 'support-desk', 'media-types', 'uspto']

describe('a sandbox of a document', () => {
  it.each(names)('has no findings but the explained ones: %s', { timeout: 120_000 }, async (name) => {
    const result = await checkDocument(documentNamed(name), { cases: 10, withPrism: false })
    expect(result.sandbox).toMatchObject({ serverErrors: 0, faults: [] })
    expect(findUnexplained(result)).toStrictEqual([])
  })
})
