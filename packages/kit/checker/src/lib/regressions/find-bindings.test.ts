import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { memoDocument } from '../../../test/memo-api.ts'
import type { Case, Exchange } from '../run/exchange.ts'
import { findBindings } from './find-bindings.ts'

const document = {
  ...memoDocument,
  paths: {
    ...memoDocument.paths,
    '/pages': {
      get: {
        operationId: 'listPages',
        parameters: [
          { name: 'cursor', in: 'query', schema: { type: 'string' } },
          { name: 'size', in: 'query', schema: { type: 'integer' } },
        ],
        responses: { 200: { description: 'A page.' } },
      },
    },
  },
}

const toExchange = await createRig(document)

const created = (id: string): Exchange =>
  toExchange({ operation: 'createMemo', body: { title: 'a' }, status: 201, json: { id, title: 'a' } })

const caseOf = (draft: Omit<ExchangeDraft, 'status'>): Case => toExchange({ ...draft, status: 200 }).case

const bound = { 'path.memoId': 'createMemo $response.body#/id' }

describe('findBindings', () => {
  it('names the answer that gave an id', () => {
    const sent = caseOf({ operation: 'getMemo', path: { memoId: 'm2' }, boundTo: bound })
    expect(findBindings(sent, [created('m1'), created('m2'), created('m3')])).toStrictEqual([
      { place: 'path.memoId', from: 1, expression: '$response.body#/id' },
    ])
  })

  it('names the last of several answers that gave it', () => {
    const sent = caseOf({ operation: 'getMemo', path: { memoId: 'm1' }, boundTo: bound })
    expect(findBindings(sent, [created('m1'), created('m1'), created('m2')])).toMatchObject([{ from: 1 }])
  })

  it('takes anything that exists where no answer of the sequence gave it', () => {
    const sent = caseOf({ operation: 'getMemo', path: { memoId: 'm9' }, boundTo: bound })
    expect(findBindings(sent, [created('m1')])).toStrictEqual([{ place: 'path.memoId' }])
  })

  it('binds nothing that was generated', () => {
    expect(
      findBindings(caseOf({ operation: 'getMemo', path: { memoId: 'm1' } }), [created('m1')]),
    ).toStrictEqual([])
  })

  it('knows a cursor again by its text', () => {
    const page = toExchange({
      operation: 'listPages',
      status: 200,
      json: { meta: { next: 'cursor-2-of-9', size: '2' } },
    })
    const sent = caseOf({ operation: 'listPages', query: { cursor: 'cursor-2-of-9', size: 2 } })
    expect(findBindings(sent, [page])).toStrictEqual([
      { place: 'query.cursor', from: 0, expression: '$response.body#/meta/next' },
    ])
  })

  it.each<[string, Partial<ExchangeDraft>, string]>([
    ['Location', { headers: { location: 'http://api.test/v1/memos/m2' } }, '$response.header.location'],
    ['relative Location', { headers: { location: 'memos/m2' } }, '$response.header.location'],
    [
      'Content-Location',
      { headers: { 'content-location': '/memos/m2' } },
      '$response.header.content-location',
    ],
    ['link in the body', { json: { links: [{ href: '/memos/m2' }] } }, '$response.body#/links/0/href'],
    [
      'Link header',
      { headers: { link: '</memos/m1>; rel="prev", </memos/m2>; rel="next"' } },
      '$response.header.link#regex:<([^>]*)>[^,]*?;\\s*rel="?[^",;]*\\bnext\\b',
    ],
  ])('follows a %s', (_name, answer, expression) => {
    const earlier = toExchange({ operation: 'createMemo', body: { title: 'a' }, status: 201, ...answer })
    const sent = caseOf({
      operation: 'getMemo',
      path: { memoId: 'm2' },
      request: { target: '/memos/m2?from=link' },
    })
    const followed = { ...sent, request: { ...sent.request, target: '/memos/m2' }, values: undefined }
    expect(findBindings(followed, [earlier])).toStrictEqual([{ place: 'target', from: 0, expression }])
  })

  it('asks an undeclared method where the declared one was asked', () => {
    const got = toExchange({ operation: 'getMemo', path: { memoId: 'm2' }, status: 200 })
    const sent = caseOf({ request: { method: 'PATCH', target: '/memos/m2' }, template: '/memos/{memoId}' })
    expect(findBindings(sent, [got])).toStrictEqual([{ place: 'target', from: 0, expression: '$url' }])
    expect(findBindings(sent, [])).toStrictEqual([{ place: 'target' }])
  })

  it('leaves an undeclared path as it was', () => {
    expect(findBindings(caseOf({ request: { target: '/debug' } }), [])).toStrictEqual([])
  })

  it('binds the values under an altered query', () => {
    const sent = caseOf({
      operation: 'getMemo',
      path: { memoId: 'm1' },
      boundTo: bound,
      request: { target: '/memos/m1?x=1' },
    })
    expect(findBindings(sent, [created('m1')])).toStrictEqual([
      { place: 'path.memoId', from: 0, expression: '$response.body#/id' },
    ])
  })
})
