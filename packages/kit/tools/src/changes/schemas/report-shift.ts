import type { Json, JsonObject } from '../../documents/json.ts'
import type { Role } from '../change.ts'
import { type Comparison, rate, report } from '../comparison.ts'
import type { Place } from '../place.ts'
import type { Side } from '../side.ts'
import type { Shift } from './keywords.ts'
import { findExample } from './prove.ts'
import { omit } from './read-schema.ts'

/** Two schemas at one place, as they are for one way. */
export interface SchemaPair {
  readonly comparison: Comparison
  readonly role: Role
  /** Of the content that the schema describes; empty for parameters and headers. */
  readonly mediaType: string
  readonly place: Place
  readonly before: JsonObject
  readonly after: JsonObject
  /** As the documents have them, references followed: for pointers. */
  readonly sources: readonly [before: Json | undefined, after: Json | undefined]
}

/** The context in which schemas are compared. */
export type SchemaContext = Pick<SchemaPair, 'comparison' | 'role' | 'mediaType'>

/** A change of allowed values, before it is rated. */
export interface ShiftFinding {
  readonly keyword: string
  readonly shift: Shift
  readonly rule: string
  readonly what: string
  /** The value of the keyword on both sides of this one change, all of one document; that of both documents unless given. */
  readonly alone?: { readonly side: Side; readonly old: Json; readonly young: Json }
}

/**
 * Rates a shift by the one rule: does a value that was valid for the consumer become invalid? If the judge finds such a value,
 * it decides. It also decides if values shifted both ways and it finds only values that are newly valid.
 */
export function reportShift(pair: SchemaPair, { keyword, shift, rule, what, alone }: ShiftFinding): void {
  const { comparison, role, before, after, place, sources } = pair
  const { base, revision } = comparison
  const kept = omit(before, [keyword])
  const { old: was, young: is } = alone ?? { old: before[keyword], young: after[keyword] }
  const old = { side: base, schema: kept, other: alone?.side ?? base, keywords: only(keyword, was) }
  const young = { side: base, schema: kept, other: alone?.side ?? revision, keywords: only(keyword, is) }
  const [safe, unsafe] = role === 'sent' ? [old, young] : [young, old]
  const example = findExample(safe, unsafe)
  const isWorse = shift === (role === 'sent' ? 'fewer' : 'more')
  const isOneWay = shift === 'both' && example === undefined && findExample(unsafe, safe) !== undefined
  const isBreaking = example !== undefined || isWorse || (shift === 'both' && !isOneWay)
  report(comparison, {
    ...rate(isBreaking, rule),
    place,
    what,
    nodes: sources,
    ...(example !== undefined && { example }),
  })
}

const only = (keyword: string, value: Json | undefined): JsonObject =>
  value === undefined ? {} : { [keyword]: value }
