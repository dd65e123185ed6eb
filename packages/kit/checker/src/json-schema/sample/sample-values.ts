import { type Arbitrary, sample } from 'fast-check'
import type { Json } from '../base/json.ts'
import type { SchemaNode } from '../base/schema-set.ts'
import { UnsatisfiableSchemaError, validValuesOf, type ValueOptions } from '../generate/valid-values.ts'

const SEED = 1

/** Some valid values of a schema, the same in every process; none where no value satisfies it. */
export const sampleValues = (node: SchemaNode, options: ValueOptions, count: number): Json[] => {
  const values = findValues(node, options)
  return values === undefined ? [] : sample(values, { seed: SEED, numRuns: count })
}

/** The valid values of a schema; undefined where no value satisfies it. */
export const findValues = (node: SchemaNode, options: ValueOptions): Arbitrary<Json> | undefined => {
  try {
    return validValuesOf(node, options)
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError) return undefined
    throw error
  }
}
