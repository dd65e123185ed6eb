import { sample } from 'fast-check'
import type { Json } from '../../schema/json.ts'
import type { SchemaNode } from '../../schema/schema-node.ts'
import type { ValueOptions } from '../valid-values.ts'
import { findValues } from './find-values.ts'

const SEED = 1

/** Some valid values of a schema, the same in every process; none where no value satisfies it. */
export const sampleValues = (node: SchemaNode, options: ValueOptions, count: number): Json[] => {
  const values = findValues(node, options)
  return values === undefined ? [] : sample(values, { seed: SEED, numRuns: count })
}
