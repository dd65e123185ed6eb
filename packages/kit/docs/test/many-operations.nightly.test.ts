import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { buildSite } from '../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'docs-many-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('buildSite', () => {
  it('takes a document of 600 operations', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [
        `/things-${index}/{id}`,
        {
          get: {
            operationId: `getThing${index}`,
            tags: [`Tag ${index % 30}`],
            responses: { '200': { description: 'OK' } },
          },
        },
      ]),
    )
    const document = { openapi: '3.1.0', info: { title: 'Many', version: '1' }, paths }
    const { warnings } = await buildSite({ outDir: folder, documents: [{ document }] })
    expect(warnings).toStrictEqual([])
    const home = readFileSync(join(folder, 'index.html'), 'utf8')
    expect(home.match(/<code>getThing/g)).toHaveLength(600)
    expect(home).not.toContain('search-index.js')
  })
})
