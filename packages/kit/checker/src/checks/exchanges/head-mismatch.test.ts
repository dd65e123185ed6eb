import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { headMismatch } from './head-mismatch.ts'

const exchange = await createRig(oneOperation())
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
      { operationId: null, message: 'The 404 answer to HEAD /things differs from the 200 that GET gives.' },
    ])
  })

  it('accuses another media type', () => {
    expect(judge(200, { headers: { 'content-type': 'text/html' } })).toHaveLength(1)
    expect(judge(200, { headers: {} })).toHaveLength(1)
  })

  it('accuses a body, and the announcement of none', () => {
    expect(judge(200, { text: '{}' })).toMatchObject([
      { message: 'The 200 answer to HEAD /things has a body.' },
    ])
    expect(
      judge(200, { headers: { 'content-type': 'application/json', 'content-length': '0' } }),
    ).toHaveLength(1)
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
