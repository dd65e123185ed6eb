import { describe, expect, it } from 'vitest'
import { foreignDocuments } from './documents.ts'
import { runDocuments } from './run-documents.ts'
import { readTable } from './table.ts'

/** A small API in OpenAPI 3.1 and one construct in 3.0; `npm run check:nightly` runs all. */
const names = ['galaxy', 'circular']

describe('two documents of other APIs', () => {
  it('pass every command as the committed table says', { timeout: 120_000 }, async () => {
    const chosen = foreignDocuments.filter(({ name }) => names.includes(name))
    expect(await runDocuments(chosen)).toStrictEqual(readTable().filter(({ name }) => names.includes(name)))
  })
})
