import { own } from '../../schema/json.ts'
import type { SchemaNode } from '../../schema/schema-node.ts'
import { enter, type Scope } from './scope.ts'

/** Keywords that say nothing of what is valid. */
const annotations = new Set([
  '$comment',
  'default',
  'deprecated',
  'description',
  'example',
  'examples',
  'externalDocs',
  'readOnly',
  'summary',
  'title',
  'writeOnly',
])

/**
 * The schema that a mere reference stands for, over however many steps, and the scope it is then reached in; any other
 * schema stands for itself. So all places that refer to one schema are one goal.
 */
export const followReference = (
  from: SchemaNode,
  scope: Scope,
): { readonly node: SchemaNode; readonly scope: Scope } => {
  let reached = { node: from, scope: enter(scope, from) }
  if (mereReference(from) === undefined) return reached
  const visited = new Set([from])
  for (
    let reference = mereReference(from);
    reference !== undefined;
    reference = mereReference(reached.node)
  ) {
    const node = reached.node.set.resolve(reached.node, reference)
    if (visited.has(node)) return { node: from, scope: enter(scope, from) }
    visited.add(node)
    reached = { node, scope: enter(reached.scope, node) }
  }
  return reached
}

const mereReference = ({ schema }: SchemaNode): string | undefined => {
  const reference = typeof schema === 'boolean' ? undefined : own(schema, '$ref')
  if (typeof schema === 'boolean' || typeof reference !== 'string') return undefined
  const isMere = Object.keys(schema).every(
    (keyword) => keyword === '$ref' || annotations.has(keyword) || keyword.startsWith('x-'),
  )
  return isMere ? reference : undefined
}
