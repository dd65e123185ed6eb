import { describe, expect, it } from 'vitest'
import type { ExchangeDraft } from '../../../test/create-exchange.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import { paginationLosesOrRepeats } from './paging.ts'

const verify = (...drafts: ExchangeDraft[]) => paginationLosesOrRepeats.verify(lastOf(...drafts))
const list = (step: string, ...ids: unknown[]) =>
  steps.list(
    step,
    ids.map((id) => ({ id })),
  )

const asked = (limit: number) => steps.list('link', [{ id: 'a' }, { id: 'b' }], { query: { limit } })

const found = (limit: number) =>
  verify({ operation: 'searchPets', body: { limit }, status: 200, json: [{ id: 1 }, { id: 2 }] })

describe('paginationLosesOrRepeats', () => {
  it('accuses a page that repeats an item', () => {
    expect(verify(list('page-1', 'a', 'b'), list('page-2', 'b'))).toMatchObject([
      {
        operationId: 'listPets',
        message: 'The 200 response of listPets repeats an item of an earlier page.',
      },
    ])
    expect(verify(list('page-1', 'a', 'b'), list('page-2', 'c'))).toEqual([])
  })

  it('accuses pages that lose what the whole list shows', () => {
    const pages = [list('page-1', 'a'), list('page-2', 'c')]
    expect(verify(...pages, list('list-all', 'a', 'b', 'c'))).toMatchObject([
      { message: 'The 200 response of listPets shows an item that was on none of the pages.' },
    ])
    expect(verify(...pages, list('list-all', 'a', 'c'))).toEqual([])
  })

  it('accuses a page with more than was asked for', () => {
    expect(verify(asked(1))).toMatchObject([
      { message: 'The 200 response of listPets has more items than the requested limit.' },
    ])
    expect(verify(asked(2))).toEqual([])
  })

  it('accuses the pages of another order by themselves', () => {
    const usual = [list('page-1', 'a', 'b'), list('page-2', 'c')]
    expect(verify(...usual, list('page-1', 'c', 'b'))).toEqual([])
    expect(verify(...usual, list('page-1', 'c', 'b'), list('page-2', 'c'))).toHaveLength(1)
  })

  it('accuses a way back that leads nowhere', () => {
    const pages = [list('page-1', 'a'), list('page-2', 'b')]
    expect(verify(...pages, list('list-previous', 'b'))).toMatchObject([
      { message: 'The 200 response of listPets repeats items of the page that links back to it.' },
    ])
    expect(verify(...pages, list('list-previous', 'a'))).toEqual([])
  })

  it('accuses a search that finds more than its body asks for', () => {
    expect(found(1)).toHaveLength(1)
    expect(found(2)).toEqual([])
  })

  it('claims nothing of pages that a parameter narrows', () => {
    const page = { ...list('page-1', 'a'), query: { kind: 'cat' } }
    expect(verify(page, list('list-all', 'a', 'b'))).toEqual([])
  })

  it('claims nothing of items without ids', () => {
    expect(verify(list('page-1', undefined), list('page-2', undefined))).toEqual([])
  })

  it('claims nothing of pages that were not all answered', () => {
    expect(
      verify(list('page-1', 'a'), { ...list('page-2', 'b'), status: 404 }, list('list-all', 'a', 'b')),
    ).toEqual([])
  })
})
