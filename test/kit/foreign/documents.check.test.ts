import { describe, expect, inject, it } from 'vitest'
import { foreignDocuments } from './documents.ts'
import { readTable } from './results.ts'
import { runDocuments } from './run-documents.ts'

const isChosen = ({ name }: { readonly name: string }): boolean =>
  inject('depth') === 'nightly' || name === 'galaxy'

describe('documents of other APIs', () => {
  it('pass every command as the committed table says', async () => {
    expect(await runDocuments(foreignDocuments.filter(isChosen))).toStrictEqual(readTable().filter(isChosen))
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
