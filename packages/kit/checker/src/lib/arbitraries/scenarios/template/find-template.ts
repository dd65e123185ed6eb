import type { Json } from '../../../schema/json.ts'
import type { SchemaNode } from '../../../schema/schema-node.ts'
import { UnsatisfiableSchemaError } from '../../unsatisfiable-schema-error.ts'
import type { ValueOptions } from '../../valid-values.ts'
import { TemplateMaker } from './template-maker.ts'

const makers = new Map<string, TemplateMaker>()

/** The plainest valid value of a schema, the same in every run; undefined where no value satisfies it. */
export const findTemplate = (node: SchemaNode, options: ValueOptions): Json | undefined => {
  const key = JSON.stringify([options.direction, options.maxDepth, options.additionalProperties])
  const maker = makers.get(key) ?? new TemplateMaker(options)
  makers.set(key, maker)
  try {
    return maker.make([node])
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError) return undefined
    throw error
  }
}
