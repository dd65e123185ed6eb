import { writeJson } from '@contract-kit/json-schema/json'
import type { Json, JsonObject } from '../documents/json.ts'
import type { Change, Impact } from './change.ts'
import { describePlace, type Place } from './place.ts'
import type { Policies } from './policies.ts'
import type { Verdict } from './schemas/verdict.ts'
import { pointerOf, type Side } from './side.ts'

/** A pair of documents, the policies, and the changes found so far. */
export interface Comparison {
  readonly base: Side
  readonly revision: Side
  readonly policies: Policies
  readonly changes: Change[]
  /** Pairs of schemas that were compared, so that a pair is reported once and recursion ends. */
  readonly compared: Set<string>
  /** Cached results of comparing two nodes. */
  readonly unchanged: Set<string>
  readonly changed: Set<string>
  /** A number for each object, used in keys. */
  readonly numbers: Map<object, number>
  /** How whole schemas differ, by their pair. */
  readonly verdicts: Map<string, Verdict>
}

/** A change before it is put into the list. */
export interface Finding {
  readonly impact: Impact
  readonly rule: string
  readonly place: Place
  readonly what: string
  /** The nodes of both documents, for the pointer; the second wins if present. */
  readonly nodes: readonly [before: Json | undefined, after: Json | undefined]
  readonly example?: Json
  /** Whether a search for values that show the change found none. */
  readonly isUnproven?: boolean
}

/** The rating of a change that a rule calls breaking or harmless. */
export const rate = (isBreaking: boolean, rule: string): Pick<Finding, 'impact' | 'rule'> =>
  isBreaking ? { impact: 'major', rule } : { impact: 'minor', rule: 'compatible' }

/** Adds a change to the list, once. */
export function report(comparison: Comparison, finding: Finding): void {
  const { base, revision, changes } = comparison
  const [before, after] = finding.nodes
  const place = after === undefined ? pointerOf(base, before) : pointerOf(revision, after)
  const change: Change = {
    impact: finding.impact,
    rule: finding.rule,
    place: describePlace(finding.place, place),
    what: finding.what,
    pointer: place,
    side: after === undefined ? 'base' : 'revision',
    ...(finding.example !== undefined && { example: writeJson(finding.example) }),
    ...(finding.isUnproven === true && { isUnproven: true }),
  }
  // A change that is both sent and received is reported once, in the breaking direction.
  const twin = twinOf(comparison, place, finding.what)
  if (twin === undefined) changes.push(change)
  else if (twin.impact !== 'major' && change.impact === 'major') changes[changes.indexOf(twin)] = change
}

const twinOf = ({ changes }: Comparison, pointer: string, what: string): Change | undefined =>
  pointer === '' ? undefined : changes.find((other) => other.pointer === pointer && other.what === what)

/** Whether the change is already reported as breaking at another place with the same nodes. */
export function isKnownToBreak(
  comparison: Comparison,
  { what, nodes: [before, after] }: Pick<Finding, 'what' | 'nodes'>,
): boolean {
  const { base, revision } = comparison
  const pointer = after === undefined ? pointerOf(base, before) : pointerOf(revision, after)
  return twinOf(comparison, pointer, what)?.impact === 'major'
}

/** Reports the remaining fields that differ: descriptions and extensions. */
export function reportWording(
  comparison: Comparison,
  place: Place,
  [before, after]: readonly [JsonObject, JsonObject],
  compared: ReadonlySet<string>,
): void {
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (compared.has(field) || writeJson(before[field]) === writeJson(after[field])) continue
    report(comparison, {
      impact: 'patch',
      rule: 'wording',
      place,
      what: describeDifference(field, before[field], after[field]),
      nodes: [before, after],
    })
  }
}

/** ``"`limit` was 5 and is 4."`` */
export function describeDifference(name: string, before: Json | undefined, after: Json | undefined): string {
  if (before === undefined) return `\`${name}\` is new: ${show(after)}.`
  if (after === undefined) return `\`${name}\` is gone; it was ${show(before)}.`
  return `\`${name}\` was ${show(before)} and is ${show(after)}.`
}

/** A value in a sentence, in 60 characters at most. */
export function show(value: Json | undefined): string {
  const text = writeJson(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** Whether two nodes are the same text. */
export const isSame = (before: unknown, after: unknown): boolean =>
  before === after || writeJson(before) === writeJson(after)

/** A pair of nodes as a key, by identity. */
export function pairKey({ numbers }: Comparison, before: unknown, after: unknown): string {
  const numberOf = (node: unknown): number | string => {
    if (node === null || typeof node !== 'object') return String(node)
    const known = numbers.get(node) ?? numbers.size
    numbers.set(node, known)
    return known
  }
  return `${numberOf(before)} ${numberOf(after)}`
}
