import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { operationTable } from '@giftcards/contract'
import { sandboxOperationTable } from '@giftcards/contract/sandbox'
import { describe, expect, it } from 'vitest'
import { operationRows } from './generated/operations.ts'
import { operationRows as controlRows } from './generated/sandbox-operations.ts'
import type { OperationRow } from './lib/operation-row.ts'

const generator = join(import.meta.dirname, '../scripts/generate.ts')

/** The operations whose rows have one answer to the question when they may be repeated. */
const repeating = (rows: Readonly<Record<string, OperationRow>>, when: number): readonly string[] =>
  Object.entries(rows).flatMap(([id, [, , repeat]]) => (repeat === when ? [id] : []))

describe('operationRows', () => {
  it('are those of the contract', () => {
    const rows = Object.entries(operationRows).map(([id, [method, path]]) => [id, method.toLowerCase(), path])
    expect(rows).toEqual(
      Object.values(operationTable).map(({ operationId, method, path }) => [operationId, method, path]),
    )
  })

  it('of controls are those of their document', () => {
    expect(Object.keys(controlRows)).toEqual(Object.keys(sandboxOperationTable))
  })

  it('know what must not be done twice', () => {
    expect(repeating(operationRows, 0)).toEqual(['addCards', 'adjustCardQuantity', 'applyCoupon'])
    expect(repeating(operationRows, 2)).toEqual(['checkout'])
    expect(repeating(controlRows, 0)).toEqual(['advanceClock', 'spendWalletCard'])
    expect(repeating(controlRows, 2)).toEqual(['depositToDrawdown'])
  })
})

describe('src/generated', () => {
  it('is what the generator makes of the contract', () => {
    expect(execFileSync(process.execPath, [generator, '--check'], { encoding: 'utf8' })).toBe('')
  })
})
