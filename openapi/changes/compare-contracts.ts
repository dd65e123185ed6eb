import type { JsonObject } from '../scripts/publish.ts'
import type { Change } from './change.ts'
import { toComparable } from './comparable/to-comparable.ts'
import { findChanges } from './find-changes.ts'
import { findDirections } from './find-directions.ts'
import { rateChange } from './rate-change.ts'

/** Every difference between two bundled contracts but their versions, breaking ones first, else in the order of paths. */
export function compareContracts(base: JsonObject, revision: JsonObject): readonly Change[] {
  if (JSON.stringify(base) === JSON.stringify(revision)) return []
  const comparable = toComparable(base, revision)
  const directions = findDirections(comparable)
  const changes = findChanges(...comparable)
    .filter(({ typeName, property }) => !(typeName === 'Info' && property === 'version'))
    .map((found) => rateChange(found, directions(found)))
  return impacts.flatMap((impact) => changes.filter((change) => change.impact === impact))
}

const impacts = ['major', 'minor', 'patch']
