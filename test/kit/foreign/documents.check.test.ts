import { describe, expect, inject, it } from 'vitest'
import { foreignDocuments } from './documents.ts'
import { readTable } from './results.ts'
import { runDocuments } from './run-documents.ts'

const isChosen = ({ name }: { readonly name: string }): boolean =>
  inject('depth') === 'nightly' || name === 'galaxy'

describe('documents of other APIs', () => {
  it.for(foreignDocuments.filter(isChosen))(
    '$title: every command does as the table says',
    async (document) => {
      expect(await runDocuments([document])).toStrictEqual(
        readTable().filter(({ name }) => name === document.name),
      )
    },
  )

  it('are those of the table', () => {
    expect(readTable().map(({ name }) => name)).toStrictEqual(foreignDocuments.map(({ name }) => name))
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
