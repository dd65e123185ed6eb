import type { Operation } from '@contract-kit/client'
import { operationTable } from '@giftcards/contract'
import { sandboxOperationTable } from '@giftcards/contract/sandbox'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { operations } from '../src/generated/api.ts'
import { operations as controls } from '../src/generated/sandbox-api.ts'
import { usualUserAgent } from '../src/partner-client.ts'

/** The operations that may be retried in one way. */
const retried = (
  all: Readonly<Record<string, Operation>>,
  idempotency: Operation['idempotency'],
): readonly string[] =>
  Object.entries(all).flatMap(([id, operation]) => (operation.idempotency === idempotency ? [id] : []))

describe('operations', () => {
  it('are those of the contract', () => {
    const rows = Object.entries(operations).map(([id, { method, path }]) => [id, method.toLowerCase(), path])
    expect(rows).toEqual(
      Object.values(operationTable).map(({ operationId, method, path }) => [operationId, method, path]),
    )
  })

  it('of the sandbox are those of its document', () => {
    expect(Object.keys(controls)).toEqual(Object.keys(sandboxOperationTable))
  })

  it('know what must not be done twice', () => {
    expect(retried(operations, 'never')).toEqual(['addCards', 'adjustCardQuantity', 'applyCoupon'])
    expect(retried(operations, 'key')).toEqual(['checkout'])
    expect(retried(controls, 'never')).toEqual(['advanceClock', 'spendWalletCard', 'replayRequest'])
    expect(retried(controls, 'key')).toEqual(['depositToDrawdown'])
  })
})

describe('usualUserAgent', () => {
  it('names the version of the package', () => {
    expect(usualUserAgent()).toBe(`giftcards-client/${manifest.version}`)
  })
})
