import { describe, expect, it } from 'vitest'
import { loadPaths, makes, objectOf, reads, TEXT } from '@contract-kit/openapi/testing'
import { Patience } from './patience.ts'

const NOTE = objectOf({ text: TEXT })
const { operations } = await loadPaths({ '/notes': makes(NOTE, NOTE), '/notes/{id}': reads(NOTE) })

describe('Patience', () => {
  it.each([
    ['five silences running', [false, false, false, false, false], true],
    ['four silences', [false, false, false, false], false],
    ['a response in between', [false, false, false, false, true, false, false, false, false], false],
  ])('is lost with an operation after %s: %j', (_title, heard, isLost) => {
    for (const operation of [operations[0], undefined]) {
      const patience = new Patience()
      for (const hasResponse of heard) patience.note(operation, hasResponse)
      expect(patience.isLostWith(operation)).toBe(isLost)
      expect(patience.isLostWith(operations[1])).toBe(false)
      expect(patience.givenUp).toStrictEqual(isLost && operation !== undefined ? [operation] : [])
    }
  })
})
