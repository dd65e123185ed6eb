import { isObject, type Json, tryJson } from '@contract-kit/json-schema/json'
import {
  type Direction,
  evaluate,
  type Failure,
  isValid,
  keywordOf,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'
import type { ApiMedia, Placed } from '../../document/api-document.ts'
import { mediaKindOf } from '../wire-request.ts'
import { readForm, readMultipart } from './read-bodies.ts'
import { type Candidate, lenientCandidates, type Reading, strictCandidates } from './reading.ts'
import {
  hasDefault,
  inPlaceNodesOf,
  isScalarType,
  itemNodesOf,
  propertyNodesOf,
  typesOfAny,
} from './schema-shape.ts'

/** Validates the text of a body against its media type; `contentType` is the header of the request. */
export const judgeMedia = (media: ApiMedia, contentType: string, text: string): PartsVerdict => {
  const nodes = media.schema === undefined ? [] : [media.schema]
  switch (mediaKindOf(contentType)) {
    case 'json':
      return judgeJson(media, text)
    case 'form':
      return judgeReading(media, readForm(media, text))
    case 'multipart': {
      const reading = readMultipart(media, contentType, text)
      return reading === undefined
        ? unreadable(media, 'does not use its declared boundary')
        : judgeReading(media, reading)
    }
    case 'text': {
      const types = typesOfAny(nodes)
      if (![...types].some(isScalarType)) return UNREAD
      return judgeReading(media, {
        strict: [strictCandidates(text, types)],
        lenient: () => lenientCandidates(text, types),
      })
    }
    case 'opaque':
      return UNREAD
  }
}

/** The verdict on bytes without a documented encoding: every reading is valid. */
const UNREAD: PartsVerdict = { isValid: true, isInvalid: false, faults: [] }

const unreadable = (media: ApiMedia, clause: string): PartsVerdict => ({
  isValid: false,
  isInvalid: true,
  faults: [createFault(BODY, 'syntax', media, clause)],
})

const judgeJson = (media: ApiMedia, text: string): PartsVerdict => {
  const parsed = tryJson(text)
  if (parsed === undefined) return unreadable(media, 'is not JSON')
  const { value } = parsed
  const writable = media.schema === undefined ? value : stripReadOnly([media.schema], value)
  const verdict = judgeReading(media, { strict: [[value]], lenient: () => [writable] })
  if (!verdict.isValid || writable === value) return verdict
  // The server may choose to ignore or to reject readOnly properties (2020-12 Validation, 9.4).
  const fault = createFault(BODY, 'readOnly', media.schema ?? media, 'has a read-only property')
  return { isValid: false, isInvalid: false, faults: [fault] }
}

const judgeReading = ({ schema }: ApiMedia, reading: Reading): PartsVerdict => {
  const {
    isValid: isPartValid,
    isInvalid,
    failures,
  } = judgePart({ required: true, schema, direction: 'request' }, reading)
  return { isValid: isPartValid, isInvalid, faults: failures.map((failure) => faultOf(BODY, failure)) }
}

/** The documented requirements for one part of a message. */
interface PartDemand {
  readonly required: boolean
  readonly schema: SchemaNode | undefined
  readonly direction: Direction
}

/** The verdict on one part of a message. */
interface PartVerdict {
  readonly isValid: boolean
  readonly isInvalid: boolean
  /** The part is required but missing. */
  readonly isMissing: boolean
  /** The failures of the likeliest value. */
  readonly failures: readonly Failure[]
}

const SOUND: PartVerdict = { isValid: true, isInvalid: false, isMissing: false, failures: [] }

/** Validates a part. It is valid if every decoding finds a valid value, and invalid if no decoding or coercion finds one. */
export const judgePart = (demand: PartDemand, reading: Reading): PartVerdict => {
  const failing = reading.strict.find(
    (candidates) => !candidates.some((candidate) => isAccepted(demand, candidate, true)),
  )
  if (failing === undefined) return { ...SOUND, isValid: reading.isUndefined !== true }
  const isAny = (candidates: readonly Candidate[]): boolean =>
    candidates.some((candidate) => isAccepted(demand, candidate))
  const isInvalid = !isDefaulted(demand, reading) && !reading.strict.some(isAny) && !isAny(reading.lenient())
  const [likeliest] = failing
  return { isValid: false, isInvalid, ...faultsOf(demand, likeliest) }
}

const isAccepted = (
  { required, schema, direction }: PartDemand,
  candidate: Candidate,
  isStrict = false,
): boolean => {
  if (candidate === undefined) return !required
  return schema === undefined || isValid(schema, candidate, { direction, isStrict })
}

// Servers that fill in defaults do so before they check required properties.
const isDefaulted = ({ schema }: PartDemand, { strict }: Reading): boolean =>
  schema !== undefined && strict.every((candidates) => candidates.includes(undefined)) && hasDefault(schema)

const faultsOf = (
  { schema, direction }: PartDemand,
  likeliest: Candidate,
): Pick<PartVerdict, 'isMissing' | 'failures'> => {
  if (likeliest === undefined) return { isMissing: true, failures: [] }
  return {
    isMissing: false,
    failures: schema === undefined ? [] : evaluate(schema, likeliest, { direction, isStrict: true }),
  }
}

/** A value without its readOnly properties, as some servers read it; the same object if it has none. */
const stripReadOnly = (nodes: readonly SchemaNode[], value: Json): Json => {
  if (Array.isArray(value)) {
    const items = value.map((item, index) =>
      stripReadOnly(
        nodes.flatMap((node) => itemNodesOf(node, index)),
        item,
      ),
    )
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const below = nodes.flatMap((node) => propertyNodesOf(node, name))
    return below.some(isReadOnly) ? [] : [[name, stripReadOnly(below, item)] as const]
  })
  const isSame =
    entries.length === Object.keys(value).length && entries.every(([name, item]) => item === value[name])
  return isSame ? value : Object.fromEntries(entries)
}

