import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { slowResponse } from './slow-response.ts'

const exchange = await createRig(oneOperation())
const judge = (elapsedMs: number, maxResponseTimeMs: number | undefined) =>
  slowResponse.verify(exchange({ operation: 'act', status: 200, elapsedMs, settings: { maxResponseTimeMs } }))

describe('slowResponse', () => {
  it('accuses what takes longer than allowed', () => {
    expect(judge(101, 100)).toMatchObject([
      { operationId: 'act', message: 'The 200 answer of act took longer than 100 ms.' },
    ])
    expect(judge(100, 100)).toEqual([])
  })

  it('is off without a limit', () => {
    expect(judge(100_000, undefined)).toEqual([])
  })
})
