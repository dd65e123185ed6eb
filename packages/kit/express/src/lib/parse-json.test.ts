import { describe, expect, it } from 'vitest'
import { JSON_LIMITS, parseJson } from './parse-json.ts'

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

const list = (length: number): string => JSON.stringify(Array(length).fill(0))

describe('parseJson', () => {
  it.each(['{"a":[1,"]",null]}', '[]', '"x"', 'null', '"\\"["'])('reads %s', (text) => {
    expect(parseJson(text)).toEqual({ kind: 'value', value: JSON.parse(text) })
  })
  it.each(['', ' ', '{', '{"a":}', "{'a':1}", '[1,]', 'NaN', '"\u0001"', '{}{}'])(
    'finds %j malformed',
    (text) => {
      expect(parseJson(text)).toEqual({ kind: 'malformed' })
    },
  )
  it('lets the last of repeated names count', () => {
    expect(parseJson('{"a":1,"a":2}')).toEqual({ kind: 'value', value: { a: 2 } })
  })
  it('leaves out __proto__ however it is written', () => {
    expect(parseJson('{"__proto__":{"a":1},"\\u005f_proto__":2,"b":{"__proto__":1}}')).toEqual({
      kind: 'value',
      value: { b: {} },
    })
  })
  it('refuses nesting beyond the limit', () => {
    expect(parseJson(nested(JSON_LIMITS.depth)).kind).toBe('value')
    expect(parseJson(nested(JSON_LIMITS.depth + 1)).kind).toBe('excessive')
    expect(parseJson('['.repeat(250_000)).kind).toBe('excessive')
  })
  it('refuses more values than the limit', () => {
    expect(parseJson(list(JSON_LIMITS.values)).kind).toBe('value')
    expect(parseJson(list(JSON_LIMITS.values + 1)).kind).toBe('excessive')
  })
  it('counts no bracket or comma inside a string', () => {
    expect(parseJson(JSON.stringify('[,\\"'.repeat(50_000))).kind).toBe('value')
  })
})
