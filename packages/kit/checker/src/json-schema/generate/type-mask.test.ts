import { describe, expect, it } from 'vitest'
import { createNode } from '../../../test/create-node.ts'
import type { Json } from '../base/json.ts'
import { holds, typesIn } from './goal.ts'
import { typesOf } from './type-mask.ts'
import { spokenTypesOf } from './type-mask.ts'

const types = (schema: Json): string => typesIn(typesOf(createNode(schema))).join(' ')
const spoken = (schema: Json): string =>
  typesIn(spokenTypesOf([holds(createNode(schema), [], undefined)])).join(' ')
const all = 'null boolean number string array object'

describe('typesOf', () => {
  it('reads integer as number', () => {
    expect(types({ type: ['integer', 'null'] })).toBe('null number')
  })

  it('overlooks type where it names an unknown type', () => {
    expect(types({ type: ['string', 'file'] })).toBe(all)
  })

  it('intersects allOf and unites anyOf', () => {
    expect(
      types({
        allOf: [{ type: ['string', 'null', 'array'] }, { anyOf: [{ type: 'string' }, { type: 'array' }] }],
      }),
    ).toBe('string array')
  })

  it('takes the types of listed values', () => {
    expect(types({ enum: [1, 'a', {}] })).toBe('number string object')
  })

  it('takes away what is refused as a whole', () => {
    expect(types({ not: { type: ['array', 'integer'] } })).toBe('null boolean number string object')
  })

  it('comes to an end where schemas go in circles', () => {
    expect(types({ anyOf: [{ $ref: '#' }, { type: 'string' }] })).toBe(all)
  })
})

describe('spokenTypesOf', () => {
  it('takes keywords for hints where type is missing', () => {
    expect(spoken({ properties: {} })).toBe('object')
    expect(spoken({ minLength: 1 })).toBe('string')
    expect(spoken({ format: 'int32' })).toBe('number')
  })

  it('goes by the type that is declared', () => {
    expect(spoken({ type: ['string', 'null'], minLength: 1 })).toBe('null string')
  })

  it('looks into references and branches', () => {
    expect(
      spoken({ oneOf: [{ $ref: '#/$defs/list' }, { type: 'null' }], $defs: { list: { items: {} } } }),
    ).toBe('null array')
  })

  it('leaves all types where none is spoken of', () => {
    expect(spoken({ description: 'anything' })).toBe(all)
  })
})
