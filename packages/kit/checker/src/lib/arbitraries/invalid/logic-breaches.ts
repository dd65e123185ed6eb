import type { JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import { toBreach, type Breach } from './breach.ts'
import { listIn, restrict, without } from './narrow-shell.ts'
import type { Shell } from './shell-of.ts'

/** Pairs of branches tried for a value that keeps two. */
const MOST_PAIRS = 12

/** How a value can break `not`, and `anyOf` and `oneOf` as a whole: by keeping no branch, or two. */
export const logicBreaches = (shell: Shell): Breach[] => [
  ...notBreaches(shell),
  ...noBranch(shell, 'anyOf'),
  ...noBranch(shell, 'oneOf'),
  ...twoBranches(shell),
]

const notBreaches = (shell: Shell): Breach[] => {
  const { not } = shell
  if (not === undefined) return []
  return [toBreach('not', 'forbidden_value', restrict(without(shell, 'not'), isObject(not) ? not : {}))]
}

const noBranch = (shell: Shell, keyword: 'anyOf' | 'oneOf'): Breach[] => {
  const branches = listIn(shell, keyword)
  if (branches.length === 0) return []
  const none = restrict(without(shell, keyword), ...branches.map((branch): JsonObject => ({ not: branch })))
  return [toBreach(keyword, 'no_matching_branch', none)]
}

const twoBranches = (shell: Shell): Breach[] => {
  const branches = listIn(shell, 'oneOf').filter(isObject)
  const rest = without(shell, 'oneOf')
  const pairs = branches.flatMap((one, index) =>
    branches.slice(index + 1).map((other) => [one, other] as const),
  )
  const variants = pairs
    .slice(0, MOST_PAIRS)
    .map(([one, other]) => ({ shell: restrict(rest, one, other), probes: [] }))
  return variants.length === 0
    ? []
    : [{ keyword: 'oneOf', scenario: 'several_matching_branches', each: false, variants }]
}
