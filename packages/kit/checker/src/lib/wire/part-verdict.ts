import type { Failure } from '../schema/failure.ts'
import { evaluate, isValid } from '../schema/evaluate.ts'
import type { Direction, SchemaNode } from '../schema/schema-node.ts'
import type { Candidate, Reading } from './reading.ts'
import { hasDefault } from './schema-shape.ts'

/** What the document demands of one part of a message. */
export interface PartDemand {
  readonly required: boolean
  readonly schema: SchemaNode | undefined
  readonly direction: Direction
}

/** The verdict on one part of a message. */
export interface PartVerdict {
  readonly isValid: boolean
  readonly isInvalid: boolean
  /** The part is needed, and is not there. */
  readonly isMissing: boolean
  /** What the likeliest value breaks. */
  readonly failures: readonly Failure[]
}

const SOUND: PartVerdict = { isValid: true, isInvalid: false, isMissing: false, failures: [] }

/** Judges a part: valid if each way of decoding finds a value that is, invalid if no way and no coercion finds one. */
export const judgePart = (demand: PartDemand, reading: Reading): PartVerdict => {
  const failing = reading.strict.find(
    (candidates) => !candidates.some((candidate) => isAccepted(demand, candidate)),
  )
  if (failing === undefined) return SOUND
  const isAny = (candidates: readonly Candidate[]): boolean =>
    candidates.some((candidate) => isAccepted(demand, candidate))
  const isInvalid = !isDefaulted(demand, reading) && !reading.strict.some(isAny) && !isAny(reading.lenient())
  const [likeliest] = failing
  return { isValid: false, isInvalid, ...faultsOf(demand, likeliest) }
}

const isAccepted = ({ required, schema, direction }: PartDemand, candidate: Candidate): boolean => {
  if (candidate === undefined) return !required
  return schema === undefined || isValid(schema, candidate, { direction })
}

// Servers that fill in defaults do so before they ask what is required.
const isDefaulted = ({ schema }: PartDemand, { strict }: Reading): boolean =>
  schema !== undefined && strict.every((candidates) => candidates.includes(undefined)) && hasDefault(schema)

const faultsOf = (
  { schema, direction }: PartDemand,
  likeliest: Candidate,
): Pick<PartVerdict, 'isMissing' | 'failures'> => {
  if (likeliest === undefined) return { isMissing: true, failures: [] }
  return {
    isMissing: false,
    failures: schema === undefined ? [] : evaluate(schema, likeliest, { direction }),
  }
}
