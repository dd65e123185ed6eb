import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRules } from './read-rules.ts'

describe('readRules', () => {
  it('reads the catalogue in the order of the specification', () => {
    const names = readRules(join(import.meta.dirname, '../../../openapi/catalogue')).map(
      ({ section }) => section,
    )
    expect(names.slice(0, 4)).toEqual(['1', '2', '2.1', '2.2'])
    expect(names.indexOf('2.9')).toBeLessThan(names.indexOf('2.10'))
    expect(names.slice(-2)).toEqual(['D13', 'D14'])
  })
})
