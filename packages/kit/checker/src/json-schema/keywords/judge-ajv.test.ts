import * as fc from 'fast-check'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { anySchema, anyValue } from '../../../test/any-schema.ts'
import { createNode } from '../../../test/create-node.ts'
import { isValid } from './judge.ts'

/** Without its book-keeping for `unevaluated…`, which none of these schemas needs and which makes it throw. */
const createAjv = (): Ajv2020 => {
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    unicodeRegExp: true,
    validateSchema: false,
    logger: false,
  })
  Object.assign(ajv.opts, { unevaluated: false })
  return ajv
}

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
      { seed: 20_240_601, numRuns: 600 },
    )
    expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan(1000)
  })
})
