import { describe, expect, it } from 'vitest'
import { createNode } from '../../../test/create-node.ts'
import type { Json } from '../base/json.ts'
import type { Direction } from '../base/schema-set.ts'
import { evaluate, isValid } from './judge.ts'

const told = (schema: Json, value: unknown, direction: Direction): string[] =>
  evaluate(createNode(schema), value, { direction }).map(
    ({ schemaPointer, instancePointer }) => `${schemaPointer} @${instancePointer}`,
  )

const account = {
  required: ['id', 'name', 'password'],
  properties: { id: { readOnly: true, type: 'integer' }, name: true, password: { writeOnly: true } },
}

describe('evaluate', () => {
  it('refuses a writeOnly property in a response', () => {
    expect(
      evaluate(createNode(account), { id: 1, name: '', password: 'x' }, { direction: 'response' }),
    ).toMatchObject([
      {
        keyword: 'writeOnly',
        schemaPointer: '/properties/password/writeOnly',
        instancePointer: '/password',
        message: 'is write-only and must not be in a response',
      },
    ])
  })

  it('requires no writeOnly property of a response', () => {
    expect(told(account, { id: 1, name: '' }, 'response')).toEqual([])
    expect(told(account, { name: '' }, 'response')).toEqual(['/required @'])
  })

  it('requires no readOnly property of a request', () => {
    expect(told(account, { name: '', password: '' }, 'request')).toEqual([])
    expect(told(account, { name: '' }, 'request')).toEqual(['/required @'])
  })

  it('tolerates a readOnly property in a request', () => {
    expect(told(account, { id: 1, name: '', password: '' }, 'request')).toEqual([])
  })

  it('eases nothing without a direction', () => {
    expect(evaluate(createNode(account), { name: '' })).toHaveLength(2)
    expect(evaluate(createNode(account), { id: 1, name: '', password: '' })).toEqual([])
  })

  it('finds the flag behind references and allOf', () => {
    const schema = {
      properties: { pin: { allOf: [{ description: 'PIN' }, { $ref: '#/$defs/secret' }] } },
      required: ['pin'],
      $defs: { secret: { $ref: '#/$defs/base' }, base: { writeOnly: true } },
    }
    expect(told(schema, {}, 'response')).toEqual([])
    expect(told(schema, { pin: 1 }, 'response')).toEqual(['/$defs/base/writeOnly @/pin'])
  })

  it('finds the flag wherever the same value is described', () => {
    const schema = {
      allOf: [{ $ref: '#/$defs/base' }, { required: ['id'] }],
      $defs: { base: { properties: { id: { readOnly: true } } } },
    }
    expect(told(schema, {}, 'request')).toEqual([])
    expect(told(schema, {}, 'response')).toEqual(['/allOf/1/required @'])
  })

  it('takes names of Object.prototype for ordinary names', () => {
    expect(told({ properties: {}, required: ['toString'] }, {}, 'request')).toEqual(['/required @'])
    expect(told({ properties: { toString: 7 }, required: ['toString'] }, {}, 'request')).toEqual([
      '/required @',
    ])
  })

  it('keeps flags of one level from the next', () => {
    const schema = {
      properties: { id: { readOnly: true }, child: { required: ['id'], properties: { id: true } } },
    }
    expect(told(schema, { child: {} }, 'request')).toEqual(['/properties/child/required @/child'])
  })

  it('refuses writeOnly properties that are named by pattern or not at all', () => {
    expect(told({ patternProperties: { '^s': { writeOnly: true } } }, { s1: 1 }, 'response')).toEqual([
      '/patternProperties/^s/writeOnly @/s1',
    ])
    expect(told({ additionalProperties: { writeOnly: true } }, { s1: 1 }, 'response')).toEqual([
      '/additionalProperties/writeOnly @/s1',
    ])
  })

  it('takes not and if by the letter', () => {
    const id = { properties: { id: { readOnly: true } } }
    expect(told({ ...id, not: { required: ['id'] } }, {}, 'request')).toEqual([])
    expect(told({ ...id, if: { not: { required: ['id'] } }, else: false }, {}, 'request')).toEqual([])
  })

  it('takes no branch for a second match that only the direction eases', () => {
    const schema = {
      properties: { id: { readOnly: true } },
      oneOf: [{ required: ['id'] }, { required: ['name'] }],
    }
    expect(told(schema, { name: '' }, 'request')).toEqual([])
    expect(told(schema, {}, 'request')).toEqual([])
    expect(told(schema, { id: 1, name: '' }, 'request')).toEqual(['/oneOf @'])
  })

  it('weighs all branches that the direction eases', () => {
    const schema = {
      properties: { id: { readOnly: true } },
      oneOf: [{ required: ['a'] }, { required: ['a', 'id'] }, { required: ['b'] }],
    }
    const node = createNode(schema)
    expect(isValid(node, { a: 1 }, { direction: 'request' })).toBe(true)
    expect(isValid(node, { a: 1, b: 1 }, { direction: 'request' })).toBe(false)
  })

  it('leaves out of dependentRequired what does not travel', () => {
    const schema = { properties: { id: { readOnly: true } }, dependentRequired: { name: ['id'] } }
    expect(told(schema, { name: '' }, 'request')).toEqual([])
    expect(told(schema, { name: '' }, 'response')).toEqual(['/dependentRequired @'])
  })
})
