import { describe, expect, it } from 'vitest'
import type { WireRequest } from '../wire/wire-request.ts'
import { mergeRequest } from './merge-request.ts'

const request = (more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'PUT',
  target: '/pets/1?v=1',
  headers: [
    ['accept', '*/*'],
    ['x-owner', 'o1'],
  ],
  body: '{"owner":"o1"}',
  ...more,
})

const before = request()
const after = request({
  target: '/pets/2?v=2',
  headers: [
    ['accept', '*/*'],
    ['x-owner', 'o2'],
  ],
  body: '{"owner":"o2"}',
})

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('mergeRequest', () => {
  it('makes what the values made by the new values', () => {
    expect(mergeRequest(before, before, after)).toStrictEqual(after)
  })

  it('keeps an altered query on a new path', () => {
    expect(mergeRequest(request({ target: '/pets/1?v=1&v=9' }), before, after).target).toBe('/pets/2?v=1&v=9')
  })

  it('keeps an altered path with a new query', () => {
    expect(mergeRequest(request({ target: '/dogs/1?v=1' }), before, after).target).toBe('/dogs/1?v=2')
  })

  it('keeps a method, headers and a body of its own', () => {
    const sent = request({ method: 'POST', headers: [['accept', 'text/css'], ['x-owner', 'o1'], ['x-more', '1']], body: '{' }) // prettier-ignore
    expect(mergeRequest(sent, before, after)).toStrictEqual({
      method: 'POST',
      target: '/pets/2?v=2',
      headers: [
        ['accept', 'text/css'],
        ['x-owner', 'o2'],
        ['x-more', '1'],
      ],
      body: '{',
    })
  })

  it('knows bytes again', () => {
    const merge = (sent: string) =>
      mergeRequest(
        request({ body: bytes(sent) }),
        request({ body: bytes('a') }),
        request({ body: bytes('b') }),
      ).body
    expect([merge('a'), merge('c')]).toStrictEqual([bytes('b'), bytes('c')])
  })
})
