import { describe, expect, it } from 'vitest'
import { spellOneWay } from './spell-one-way.ts'

describe('spellOneWay', () => {
  it('leaves out what holds anyway', () => {
    const said = {
      required: false,
      deprecated: false,
      readOnly: false,
      writeOnly: false,
      uniqueItems: false,
      allowEmptyValue: false,
      allowReserved: false,
      additionalProperties: true,
      unevaluatedProperties: true,
      minLength: 0,
      minItems: 0,
      minProperties: 0,
    }
    expect(spellOneWay({ said })).toStrictEqual({ said: {} })
    expect(spellOneWay({ required: [], deprecated: true, additionalProperties: false })).toStrictEqual({
      deprecated: true,
      additionalProperties: false,
    })
  })

  it('leaves out how a parameter is written anyway', () => {
    const inQuery = { in: 'query', style: 'form', explode: true }
    const inPath = { in: 'path', style: 'simple', explode: false }
    const inCookie = { in: 'cookie', style: 'form', explode: false }
    const inPipes = { in: 'query', style: 'pipeDelimited', explode: true }
    expect([inQuery, inPath, inCookie, inPipes].map(spellOneWay)).toStrictEqual([
      { in: 'query' },
      { in: 'path' },
      { in: 'cookie', explode: false },
      inPipes,
    ])
  })

  it('puts sets in order, and no other list', () => {
    const lists = { enum: ['b', 'a'], required: ['b', 'a'], type: ['string', 'null'], tags: ['b', 'a'] }
    expect(spellOneWay(lists)).toStrictEqual({
      enum: ['a', 'b'],
      required: ['a', 'b'],
      type: ['null', 'string'],
      tags: ['b', 'a'],
    })
  })

  it('takes one allowed value for an enum', () => {
    expect(spellOneWay({ items: { const: 'buy' } })).toStrictEqual({ items: { enum: ['buy'] } })
  })

  it('leaves data and names alone', () => {
    const names = { const: {}, deprecated: {}, example: { type: 'string' } }
    const document = {
      default: { required: false },
      examples: { one: { value: { const: 1 } } },
      example: [{ minLength: 0 }],
      properties: names,
      components: { headers: names },
    }
    expect(spellOneWay(document)).toStrictEqual(document)
    expect(spellOneWay({ properties: { example: { const: 1 } } })).toStrictEqual({
      properties: { example: { enum: [1] } },
    })
  })
})
