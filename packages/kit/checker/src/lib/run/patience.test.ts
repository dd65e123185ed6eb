import { describe, expect, it } from 'vitest'
import type { ApiOperation } from '../document/api-document.ts'
import { loadDocument } from '../document/load-document.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { Patience } from './patience.ts'

const act = async (): Promise<ApiOperation> => {
  const { operations } = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'One', version: '1' },
    ...oneOperation(),
  })
  if (operations[0] === undefined) throw new Error('There is no operation.')
  return operations[0]
}

const noteTimes = (patience: Patience, operation: ApiOperation | undefined, count: number): void => {
  for (let index = 0; index < count; index += 1) patience.note(operation, false)
}

describe('Patience', () => {
  it('is lost after five silences running', async () => {
    const operation = await act()
    const patience = new Patience()
    noteTimes(patience, operation, 4)
    expect(patience.isLostWith(operation)).toBe(false)
    noteTimes(patience, operation, 1)
    expect(patience.isLostWith(operation)).toBe(true)
    expect(patience.givenUp).toStrictEqual([operation])
  })

  it('begins anew with every answer', async () => {
    const operation = await act()
    const patience = new Patience()
    noteTimes(patience, operation, 4)
    patience.note(operation, true)
    noteTimes(patience, operation, 4)
    expect(patience.isLostWith(operation)).toBe(false)
  })

  it('keeps what is not declared apart', async () => {
    const patience = new Patience()
    noteTimes(patience, undefined, 5)
    expect(patience.isLostWith(undefined)).toBe(true)
    expect(patience.isLostWith(await act())).toBe(false)
    expect(patience.givenUp).toStrictEqual([])
  })
})
