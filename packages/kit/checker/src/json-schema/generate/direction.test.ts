import { describe, expect, it } from 'vitest'
import type { Json } from '../base/json.ts'
import { drawValues } from './fixtures/tangled-schema.ts'

const account = {
  type: 'object',
  required: ['id', 'name', 'password', 'links'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    password: { type: 'string', writeOnly: true },
    links: { allOf: [{ $ref: '#/$defs/links' }] },
  },
  $defs: { links: { type: 'array', readOnly: true } },
}

const namesIn = (values: readonly Json[]): string[] => [
  ...new Set(values.flatMap((value) => Object.keys(value as object))),
]

describe('the direction of validValuesOf', () => {
  it('sends no readOnly property in a request, required or not', () => {
    expect(namesIn(drawValues(account, { direction: 'request' }))).toEqual(['name', 'password'])
  })

  it('sends no writeOnly property in a response', () => {
    expect(namesIn(drawValues(account, { direction: 'response' }))).toEqual(['id', 'name', 'links'])
  })

  it('changes nothing in a plain schema', () => {
    expect(namesIn(drawValues(account))).toEqual(['id', 'name', 'password', 'links'])
  })

  it('heeds a required that stands in another schema of allOf', () => {
    const schema = {
      allOf: [{ required: ['id'] }, { properties: { id: { type: 'integer', readOnly: true } } }],
    }
    expect(namesIn(drawValues(schema, { direction: 'request' }))).toEqual([])
  })

  it('keeps writeOnly values out of maps in a response', () => {
    const schema = { type: 'object', additionalProperties: { type: 'string', writeOnly: true } }
    expect(namesIn(drawValues(schema, { direction: 'response' }))).toEqual([])
    expect(namesIn(drawValues(schema, { direction: 'request' }))).not.toEqual([])
  })

  it('reads conditions by the letter', () => {
    const schema = {
      type: 'object',
      properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
      if: { required: ['id'] },
      then: { required: ['name'] },
      else: { properties: { name: false } },
    }
    expect(
      drawValues(schema, { direction: 'request' }).every(
        (value) => Object.keys(value as object).length !== 1,
      ),
    ).toBe(true)
  })
})
