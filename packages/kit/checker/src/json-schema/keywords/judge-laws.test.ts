import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySchema, anyValue } from '../../../test/any-schema.ts'
import { createNode } from '../../../test/create-node.ts'
import { findAt, type Json, type JsonObject } from '../base/json.ts'
import { evaluate, isValid } from './judge.ts'

const run = { seed: 20_240_602, numRuns: 200 }

/** The schema to combine with others: its definitions go to the root. */
const withoutDefinitions = (schema: JsonObject): Json =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== '$defs'))
const accepts = (schema: Json, value: Json): boolean => isValid(createNode(schema), value)

/** Without its book-keeping for `unevaluated…`, which none of these schemas needs and which makes it throw. */
const createAjv = (): Ajv2020 => {
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    unicodeRegExp: true,
    validateSchema: false,
    meta: false,
    logger: false,
  })
  Object.assign(ajv.opts, { unevaluated: false })
  return ajv
}

describe('evaluate', () => {
  it('for any schema and value, tells of failures that are there exactly where isValid is false', () => {
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        const node = createNode(schema)
        const failures = evaluate(node, value)
        expect(failures.length === 0).toBe(isValid(node, value))
        for (const failure of failures) {
          expect(findAt(schema, failure.schemaPointer)).toBeDefined()
          expect(findAt(value, failure.instancePointer)).toBeDefined()
        }
        const onKeyword = (): void => undefined
        expect(evaluate(node, value, { onKeyword })).toEqual(failures)
        expect(isValid(node, value, { onKeyword })).toBe(failures.length === 0)
      }),
      run,
    )
  })
})

describe('isValid', () => {
  it('for any small schema and value, agrees with Ajv', () => {
    const counts = { valid: 0, invalid: 0 }
    fc.assert(
      fc.property(anySchema, fc.array(anyValue, { minLength: 1, maxLength: 12 }), (schema, values) => {
        const isExpected = createAjv().compile(schema)
        const node = createNode(schema)
        for (const value of values) {
          const expected = isExpected(value)
          counts[expected ? 'valid' : 'invalid'] += 1
          expect(isValid(node, value)).toBe(expected)
        }
      }),
      run,
    )
    expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan(300)
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
