import type { Direction } from '../../schema/schema-node.ts'
import { shellOf, type Shell } from '../invalid/shell-of.ts'
import type { Place } from '../invalid/walk-places.ts'
import { restrict, typesOf } from '../invalid/narrow-shell.ts'
import { countNarrowings } from './count-narrowings.ts'
import type { Narrowing } from './narrowing.ts'
import { numberNarrowings } from './number-narrowings.ts'
import { objectNarrowings } from './object-narrowings.ts'
import { proposedNarrowings } from './proposed-narrowings.ts'
import { textNarrowings } from './text-narrowings.ts'

const LENGTHS = {
  type: 'string',
  least: 'minLength',
  most: 'maxLength',
  atLeast: 'minimum_length_string',
  atMost: 'maximum_length_string',
  nearby: 'near_boundary_length_string',
  largest: 100_000,
} as const

const ITEMS = {
  type: 'array',
  least: 'minItems',
  most: 'maxItems',
  atLeast: 'minimum_items_array',
  atMost: 'maximum_items_array',
  nearby: 'near_boundary_items_array',
  largest: 2000,
} as const

/** What there is to try at a place: a plain value, then each boundary, named value and optional property. */
export const narrowingsOf = ({ node }: Place, direction: Direction | undefined): Narrowing[] => {
  if (node.schema === false) return []
  const shell = shellOf(node)
  return [
    ...plainNarrowings(shell),
    ...proposedNarrowings(shell),
    ...countNarrowings(shell, LENGTHS),
    ...textNarrowings(shell),
    ...numberNarrowings(shell),
    ...countNarrowings(shell, ITEMS),
    ...distinctNarrowings(shell),
    ...objectNarrowings(node, direction),
  ]
}

const plainNarrowings = (shell: Shell): Narrowing[] =>
  (typesOf(shell) ?? [])
    .filter((type) => type !== 'null' && type !== 'boolean')
    .map((type) => ({
      scenario: `valid_${type === 'integer' ? 'number' : type}`,
      keyword: 'type',
      shell: { ...shell, type },
    }))

/** Items that differ need to be more than one to show it. */
const distinctNarrowings = (shell: Shell): Narrowing[] =>
  shell['uniqueItems'] === true
    ? [{ scenario: 'unique_items_array', keyword: 'uniqueItems', shell: restrict(shell, { minItems: 2 }) }]
    : []
