import { describe, expect, it } from 'vitest'
import { bundle } from './check-document.ts'
import { startedDocuments } from './documents.ts'
import { findUnexplained } from './reasons.ts'
import { readResults } from './results.ts'
import { runDocuments } from './run-documents.ts'
import { serveDocument } from './serve-document.ts'

describe('the sandboxes of all documents', () => {
  it('have no findings but the explained ones', async () => {
    const results = await runDocuments(undefined, { cases: 25, withPrism: false })
    expect(results.map(({ name }) => name)).toStrictEqual(readResults().documents.map(({ name }) => name))
    expect(results.filter(({ sandbox }) => sandbox.serverErrors > 0)).toStrictEqual([])
    expect(results.flatMap(findUnexplained)).toStrictEqual([])
  })

  it.each(startedDocuments)('start: $title', async (document) => {
    await using sandbox = await serveDocument(await bundle(document))
    const response = await fetch(`${sandbox.url}/no/such/path`)
    expect(response.status).toBe(404)
    expect(sandbox.defects).toStrictEqual([])
  })
})
