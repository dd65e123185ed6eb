import { findFlag } from '../../schema/judge/find-flag.ts'
import type { Direction, SchemaNode } from '../../schema/schema-node.ts'

/**
 * Whether a property of this schema travels that way: readOnly ones do not go into requests, writeOnly ones not into
 * responses (OpenAPI 3.0.3 and 3.1, "Schema Object").
 */
export const isTransmitted = (node: SchemaNode, direction: Direction | undefined): boolean =>
  direction === undefined || findFlag(node, direction === 'request' ? 'readOnly' : 'writeOnly') === undefined