const isReadOnly = (node: SchemaNode): boolean =>
  inPlaceNodesOf(node).some((place) => keywordOf(place, 'readOnly') === true)

/** A statement of the document that a request breaks. */
export interface RequestFault {
  readonly location: 'path' | 'query' | 'header' | 'cookie' | 'body'
  /** Parameter name; empty for the body. */
  readonly name: string
  /** `required`, `contentType`, `syntax`, or the schema's keyword. */
  readonly keyword: string
  readonly documentUri: string
  /** JSON Pointer to the broken statement. */
  readonly pointer: string
  /** `query parameter limit is above the maximum of 100`. */
  readonly message: string
  readonly failure: Failure | undefined
  /** Whether no reading of its part is valid. Otherwise the fault is uncertain, and a server may accept the request. */
  readonly isCertain: boolean
}

/** A fault before its certainty is known. */
export type Fault = Omit<RequestFault, 'isCertain'>

/** The part of a request that a fault is about. */
type FaultSubject = Pick<RequestFault, 'location' | 'name'>

/** The body as the subject of a fault. */
export const BODY: FaultSubject = { location: 'body', name: '' }

const tell = ({ location, name }: FaultSubject): string =>
  location === 'body' ? 'the body' : `${location} parameter ${name}`

/** A fault outside the schema: a part is missing, has another type, or is unreadable. */
export const createFault = (
  subject: FaultSubject,
  keyword: string,
  place: Placed,
  clause: string,
): Fault => ({
  ...subject,
  keyword,
  documentUri: place.documentUri,
  pointer: place.pointer,
  message: `${tell(subject)} ${clause}`,
  failure: undefined,
})

/** Converts a failure of the schema to a fault. */
export const faultOf = (subject: FaultSubject, failure: Failure): Fault => ({
  ...subject,
  keyword: failure.keyword,
  documentUri: failure.documentUri,
  pointer: failure.schemaPointer,
  message: `${tell(subject)}${failure.instancePointer === '' ? '' : ` at ${failure.instancePointer}`} ${failure.message}`,
  failure,
})

/** The declaration of one part of a request: a parameter, or the body. */
export interface PartsVerdict {
  readonly isValid: boolean
  readonly isInvalid: boolean
  readonly faults: readonly Fault[]
}
