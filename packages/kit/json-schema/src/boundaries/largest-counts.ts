import { ITEMS } from '../keywords/arrays.ts'
import { PROPERTIES } from '../keywords/objects.ts'
import { LENGTHS } from '../keywords/strings.ts'

/** The largest counts of generated values, by the keywords that bound them. Larger bounds are not tried. */
export const largestCounts: ReadonlyMap<string, number> = new Map(
  [LENGTHS, ITEMS, PROPERTIES].flatMap(({ least, most, largest }) => [
    [least, largest],
    [most, largest],
  ]),
)
