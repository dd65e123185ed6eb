import { isLifted } from '../../schema/judge/is-lifted.ts'
import type { Direction } from '../../schema/schema-node.ts'
import { arrayBreaches } from './array-breaches.ts'
import { toBreach, type Breach } from './breach.ts'
import { logicBreaches } from './logic-breaches.ts'
import { numberBreaches } from './number-breaches.ts'
import { objectBreaches } from './object-breaches.ts'
import { shellOf } from './shell-of.ts'
import { textBreaches } from './text-breaches.ts'
import { typeBreaches } from './type-breaches.ts'
import { valueBreaches } from './value-breaches.ts'
import type { Place } from './walk-places.ts'

/** Every statement that the schema at a place makes itself, and how to break it (JSON Schema 2020-12, Validation, 6). */
export const breachesOf = ({ node, path }: Place, direction: Direction | undefined): Breach[] => {
  if (node.schema === true) return []
  if (node.schema === false) return [toBreach('false', path.at(-1)?.closedScenario ?? 'forbidden_value', {})]
  const shell = shellOf(node)
  const entry = path.findLast(({ moves }) => moves)?.to ?? path[0]?.from ?? node
  return [
    ...typeBreaches(shell),
    ...valueBreaches(shell),
    ...numberBreaches(shell),
    ...textBreaches(shell),
    ...arrayBreaches(shell),
    ...objectBreaches(shell, (name) => direction === undefined || !isLifted(entry, name, direction)),
    ...logicBreaches(shell),
  ]
}
