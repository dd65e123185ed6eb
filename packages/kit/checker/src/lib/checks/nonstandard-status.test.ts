import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { nonstandardStatus } from './nonstandard-status.ts'

const exchange = await createRig(oneOperation())

describe('nonstandardStatus', () => {
  it.each([0, 99, 600, 799])('accuses %i', (status) => {
    expect(nonstandardStatus.verify(exchange({ operation: 'act', status }))).toMatchObject([
      { operationId: 'act', message: `The ${status} answer of act has a status outside 100 to 599.` },
    ])
  })

  it.each([100, 299, 599])('takes %i', (status) => {
    expect(nonstandardStatus.verify(exchange({ operation: 'act', status }))).toEqual([])
  })
})
