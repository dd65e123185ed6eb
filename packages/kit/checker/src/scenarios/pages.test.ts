import { describe, expect, it } from 'vitest'
import type { Exchange } from '../core/exchange.ts'
import type { Json } from '@contract-kit/json-schema/json'
import type { Paging } from '@contract-kit/resources'
import { createSource } from '@contract-kit/resources/testing'
import { findNextPage, type ReadPage } from './pages.ts'
import { createPetStore, loadPetStore } from '../properties/testing/fake-api.ts'
import { runScenario } from '../properties/testing/fake-port.ts'

const BY_OFFSET: Paging = {
  style: 'offset',
  size: 'limit',
  position: 'offset',
  first: 0,
  minSize: 1,
  maxSize: 10,
}
const BY_PAGE: Paging = { ...BY_OFFSET, style: 'page', position: 'page', first: 1 }
const BY_CURSOR: Paging = { ...BY_OFFSET, style: 'cursor', position: 'after' }

const pageOf = (json: Json, more: Partial<ReadPage> = {}, headers = {}): ReadPage => ({
  exchange: createSource({ json, headers }) as unknown as Exchange,
  items: [1, 2].map((id) => ({ id, value: { id } })),
  skipped: 4,
  index: 2,
  size: 2,
  wasNamed: false,
  ...more,
})

const at = (name: string, value: Json) => ({ kind: 'position', override: { location: 'query', name, value } })

describe('findNextPage', () => {
  it('counts items for an offset and pages for a page', () => {
    expect(findNextPage(pageOf([]), BY_OFFSET)).toEqual(at('offset', 6))
    expect(findNextPage(pageOf([]), BY_PAGE)).toEqual(at('page', 4))
  })

  it('ends at a page that is empty or not full', () => {
    expect(findNextPage(pageOf([], { items: [] }), BY_OFFSET)).toEqual({ kind: 'end' })
    expect(findNextPage(pageOf([], { size: 3 }), BY_OFFSET)).toEqual({ kind: 'end' })
  })

  it('ends at the total that the answer tells', () => {
    expect(findNextPage(pageOf({ meta: { total_count: 6 } }), BY_OFFSET)).toEqual({ kind: 'end' })
    expect(findNextPage(pageOf({ meta: { total_count: 7 } }), BY_OFFSET)).toEqual(at('offset', 6))
  })

  it.each<[string, Json, unknown]>([
    ['a cursor', { nextCursor: 'x' }, at('after', 'x')],
    ['a cursor in an envelope', { meta: { page: { end_cursor: 'x' } } }, at('after', 'x')],
    ['a URL', { links: { next: '/pets?after=x' } }, { kind: 'url', reference: '/pets?after=x' }],
    [
      'a link object',
      { _links: { next: { href: 'https://a.test/p' } } },
      { kind: 'url', reference: 'https://a.test/p' },
    ],
    ['an empty cursor', { nextCursor: null }, { kind: 'end' }],
    ['a plain no', { has_more: false, nextCursor: '' }, { kind: 'end' }],
    ['a last page', { last: true }, { kind: 'end' }],
    ['a plain yes', { has_more: true }, at('after', 2)],
    ['nothing', {}, { kind: 'unknown' }],
  ])('reads %s', (_what, json, next) => {
    expect(findNextPage(pageOf(json), BY_CURSOR)).toEqual(next)
  })

  it('ends at a full page without a next one, where a previous page named one', () => {
    expect(findNextPage(pageOf({}, { wasNamed: true }), BY_CURSOR)).toEqual({ kind: 'end' })
    expect(findNextPage(pageOf({ has_more: true }, { wasNamed: true }), BY_CURSOR)).toEqual(at('after', 2))
    expect(findNextPage(pageOf({}, { wasNamed: true }), BY_OFFSET)).toEqual(at('offset', 6))
  })

  it('goes by the Link header before all else', () => {
    const link = '</p?c=0>; rel="prev", </p?c=2>; title="a, b"; rel="next"'
    expect(findNextPage(pageOf({ has_more: false }, {}, { link }), BY_CURSOR)).toEqual({
      kind: 'url',
      reference: '/p?c=2',
    })
    expect(findNextPage(pageOf({ has_more: true }, {}, { link: '</p>; rel=first' }), BY_CURSOR)).toEqual({
      kind: 'end',
    })
  })

  it('takes a list without any paging for whole', () => {
    expect(findNextPage(pageOf([], { size: undefined }), undefined)).toEqual({ kind: 'end' })
  })
})

describe('listAfter', () => {
  it('reads every page of a list too long for one response', async () => {
    const document = await loadPetStore()
    const store = createPetStore()
    for (let made = 0; made < 60; made += 1) store('POST', '/pets', '{"name":"old"}')
    const { log } = await runScenario(document, 'life-cycle /pets/{}', store)
    expect(log.slice(0, 8)).toEqual([
      'GET /pets?limit=50 200',
      'GET /pets?limit=50&offset=50 200',
      'POST /pets 201',
      'GET /pets/61 200',
      'GET /pets/61 200',
      'GET /pets?limit=50 200',
      'GET /pets?limit=50&offset=50 200',
      'GET /pets?limit=50 200',
    ])
  })
})
