import { describe, expect, it } from 'vitest'
import { createNode } from '../../../test/create-node.ts'
import type { Json } from '../base/json.ts'
import type { Direction } from '../base/schema-set.ts'
import { walkPlaces } from './places.ts'

const pointers = (schema: Json, direction?: Direction): string[] =>
  walkPlaces(createNode(schema), direction).map(({ node }) => node.pointer)

/** Places of a document in which each of so many schemas refers to all. */
const countMesh = (size: number): number => {
  const names = Array.from({ length: size }, (_, index) => `n${index}`)
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]))
  const $defs = Object.fromEntries(names.map((name) => [name, { properties }]))
  return pointers({ $ref: '#/$defs/n0', $defs }).length
}

describe('walkPlaces', () => {
  it('reaches every schema below every applicator', () => {
    const schema = {
      properties: { a: {} },
      patternProperties: { b: {} },
      additionalProperties: {},
      propertyNames: {},
      prefixItems: [{}],
      items: {},
      unevaluatedItems: {},
      unevaluatedProperties: {},
      allOf: [{}],
      anyOf: [{}],
      oneOf: [{}],
      if: {},
      then: {},
      else: {},
      dependentSchemas: { c: {} },
      $ref: '#/$defs/d',
      $defs: { d: {}, unused: {} },
    }
    expect(pointers(schema)).toEqual([
      '',
      '/$defs/d',
      '/allOf/0',
      '/then',
      '/else',
      '/dependentSchemas/c',
      '/anyOf/0',
      '/oneOf/0',
      '/properties/a',
      '/patternProperties/b',
      '/additionalProperties',
      '/unevaluatedProperties',
      '/propertyNames',
      '/prefixItems/0',
      '/items',
      '/unevaluatedItems',
    ])
  })

  it('takes the shortest path first', () => {
    const schema = {
      properties: { a: { properties: { b: { $ref: '#/$defs/x' } } }, c: { $ref: '#/$defs/x' } },
      $defs: { x: {} },
    }
    const [first] = walkPlaces(createNode(schema), undefined).filter(
      ({ node }) => node.pointer === '/$defs/x',
    )
    expect(first?.path.map(({ to }) => to.pointer)).toEqual(['/properties/c', '/$defs/x'])
  })

  it('visits a shared schema from each place that uses it', () => {
    const schema = {
      properties: { a: { $ref: '#/$defs/x' }, b: { $ref: '#/$defs/x' } },
      $defs: { x: { items: {} } },
    }
    expect(pointers(schema).filter((pointer) => pointer === '/$defs/x/items')).toHaveLength(2)
  })

  it('enters a recursive schema once again', () => {
    expect(pointers({ properties: { child: { $ref: '#' } } })).toEqual([
      '',
      '/properties/child',
      '',
      '/properties/child',
    ])
  })

  it('skips properties that do not travel', () => {
    const schema = {
      properties: { id: { readOnly: true }, secret: { $ref: '#/$defs/secret' } },
      $defs: { secret: { writeOnly: true } },
    }
    expect(pointers(schema, 'request')).toEqual(['', '/properties/secret', '/$defs/secret'])
    expect(pointers(schema, 'response')).toEqual(['', '/properties/id'])
  })

  it('ends with what is nearest to the root', () => {
    const wide = {
      properties: Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`p${index}`, { items: {} }])),
    }
    const reached = pointers(wide)
    expect(reached).toHaveLength(200)
    expect(reached.filter((pointer) => pointer.endsWith('/items'))).toEqual([])
  })

  it('grows linearly where everything refers to everything', () => {
    // Each of the schemas has as many references as there are schemas: so the document grows by the square.
    expect(countMesh(10) / countMesh(5)).toBeLessThan(4.5)
  })
})
