import { isObject } from '../../../schema/json.ts'
import { keywordOf, type SchemaNode } from '../../../schema/schema-node.ts'

/** Decides between alternatives: told how many there are, names one. */
export type Choose = (alternatives: number) => number

/**
 * The schemas that hold together for one value: those given, what they refer to, what `allOf` adds, and one alternative
 * of each `anyOf`, `oneOf` and `if`. What `not` says is left to the judge.
 */
export const partsOf = (nodes: readonly SchemaNode[], choose: Choose): SchemaNode[] => {
  const parts = new Set<SchemaNode>()
  const add = (node: SchemaNode): void => {
    if (parts.has(node)) return
    parts.add(node)
    if (typeof node.schema === 'boolean') return
    for (const keyword of ['$ref', '$dynamicRef']) {
      const reference = keywordOf(node, keyword)
      if (typeof reference === 'string') add(node.set.resolve(node, reference))
    }
    for (const part of branchesOf(node, 'allOf')) add(part)
    for (const keyword of ['anyOf', 'oneOf']) {
      const branches = branchesOf(node, keyword).toSorted(
        (one, other) => Number(isNull(one)) - Number(isNull(other)),
      )
      const chosen = branches[branches.length > 1 ? choose(branches.length) : 0]
      if (chosen !== undefined) add(chosen)
    }
    addConditional(node, choose, add)
  }
  nodes.forEach(add)
  return [...parts]
}

const addConditional = (node: SchemaNode, choose: Choose, add: (node: SchemaNode) => void): void => {
  if (keywordOf(node, 'if') === undefined) return
  const holds = choose(2) === 0
  const keywords = holds ? ['if', 'then'] : ['else']
  for (const keyword of keywords) {
    if (keywordOf(node, keyword) !== undefined) add(node.set.child(node, keyword))
  }
}

const branchesOf = (node: SchemaNode, keyword: string): SchemaNode[] => {
  const list = keywordOf(node, keyword)
  return Array.isArray(list) ? list.map((_, index) => node.set.child(node, keyword, index)) : []
}

const isNull = (node: SchemaNode): boolean =>
  isObject(node.schema) && (node.schema['type'] === 'null' || node.schema['const'] === null)
