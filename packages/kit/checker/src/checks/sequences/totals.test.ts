import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import { totalMismatch } from './totals.ts'

const verify = (...drafts: ExchangeDraft[]) => totalMismatch.verify(lastOf(...drafts))

const list = (step: string, ids: readonly string[], told: object, query = {}): ExchangeDraft => ({
  ...steps.list(step, [], { query }),
  json: { items: ids.map((id) => ({ id })), ...told },
})

describe('totalMismatch', () => {
  it('accuses a total that is less than what is shown', () => {
    expect(verify(list('link', ['a', 'b'], { total: 1 }))).toMatchObject([
      { message: 'The 200 response of listPets has a total that differs from the number of items.' },
    ])
    expect(verify(list('link', ['a', 'b'], { meta: { total_count: 1 } }))).toHaveLength(1)
    expect(verify(list('link', ['a', 'b'], { total: 7 }))).toEqual([])
    expect(verify(list('link', ['a', 'b'], { page: { size: 1 } }))).toEqual([])
  })

  it('accuses a total that counts the page', () => {
    const pages = [list('page-1', ['a', 'b'], { total: 2 }), list('page-2', ['c'], { total: 1 })]
    expect(verify(...pages)).toHaveLength(1)
    expect(verify(...pages.slice(0, 1), list('page-2', ['c'], { total: 3 }))).toEqual([])
  })

  it('accuses a total that is more than all pages have', () => {
    const pages = (told: object) => [
      list('page-1', ['a'], { total: 3, has_more: true }),
      list('page-2', ['b'], told),
    ]
    const all = list('list-all', ['a', 'b'], { total: 3 })
    expect(verify(...pages({ total: 3, has_more: false }), all)).toHaveLength(1)
    expect(verify(...pages({ total: 2, has_more: false }), all)).toEqual([])
    // A short page need not be the last one.
    expect(verify(...pages({ total: 3 }), all)).toEqual([])
    expect(verify(...pages({ total: 3, has_more: false }), list('list-all', ['a', 'b', 'c'], {}))).toEqual([])
  })

  it('claims nothing of a total beside a filter that may count everything', () => {
    const whole = list('list-page', ['a', 'b'], { total: 2, has_more: false })
    expect(verify(whole, list('filter', ['a'], { total: 2, has_more: false }, { kind: 'cat' }))).toEqual([])
  })
})

const header = (description: string) => ({ 'X-Total-Count': { description, schema: { type: 'integer' } } })
const things = (description: string) => ({
  paths: {
    '/things': {
      get: {
        operationId: 'list',
        parameters: [{ name: 'kind', in: 'query', schema: { type: 'string' } }],
        responses: { 200: { ...jsonResponse({ type: 'array', items: {} }), headers: header(description) } },
      },
      post: { operationId: 'make', requestBody: jsonBody({}), responses: { 201: jsonResponse({}) } },
    },
    '/things/{id}': {
      get: {
        operationId: 'get',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: jsonResponse({}) },
      },
    },
  },
})

const judge = async (description: string, first: Partial<ExchangeDraft>, last: Partial<ExchangeDraft>) => {
  const rig = await createRig(things(description))
  const draft = { operation: 'list', status: 200 }
  const before = rig({ ...draft, ...first })
  return totalMismatch.verify(rig({ ...draft, ...last, history: [before] }))
}

const shown = (step: string, ids: readonly string[], total: number, query = {}) => ({
  step,
  query,
  json: ids.map((id) => ({ id })),
  headers: { 'content-type': 'application/json', 'x-total-count': String(total) },
})

describe('totalMismatch by header', () => {
  it('accuses one that overlooks the filter, where it counts what matches', async () => {
    const whole = shown('list-page', ['a', 'b'], 2)
    const one = shown('filter', ['a'], 2, { kind: 'x' })
    expect(await judge('How many there are on all pages.', whole, one)).toHaveLength(1)
    expect(await judge('How many there are.', whole, one)).toEqual([])
  })

  it('accuses one that is more than a list has that grows', async () => {
    const text = 'How many there are.'
    const before = shown('list-before', ['a'], 2)
    expect(await judge(text, before, shown('list-after-create', ['a', 'b'], 3))).toHaveLength(1)
    expect(await judge(text, before, shown('list-after-create', ['a'], 3))).toEqual([])
    expect(
      await judge('An estimate, approximate.', before, shown('list-after-create', ['a', 'b'], 3)),
    ).toEqual([])
  })
})
