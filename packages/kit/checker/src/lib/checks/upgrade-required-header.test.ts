import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { upgradeRequiredHeader } from './upgrade-required-header.ts'

const exchange = await createRig(oneOperation())

describe('upgradeRequiredHeader', () => {
  it('accuses 426 without a protocol', () => {
    expect(upgradeRequiredHeader.verify(exchange({ operation: 'act', status: 426 }))).toMatchObject([
      { operationId: 'act' },
    ])
  })

  it('is content with a protocol, and with other statuses', () => {
    expect(
      upgradeRequiredHeader.verify(
        exchange({ operation: 'act', status: 426, headers: { upgrade: 'websocket' } }),
      ),
    ).toEqual([])
    expect(upgradeRequiredHeader.verify(exchange({ operation: 'act', status: 400 }))).toEqual([])
  })
})
