import { describe, expect, it } from 'vitest'
import { suggest } from './nearest-name.ts'

const many = Array.from({ length: 13 }, (_name, index) => `operation-${index}`)

describe('suggest', () => {
  it.each([
    [['url', 'seed'], 'ulr', '; did you mean url?'],
    [['getPet', 'listPets'], 'getpets', '; did you mean getPet?'],
    [['fuzz', 'stateful'], 'all', '; the known ones are fuzz, stateful.'],
    [many, 'all', '.'],
    [[], 'all', '.'],
  ])('of %j for %s ends "%s"', (names, given, expected) => {
    expect(suggest(names, given)).toBe(expected)
  })
})
