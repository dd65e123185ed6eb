import type { JsonObject } from '../../schema/json.ts'
import { toBreach, type Breach } from './breach.ts'
import { narrowTo, numberIn, restrict, without } from './narrow-shell.ts'
import type { Shell } from './shell-of.ts'

/** Longer arrays than this are not made. */
const MOST_ITEMS = 2000

/** How an array can break its bounds, `uniqueItems` and `contains`. */
export const arrayBreaches = (shell: Shell): Breach[] => [
  ...minItemsBreaches(shell),
  ...maxItemsBreaches(shell),
  ...uniqueBreaches(shell),
  ...tooFewMatches(shell),
  ...tooManyMatches(shell),
]

const minItemsBreaches = (shell: Shell): Breach[] => {
  const { minItems } = shell
  if (typeof minItems !== 'number' || minItems < 1) return []
  return [
    breachOf(
      shell,
      'minItems',
      'array_below_min_items',
      { maxItems: minItems - 1 },
      { minItems: minItems - 1 },
    ),
  ]
}

const maxItemsBreaches = (shell: Shell): Breach[] => {
  const { maxItems } = shell
  if (typeof maxItems !== 'number' || maxItems >= MOST_ITEMS) return []
  return [
    breachOf(
      shell,
      'maxItems',
      'array_above_max_items',
      { minItems: maxItems + 1 },
      { maxItems: maxItems + 1 },
    ),
  ]
}

const uniqueBreaches = (shell: Shell): Breach[] =>
  shell['uniqueItems'] === true
    ? [breachOf(shell, 'uniqueItems', 'non_unique_items', { not: { uniqueItems: true } }, { minItems: 2 })]
    : []

const tooFewMatches = (shell: Shell): Breach[] => {
  const { contains } = shell
  const least = numberIn(shell, 'minContains', 1)
  if (contains === undefined || least < 1) return []
  const array = narrowTo(without(shell, 'contains', 'minContains', 'maxContains'), 'array')
  const most = Math.min(least - 1, numberIn(shell, 'maxContains', Infinity))
  const few = { contains, minContains: 0, maxContains: most }
  const keyword = shell['minContains'] === undefined ? 'contains' : 'minContains'
  return [toBreach(keyword, 'array_without_match', array && restrict(array, few))]
}

const tooManyMatches = (shell: Shell): Breach[] => {
  const { contains, maxContains } = shell
  if (contains === undefined || typeof maxContains !== 'number' || maxContains >= MOST_ITEMS) return []
  const array = narrowTo(without(shell, 'contains', 'minContains', 'maxContains'), 'array')
  const least = Math.max(maxContains + 1, numberIn(shell, 'minContains', 1))
  return [
    toBreach(
      'maxContains',
      'array_with_too_many_matches',
      array && restrict(array, { contains, minContains: least }),
    ),
  ]
}

const breachOf = (
  shell: Shell,
  keyword: string,
  scenario: string,
  negation: JsonObject,
  tight: JsonObject = {},
): Breach => {
  const array = narrowTo(without(shell, keyword), 'array')
  return toBreach(keyword, scenario, array && restrict(array, negation), { tight })
}
