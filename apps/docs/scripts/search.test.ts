import { join } from 'node:path'
import { readSearch } from '@contract-kit/docs'
import { describe, expect, it } from 'vitest'
import { searchQuestions } from './search-questions.ts'
import { searchSynonyms } from './search-synonyms.ts'

const search = readSearch(join(import.meta.dirname, '../dist'))

/** The first result of a query; a section only if one is expected. */
function findFirst(query: string, wanted: string): string {
  const [{ href } = { href: 'nothing' }] = search(query)
  return wanted.includes('#') ? href : href.replace(/#.*/, '')
}

describe('the search of the docs', () => {
  it.each(Object.entries(searchQuestions))('leads from "%s" to %s', (query, wanted) => {
    expect(findFirst(query, wanted)).toBe(wanted)
  })

  it.each(Object.keys(searchSynonyms))('finds a page of the first part for "%s"', (query) => {
    const [first] = search(query, 0)
    expect(search(query)[0]).toStrictEqual(first)
  })

  it.each([
    ['8002', '8002 · Kind: credit card · Payment: declined'],
    ['SAVE10 percent', /^SAVE10 · Takes off: 18.46 · /],
    ['toCents RangeError', /^toCents throws a RangeError/],
  ])('shows the passage that has "%s"', (query, passage) => {
    expect(search(query)[0]?.text).toMatch(passage)
  })

  it('finds nothing for a word that no page has', () => {
    expect(search('xylophone')).toStrictEqual([])
  })
})
