import type { Arbitrary } from 'fast-check'
import type { Json } from '../../schema/json.ts'
import type { SchemaNode } from '../../schema/schema-node.ts'
import { UnsatisfiableSchemaError } from '../unsatisfiable-schema-error.ts'
import { validValuesOf, type ValueOptions } from '../valid-values.ts'

/** The valid values of a schema; undefined where no value satisfies it. */
export const findValues = (node: SchemaNode, options: ValueOptions): Arbitrary<Json> | undefined => {
  try {
    return validValuesOf(node, options)
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError) return undefined
    throw error
  }
}
