import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySchema, anyValue } from '../../test/any-schema.ts'
import { createNode } from '../../test/create-node.ts'
import { findAt } from '../base/json.ts'
import { evaluate, isValid } from './judge.ts'

const onKeyword = (): void => undefined
const run = { seed: 20_240_602, numRuns: 200 }

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
  it('for any schema and value, reports failures exactly if isValid is false', () => {
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        const node = createNode(schema)
        const failures = evaluate(node, value)
        expect(failures.length === 0).toBe(isValid(node, value))
        for (const failure of failures) {
          expect(findAt(schema, failure.schemaPointer)).toBeDefined()
          expect(findAt(value, failure.instancePointer)).toBeDefined()
        }
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
})
