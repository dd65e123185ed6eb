import { oncePer } from '@contract-kit/json-schema/memo'
import { childrenOf, findReferenced, keywordOf, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { isLeftOut, type Mode, type Schema } from './schema.ts'

/** The referenced schemas that requests and responses use. */
export interface Usage {
  readonly requests: ReadonlySet<SchemaNode>
  readonly responses: ReadonlySet<SchemaNode>
  /** Schemas that both use, with different types, because they contain `readOnly` or `writeOnly` members. */
  readonly split: ReadonlySet<SchemaNode>
}

export function readUsage(requestRoots: readonly Schema[], responseRoots: readonly Schema[]): Usage {
  const requests = reach(requestRoots.flat(), 'request')
  const responses = reach(responseRoots.flat(), 'response')
  const shared = [...requests].filter((node) => responses.has(node))
  const split = shared.filter((node) =>
    [node, ...reach([node], 'shared')].some((one) => below.shared(one).isMarked),
  )
  return { requests, responses, split: new Set(split) }
}

/** Returns every schema that can be reached by references from the roots. */
function reach(
  roots: readonly SchemaNode[],
  mode: 'request' | 'response' | 'shared',
): ReadonlySet<SchemaNode> {
  const reached = new Set(roots.flatMap((root) => below[mode](root).targets))
  // The set grows during iteration.
  for (const node of reached) for (const target of below[mode](node).targets) reached.add(target)
  return reached
}

/** The keywords whose schemas appear in a type. */
const typed = new Set(
  'properties items prefixItems additionalProperties unevaluatedProperties allOf oneOf anyOf'.split(' '),
)

/** Finds the reference targets in a schema, and whether it contains `readOnly` or `writeOnly`. Does not follow references. */
const lookBelow = (mode: Mode) =>
  oncePer((root: SchemaNode) => {
    const targets: SchemaNode[] = []
    let isMarked = false
    const visit = (node: SchemaNode): void => {
      isMarked ||= keywordOf(node, 'readOnly') === true || keywordOf(node, 'writeOnly') === true
      const target = findReferenced(node)
      if (target !== undefined) targets.push(target)
      for (const { keyword, child } of childrenOf(node)) {
        if (typed.has(keyword) && !(keyword === 'properties' && isLeftOut([child], mode))) visit(child)
      }
    }
    visit(root)
    return { targets, isMarked }
  })

const below = { request: lookBelow('request'), response: lookBelow('response'), shared: lookBelow('shared') }
