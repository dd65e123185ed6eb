import type { SchemaNode } from '../../schema/schema-node.ts'
import { findTemplate } from '../scenarios/template/find-template.ts'
import { sampleValues } from './sample-values.ts'

const SAMPLES = 2

/** Up to three texts that keep a schema, the plainest first; the same in every run. */
export const plainTexts = (node: SchemaNode): string[] => {
  const plain = findTemplate(node, {})
  const values = plain === undefined ? [] : [plain, ...sampleValues(node, {}, SAMPLES)]
  return [...new Set(values.filter((value) => typeof value === 'string'))]
}
