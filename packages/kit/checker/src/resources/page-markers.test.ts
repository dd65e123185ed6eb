import { describe, expect, it } from 'vitest'
import type { Json } from '../json-schema/base/json.ts'
import { parseLinkHeader, readPageMarkers } from './page-markers.ts'
import { createSource } from '../../test/paths.ts'

const markersOf = (json: Json, headers: Readonly<Record<string, string>> = {}) =>
  readPageMarkers(createSource({ json, headers }).answer)

describe('readPageMarkers', () => {
  it('knows the last page by what is told of others', () => {
    expect(markersOf([], { link: '</p?page=1>; rel="prev"' })).toMatchObject({
      hasMore: false,
      previous: '/p?page=1',
    })
    expect(markersOf({ next: null })).toMatchObject({ hasMore: false, isNextTold: true })
    expect(markersOf({ items: [] }).hasMore).toBeUndefined()
  })

  it('knows that there is more', () => {
    expect(markersOf([], { link: '</p?page=3>; rel="next"' })).toMatchObject({
      hasMore: true,
      link: '/p?page=3',
    })
    expect(markersOf({ meta: { nextCursor: 'c' } })).toMatchObject({ hasMore: true, next: 'c' })
  })

  it('reads totals and the page before', () => {
    expect(
      markersOf({ total: 3, links: { prev: { href: '/p?page=1' } } }, { 'x-total-count': '4' }),
    ).toMatchObject({ total: 3, counted: 4, previous: '/p?page=1' })
    expect(markersOf({ prev: 'cursor' }, { 'x-total-count': 'many' })).toMatchObject({
      counted: undefined,
      previous: undefined,
    })
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

  it('passes over what is no link', () => {
    expect(parseLinkHeader('next; rel=next')).toEqual([])
    expect(parseLinkHeader('</a>')).toEqual([{ reference: '/a', relations: [] }])
  })
})
