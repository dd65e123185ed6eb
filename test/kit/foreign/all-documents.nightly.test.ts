import { describe, expect, it } from 'vitest'
import { foreignDocuments } from './documents.ts'
import { runDocuments } from './run-documents.ts'
import { readTable } from './table.ts'

describe('documents of other APIs', () => {
  it('pass every command as the committed table says', async () => {
    expect(await runDocuments(foreignDocuments)).toStrictEqual(readTable())
  })

  it('never make a command fail', () => {
    const failed = readTable().flatMap(({ name, steps }) =>
      Object.entries(steps).flatMap(([step, { result }]) =>
        result === 'failed' ? [`${name}: ${step}`] : [],
      ),
    )
    expect(failed).toStrictEqual([])
  })
})
