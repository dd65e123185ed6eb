import type { JsonObject } from '../../scripts/publish.ts'
import { inheritIntoOperations } from './inherit-into-operations.ts'
import { keepSharedSchemes } from './keep-shared-schemes.ts'
import { spellOneWay } from './spell-one-way.ts'

/**
 * Two contracts as they are for a caller: what operations inherit is in them, what means the same is spelled the same, and
 * what nobody uses is left out. Redocly compares word by word, and would take another spelling for another meaning.
 */
export function toComparable(
  base: JsonObject,
  revision: JsonObject,
): readonly [base: JsonObject, revision: JsonObject] {
  return keepSharedSchemes(
    inheritIntoOperations(spellOneWay(base)),
    inheritIntoOperations(spellOneWay(revision)),
  )
}
