import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { missingRequiredHeader } from './missing-required-header.ts'
import { negativeDataRejection } from './negative-data-rejection.ts'

const parameters = [
  { name: 'X-Desk', in: 'header', required: true, schema: { type: 'string', maxLength: 2 } },
]
const exchange = await createRig(oneOperation({ parameters }))

describe('missingRequiredHeader', () => {
  it('owns the missing header alone', () => {
    const seen = exchange({ operation: 'act', mode: 'negative', status: 200 })
    expect(negativeDataRejection.verify(seen)).toEqual([])
    expect(missingRequiredHeader.verify(seen)).toMatchObject([
      {
        operationId: 'act',
        message: 'The 200 answer of act accepts a request without the required header X-Desk.',
      },
    ])
  })

  it('leaves a wrong value to another check', () => {
    const seen = exchange({ operation: 'act', header: { 'X-Desk': 'long' }, mode: 'negative', status: 200 })
    expect(missingRequiredHeader.verify(seen)).toEqual([])
    expect(negativeDataRejection.verify(seen)).toHaveLength(1)
  })

  it('is content with a refusal', () => {
    expect(
      missingRequiredHeader.verify(exchange({ operation: 'act', mode: 'negative', status: 400 })),
    ).toEqual([])
  })
})
