import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySchema, anyValue } from '../../../test/any-schema.ts'
import { createNode } from '../../../test/create-node.ts'
import { findAt, type Json, type JsonObject } from '../base/json.ts'
import { evaluate, isValid } from './judge.ts'

const run = { seed: 20_240_602, numRuns: 500 }
const listen = (): void => undefined

/** The schema to combine with others: its definitions go to the root. */
const withoutDefinitions = (schema: JsonObject): Json =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== '$defs'))
const accepts = (schema: Json, value: Json): boolean => isValid(createNode(schema), value)

describe('evaluate', () => {
  it('for any schema and value, tells failures exactly where isValid is false', () => {
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        const node = createNode(schema)
        expect(evaluate(node, value).length === 0).toBe(isValid(node, value))
      }),
      run,
    )
  })

  it('for any failure, points to statements and values that are there', () => {
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        for (const failure of evaluate(createNode(schema), value)) {
          expect(findAt(schema, failure.schemaPointer)).toBeDefined()
          expect(findAt(value, failure.instancePointer)).toBeDefined()
        }
      }),
      run,
    )
  })

  it('for any listener, gives the same verdict', () => {
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        const node = createNode(schema)
        expect(evaluate(node, value, { onKeyword: listen })).toEqual(evaluate(node, value))
        expect(isValid(node, value, { onKeyword: listen })).toBe(isValid(node, value))
      }),
      run,
    )
  })
})

describe('isValid', () => {
  it('for any schema, not twice is the schema', () => {
    fc.assert(
      fc.property(anySchema, anyValue, ({ $defs = {}, ...schema }, value) => {
        expect(accepts({ $defs, not: { not: schema } }, value)).toBe(accepts({ $defs, ...schema }, value))
      }),
      run,
    )
  })

  it('for any two schemas, one of them is any of them and not both', () => {
    fc.assert(
      fc.property(anySchema, anySchema, anyValue, ({ $defs = {}, ...left }, other, value) => {
        const right = withoutDefinitions(other)
        const either = accepts({ $defs, anyOf: [left, right] }, value)
        const both = accepts({ $defs, allOf: [left, right] }, value)
        expect(accepts({ $defs, oneOf: [left, right] }, value)).toBe(either && !both)
      }),
      run,
    )
  })

  it('for any properties, unevaluated beyond allOf is additional beside them', () => {
    const objects = fc.dictionary(fc.constantFrom('a', 'b', 'ab', 'c'), anyValue, { noNullPrototype: true })
    fc.assert(
      fc.property(anySchema, anySchema, anySchema, objects, ({ $defs = {}, ...a }, b, other, value) => {
        const properties = { a }
        const patternProperties = { b$: withoutDefinitions(b) }
        const rest = withoutDefinitions(other)
        const additional = { $defs, properties, patternProperties, additionalProperties: rest }
        const unevaluated = {
          $defs,
          allOf: [{ properties }, { patternProperties }],
          unevaluatedProperties: rest,
        }
        expect(accepts(unevaluated, value)).toBe(accepts(additional, value))
      }),
      run,
    )
  })

  it('for any items, unevaluated beyond anyOf is what follows the prefix', () => {
    fc.assert(
      fc.property(anySchema, anySchema, fc.array(anyValue), ({ $defs = {}, ...first }, other, value) => {
        const prefixItems = [first, true]
        const rest = withoutDefinitions(other)
        const unevaluated = { $defs, anyOf: [{ prefixItems }, false], unevaluatedItems: rest }
        expect(accepts(unevaluated, value)).toBe(accepts({ $defs, prefixItems, items: rest }, value))
      }),
      run,
    )
  })
})
