import { oncePer } from '@contract-kit/json-schema/memo'
import { childrenOf, findReferenced, keywordOf, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { isLeftOut, type Mode, type Schema } from './schema.ts'

/** Where each referenced schema is used. */
export interface Usage {
  readonly requests: ReadonlySet<SchemaNode>
  readonly responses: ReadonlySet<SchemaNode>
  /** Used by both, and different in each, because something inside is `readOnly` or `writeOnly`. */
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

/** Every schema that references lead to, from the roots on. */
function reach(
  roots: readonly SchemaNode[],
  mode: 'request' | 'response' | 'shared',
): ReadonlySet<SchemaNode> {
  const reached = new Set(roots.flatMap((root) => below[mode](root).targets))
  // A Set hands out what is added to it while it is read.
  for (const node of reached) for (const target of below[mode](node).targets) reached.add(target)
  return reached
}

/** The keywords whose schemas have a place in a type. */
const typed = new Set(
  'properties items prefixItems additionalProperties unevaluatedProperties allOf oneOf anyOf'.split(' '),
)

/** What stands inside a schema, up to its references: where they lead, and whether something is `readOnly` or `writeOnly`. */
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
