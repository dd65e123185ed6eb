import type { Json } from '../schema/json.ts'
import { isValid } from '../schema/evaluate.ts'
import type { SchemaNode } from '../schema/schema-node.ts'
import type { Candidate, Reading } from './reading.ts'

/** What one field of a form may mean, and the schemas it has. */
export interface FieldReading {
  readonly name: string
  readonly nodes: readonly SchemaNode[]
  readonly reading: Reading
}

/** What the fields of a form mean together: an object in which each takes the value that its own schema likes. */
export const joinFields = (fields: readonly FieldReading[]): Reading => {
  const ways = Math.max(1, ...fields.map(({ reading }) => reading.strict.length))
  const inWay = ({ reading: { strict } }: FieldReading, way: number): readonly Candidate[] =>
    strict[Math.min(way, strict.length - 1)] ?? []
  return {
    strict: Array.from({ length: ways }, (_, way) => [
      objectOf(fields.map((field) => pick(field, inWay(field, way)))),
    ]),
    lenient: () => [
      objectOf(
        fields.map((field) => pick(field, [...field.reading.strict.flat(), ...field.reading.lenient()])),
      ),
    ],
  }
}

const objectOf = (entries: readonly (readonly [string, Candidate])[]): Json =>
  Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

// Where nothing fits, a field that may be absent is left out, so that `required` decides and not the type.
const pick = (
  { name, nodes }: FieldReading,
  candidates: readonly Candidate[],
): readonly [string, Candidate] => {
  const isLiked = (candidate: Candidate): boolean =>
    candidate !== undefined &&
    (nodes.length === 0 || nodes.some((node) => isValid(node, candidate, { direction: 'request' })))
  return [name, candidates.find(isLiked) ?? (candidates.includes(undefined) ? undefined : candidates[0])]
}
