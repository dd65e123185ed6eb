import { describe, expect, it } from 'vitest'
import { parseLinkHeader } from './link-header.ts'

describe('parseLinkHeader', () => {
  it('reads links with their relations', () => {
    expect(
      parseLinkHeader(
        '</p?c=0,1>; rel="prev", <https://a.test/p>; title="a, b; c"; REL="next last", </x>; rel=up',
      ),
    ).toEqual([
      { reference: '/p?c=0,1', relations: ['prev'] },
      { reference: 'https://a.test/p', relations: ['next', 'last'] },
      { reference: '/x', relations: ['up'] },
    ])
  })

  it('passes over what is no link', () => {
    expect(parseLinkHeader('next; rel=next')).toEqual([])
    expect(parseLinkHeader('</a>')).toEqual([{ reference: '/a', relations: [] }])
  })
})
