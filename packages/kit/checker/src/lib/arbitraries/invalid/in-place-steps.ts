import { isObject } from '../../schema/json.ts'
import { isSchema } from '../../schema/judge/is-schema.ts'
import { keywordOf, type SchemaNode } from '../../schema/schema-node.ts'
import type { Scope } from '../valid/goal.ts'
import { referenceTargets } from '../valid/reference-target.ts'
import { demand, listIn, mapIn, narrowTo, restrict, without } from './narrow-shell.ts'
import { referTo } from './shell-of.ts'
import type { Step } from './step.ts'

/** The ways to schemas that speak of the same value: references, `allOf`, `then`, `else`, `dependentSchemas`, branches. */
export const inPlaceSteps = (from: SchemaNode, scope: Scope): Step[] => [
  ...referenceSteps(from, scope),
  ...allOfSteps(from),
  ...conditionalSteps(from),
  ...dependentSteps(from),
  ...branchSteps(from, 'anyOf'),
  ...branchSteps(from, 'oneOf'),
]

const referenceSteps = (from: SchemaNode, scope: Scope): Step[] => {
  const keywords = ['$ref', '$dynamicRef'].filter((keyword) => typeof keywordOf(from, keyword) === 'string')
  return referenceTargets(from, scope).map((to, index) => ({
    from,
    to,
    moves: false,
    force: (shell, below) => [restrict(without(shell, keywords[index] ?? '$ref'), below)],
  }))
}

const allOfSteps = (from: SchemaNode): Step[] =>
  branchesOf(from, 'allOf').map((to, index) => ({
    from,
    to,
    moves: false,
    force: (shell, below) => [{ ...shell, allOf: listIn(shell, 'allOf').with(index, below) }],
  }))

const conditionalSteps = (from: SchemaNode): Step[] => {
  if (keywordOf(from, 'if') === undefined) return []
  const condition = referTo(from, 'if')
  return (['then', 'else'] as const)
    .filter((keyword) => isSchema(keywordOf(from, keyword)))
    .map((keyword) => ({
      from,
      to: from.set.child(from, keyword),
      moves: false,
      force: (shell, below) => [
        restrict(
          without(shell, 'if', 'then', 'else'),
          keyword === 'then' ? condition : { not: condition },
          below,
        ),
      ],
    }))
}

const dependentSteps = (from: SchemaNode): Step[] => {
  const dependent = keywordOf(from, 'dependentSchemas')
  if (!isObject(dependent)) return []
  return Object.keys(dependent).map((name) => ({
    from,
    to: from.set.child(from, 'dependentSchemas', name),
    moves: false,
    force: (shell, below) => {
      const object = narrowTo(shell, 'object')
      if (object === undefined) return []
      const others = without(mapIn(shell, 'dependentSchemas'), name)
      return [restrict(demand({ ...object, dependentSchemas: others }, name), below)]
    },
  }))
}

/** A broken value nearly keeps one alternative and the others not at all: so it is plain why it fails. */
const branchSteps = (from: SchemaNode, keyword: 'anyOf' | 'oneOf'): Step[] => {
  const branches = branchesOf(from, keyword)
  return branches.map((to, index) => ({
    from,
    to,
    moves: false,
    branch: { keyword, index },
    force: (shell, below, isBroken) => {
      const others = branches.filter((_, other) => other !== index).map((other) => ({ not: referTo(other) }))
      return [restrict(without(shell, keyword), below, ...(isBroken || keyword === 'oneOf' ? others : []))]
    },
  }))
}

const branchesOf = (from: SchemaNode, keyword: string): SchemaNode[] => {
  const list = keywordOf(from, keyword)
  return Array.isArray(list) ? list.map((_, index) => from.set.child(from, keyword, index)) : []
}
