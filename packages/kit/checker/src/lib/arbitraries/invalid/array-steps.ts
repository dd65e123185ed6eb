import { isObject } from '../../schema/json.ts'
import { keywordOf, type SchemaNode } from '../../schema/schema-node.ts'
import { listIn, narrowTo, numberIn } from './narrow-shell.ts'
import { prefixLengthOf } from './prefix-length.ts'
import type { Shell } from './shell-of.ts'
import type { Step } from './step.ts'

const TOO_MANY = 'array_above_max_items'

/** The ways to the items of an array. */
export const arraySteps = (from: SchemaNode): Step[] => [
  ...prefixSteps(from),
  ...openSteps(from, 'items'),
  ...openSteps(from, 'unevaluatedItems'),
]

const prefixSteps = (from: SchemaNode): Step[] => {
  const prefix = keywordOf(from, 'prefixItems')
  if (!Array.isArray(prefix)) return []
  return prefix.map((_, index) => ({
    from,
    to: from.set.child(from, 'prefixItems', index),
    moves: true,
    intoArray: true,
    closedScenario: TOO_MANY,
    force: (shell, below) => withItem(shell, index, below),
  }))
}

const openSteps = (from: SchemaNode, keyword: 'items' | 'unevaluatedItems'): Step[] => {
  const open = keywordOf(from, keyword)
  if (open !== false && !isObject(open)) return []
  return [
    {
      from,
      to: from.set.child(from, keyword),
      moves: true,
      intoArray: true,
      closedScenario: TOO_MANY,
      force: (shell, below) => {
        const own = listIn(shell, 'prefixItems').length
        return withItem(shell, keyword === 'items' ? own : prefixLengthOf(from), below)
      },
    },
  ]
}

/** The item that keeps `below` becomes one of the prefix, so that what is said of all others stays as it was. */
const withItem = (shell: Shell, index: number, below: Shell): Shell[] => {
  const array = narrowTo(shell, 'array')
  if (array === undefined) return []
  const prefix = listIn(shell, 'prefixItems')
  const free = Array.from({ length: Math.max(0, index - prefix.length) }, () => true)
  const prefixItems = [...prefix.slice(0, index), ...free, below, ...prefix.slice(index + 1)]
  return [{ ...array, prefixItems, minItems: Math.max(index + 1, numberIn(shell, 'minItems', 0)) }]
}
