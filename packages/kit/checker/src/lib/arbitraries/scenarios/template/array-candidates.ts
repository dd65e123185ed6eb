import type { Json } from '../../../schema/json.ts'
import { keywordOf, type SchemaNode } from '../../../schema/schema-node.ts'
import { UnsatisfiableSchemaError } from '../../unsatisfiable-schema-error.ts'
import type { Maker } from './maker.ts'
import { itemNodes } from './members-of.ts'
import { RecursiveTemplateError } from './recursive-template-error.ts'

/** Longer arrays than this are left to chance. */
const LONGEST = 2000

/** Arrays of one item where that is allowed and says something, else of as few as must be. */
export function* arrayCandidates(
  parts: readonly SchemaNode[],
  proposals: readonly (readonly Json[])[],
  maker: Maker,
): Generator<Json[]> {
  const fewest = Math.max(0, ...numbersIn(parts, 'minItems'), ...parts.map(fewestMatches))
  const most = Math.min(LONGEST, ...numbersIn(parts, 'maxItems'))
  if (fewest > most) return
  const make = (length: number): Json[] =>
    Array.from({ length }, (_, index) => {
      const contained = parts
        .filter((part) => index < fewestMatches(part))
        .map((part) => part.set.child(part, 'contains'))
      const proposed = proposals.map((list) => list[index] ?? list[0]).filter((value) => value !== undefined)
      return maker.make([...itemNodes(parts, index), ...contained], proposed)
    })
  if (fewest === 0 && most > 0 && itemNodes(parts, 0).length > 0) {
    try {
      yield make(1)
    } catch (error) {
      // An item that would contain itself, or that nothing can be: the array may stay empty.
      if (!(error instanceof RecursiveTemplateError || error instanceof UnsatisfiableSchemaError)) throw error
    }
  }
  yield make(fewest)
}

const fewestMatches = (part: SchemaNode): number => {
  if (keywordOf(part, 'contains') === undefined) return 0
  const least = keywordOf(part, 'minContains')
  return typeof least === 'number' ? least : 1
}

const numbersIn = (parts: readonly SchemaNode[], keyword: string): number[] =>
  parts.map((part) => keywordOf(part, keyword)).filter((value) => typeof value === 'number')
