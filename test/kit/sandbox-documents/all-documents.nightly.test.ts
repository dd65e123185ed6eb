import { describe, expect, it } from 'vitest'
import { bundle, checkDocument } from './check-document.ts'
import { servedDocuments, startedDocuments } from './documents.ts'
import { findUnexplained } from './reasons.ts'
import { serveDocument } from './serve-document.ts'

describe('the sandbox of a document', () => {
  it.each(servedDocuments)('has no findings but the explained ones: $title', async (document) => {
    const result = await checkDocument(document, { cases: 25, withPrism: false })
    expect(result.sandbox.serverErrors).toBe(0)
    expect(findUnexplained(result)).toStrictEqual([])
  })

  it.each(startedDocuments)('starts: $title', async (document) => {
    await using sandbox = await serveDocument(await bundle(document))
    const response = await fetch(`${sandbox.url}/no/such/path`)
    expect(response.status).toBe(404)
    expect(sandbox.defects).toStrictEqual([])
  })
})
