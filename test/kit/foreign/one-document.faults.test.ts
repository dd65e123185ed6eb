import { describe, expect, it } from 'vitest'
import { foreignDocuments } from './documents.ts'
import { runDocuments } from './run-documents.ts'
import { readTable } from './table.ts'

describe('a small document of another API', () => {
  it('passes every command as the committed table says', async () => {
    const chosen = foreignDocuments.filter(({ name }) => name === 'galaxy')
    expect(await runDocuments(chosen)).toStrictEqual(readTable().filter(({ name }) => name === 'galaxy'))
  })
})
