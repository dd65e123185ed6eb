import { findIds, parsePointer } from '@contract-kit/checker/resources'
import type { Kind } from './kinds.ts'

/** The name of the property that holds the id of a kind, in its item; undefined if none does. */
export function idNameOf({ shown, idQuery }: Kind): string | undefined {
  for (const sketch of shown) {
    const [pointer] = findIds(sketch, idQuery)
    if (pointer !== undefined && parsePointer(pointer).length === 1) return parsePointer(pointer)[0]
  }
  return undefined
}
