import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { jsonResponse, oneOperation } from '../../../test/one-operation.ts'
import { headMismatch } from './head-mismatch.ts'

const exchange = await createRig(oneOperation())
const counts = {
  'X-Total-Count': { required: true, schema: { type: 'integer' } },
  'X-Plan': { required: true, schema: { type: 'string' } },
} as const
const counted = await createRig(oneOperation({ responses: { 200: jsonResponse({}, { headers: counts }) } }))
const get = exchange({ operation: 'act', status: 200, json: { a: 1 } })
const judge = (status: number, draft: Partial<ExchangeDraft> = {}) =>
  headMismatch.verify(
    exchange({
      request: { method: 'HEAD', target: '/things' },
      headers: { 'content-type': 'application/json' },
      status,
      history: [get],
      ...draft,
    }),
  )

describe('headMismatch', () => {
  it('is content with the same answer', () => {
    expect(judge(200)).toEqual([])
    expect(
      judge(200, { headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': '7' } }),
    ).toEqual([])
  })

  it('accuses another status', () => {
    expect(judge(404)).toMatchObject([
      {
        operationId: null,
        message: 'The 404 response to HEAD /things differs from the 200 that GET returns.',
      },
    ])
  })

  it('accuses another media type', () => {
    expect(judge(200, { headers: { 'content-type': 'text/html' } })).toHaveLength(1)
    expect(judge(200, { headers: {} })).toHaveLength(1)
  })

  it('accuses a body, and the announcement of none', () => {
    expect(judge(200, { text: '{}' })).toMatchObject([
      { message: 'The 200 response to HEAD /things has a body.' },
    ])
    expect(
      judge(200, { headers: { 'content-type': 'application/json', 'content-length': '0' } }),
    ).toHaveLength(1)
  })

  describe('after two reads', () => {
    const headers = {
      'content-type': 'application/json',
      etag: '"a"',
      'x-total-count': '2',
      'x-plan': 'free',
      'x-took': '1',
    }
    const read = (own: Readonly<Record<string, string>> = {}) =>
      counted({ operation: 'act', status: 200, json: { a: 1 }, headers: { ...headers, ...own } })
    const look = (own: Readonly<Record<string, string>>, history = [read(), read()]) =>
      headMismatch.verify(
        counted({ request: { method: 'HEAD', target: '/things' }, status: 200, headers: own, history }),
      )

    it('accuses another tag, length or count, and a required header that is left out', () => {
      expect(look(headers)).toEqual([])
      expect(look({ ...headers, etag: '"b"' })).toHaveLength(1)
      expect(look({ ...headers, 'x-total-count': '0' })).toHaveLength(1)
      expect(look({ 'content-type': 'application/json', 'x-total-count': '2' })).toHaveLength(1)
    })

    it('bears with a header that changes by itself, says nothing of the content, is not required, or is counted', () => {
      expect(look({ ...headers, etag: '"b"' }, [read()])).toEqual([])
      expect(look({ ...headers, etag: '"b"' }, [read(), read({ etag: '"c"' })])).toEqual([])
      expect(look({ ...headers, 'x-took': '2' })).toEqual([])
      expect(look({ 'content-type': 'application/json', 'x-plan': 'free' })).toEqual([])
      expect(look({ ...headers, etag: '"b"', 'content-encoding': 'gzip' })).toEqual([])
    })
  })

  it.each([429, 500, 501])('bears with %i', (status) => {
    expect(judge(status)).toEqual([])
  })

  it('believes 405 that says what is allowed', () => {
    const worked = exchange({ request: { method: 'HEAD', target: '/others' }, status: 200 })
    expect(judge(405, { headers: { allow: 'GET, POST' } })).toEqual([])
    expect(judge(405, { headers: { allow: 'GET, HEAD' } })).toHaveLength(1)
    expect(judge(405, { headers: { allow: 'GET, POST' }, history: [worked, get] })).toHaveLength(1)
    expect(judge(405, { headers: {} })).toHaveLength(1)
  })

  it('says nothing without a successful GET of the same', () => {
    expect(judge(404, { history: [] })).toEqual([])
    expect(judge(404, { history: [exchange({ operation: 'act', status: 404 })] })).toEqual([])
    expect(judge(404, { request: { method: 'HEAD', target: '/things?x=1' } })).toEqual([])
  })

  it('says nothing of GET', () => {
    expect(headMismatch.verify(exchange({ operation: 'act', status: 404, history: [get] }))).toEqual([])
  })
})
