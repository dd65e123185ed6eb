import { describe, expect, it } from 'vitest'
import type { Json } from '@contract-kit/json-schema/json'
import { parseLinkHeader, readPageMarkers } from './page-markers.ts'
import { createSource } from '../test/create-source.ts'

describe('readPageMarkers', () => {
  it.each<[json: Json, headers: Readonly<Record<string, string>>, markers: object]>([
    [[], { link: '</p?page=1>; rel="prev"' }, { hasMore: false, previous: '/p?page=1' }],
    [{ next: null }, {}, { hasMore: false, isNextTold: true }],
    [{ items: [] }, {}, { hasMore: undefined }],
    [[], { link: '</p?page=3>; rel="next"' }, { hasMore: true, link: '/p?page=3' }],
    [{ meta: { nextCursor: 'c' } }, {}, { hasMore: true, next: 'c' }],
    [
      { total: 3, links: { prev: { href: '/p?page=1' } } },
      { 'x-total-count': '4' },
      { total: 3, counted: 4, previous: '/p?page=1' },
    ],
    [{ totalSize: 3 }, {}, { total: 3 }],
    [{ prev: 'cursor' }, { 'x-total-count': 'many' }, { counted: undefined, previous: undefined }],
  ])('reads of %j and %j: %j', (json, headers, markers) => {
    expect(readPageMarkers(createSource({ json, headers }).response)).toMatchObject(markers)
  })
})

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

  it('skips text that is not a link', () => {
    expect(parseLinkHeader('next; rel=next')).toEqual([])
    expect(parseLinkHeader('</a>')).toEqual([{ reference: '/a', relations: [] }])
  })
})
