import type { JsonObject, Json } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource } from '@contract-kit/resources'
import { type SketchField } from '@contract-kit/resources/exchanges'
import { keyOfSegments, pathSegments } from '@contract-kit/resources/paths'
import { isStateName, wordsOf } from '@contract-kit/resources/words'
import type { Kind } from './kinds.ts'
import { choicesOf, firstState } from './states.ts'
import { readVerb, type Verb } from './verbs.ts'

/** An operation that changes one property of an item, such as `POST /orders/{id}/cancel`. */
export interface Action {
  /** The verb in the path: `cancel`. */
  readonly verb: string
  /** The change; undefined if no property of the item has a value for the verb. */
  readonly change: Change | undefined
  /** Properties that a rule sets. */
  readonly set?: JsonObject
  /** Properties that record when the action happened: `canceledAt`. */
  readonly moments: readonly string[]
  /** The property that is named after the action and stores its request: `cancellation` for `cancel`. */
  readonly detail: string | undefined
  /** Whether it may leave a final state. */
  readonly isReviving: boolean
  /** Whether it repeats an item that ended without success. */
  readonly isRepeating: boolean
  /** Whether it reverses the action of its verb. */
  readonly isUndo: boolean
}

/** The property that an action sets, and the new value. */
export interface Change {
  readonly property: string
  readonly value: string | boolean
  /** Whether the property is the state of the item. */
  readonly isState: boolean
}

/** An action that only applies a rule. */
export const plainAction = (verb: string): Action => ({
  verb,
  change: undefined,
  moments: [],
  detail: undefined,
  isReviving: false,
  isRepeating: false,
  isUndo: false,
})

/** The action of an operation whose path goes through an item to a verb. Undefined if there is none. */
export function findAction(
  operation: ApiOperation,
  kinds: readonly Kind[],
):
  | { readonly kind: Kind; readonly resource: Resource; readonly action: Action; readonly reason: string }
  | undefined {
  const segments = pathSegments(operation.path)
  const verb = segments.at(-1)
  const isUndo = operation.method === 'DELETE'
  const isCall = isUndo || ['POST', 'PUT', 'PATCH'].includes(operation.method)
  if (!isCall || verb === undefined || verb.parameter !== undefined) return undefined
  if (segments.at(-2)?.parameter === undefined) return undefined
  const key = keyOfSegments(segments.slice(0, -1))
  for (const kind of kinds) {
    const resource = kind.resources.find((one) => one.key === key)
    if (resource === undefined) continue
    const action = readAction(kind, verb.text, isUndo)
    return { kind, resource, action, reason: reasonOf(kind, action) }
  }
  return undefined
}

function reasonOf(kind: Kind, { verb, change, detail }: Action): string {
  const effectText =
    change !== undefined
      ? `sets ${change.property} to ${String(change.value)}`
      : detail === undefined
        ? 'has no documented effect'
        : `sets ${detail}`
  return `the verb ${verb} on ${kind.name} ${effectText}`
}

function readAction(kind: Kind, text: string, isUndo: boolean): Action {
  const verb = readVerb(text, isUndo)
  const fields = kind.shown.flatMap((sketch) => [...sketch.fields()])
  return {
    verb: text,
    change: findChange(fields, verb),
    moments: [
      ...new Set(
        fields.flatMap(([name]) => (isMomentOf(name, isUndo ? verb.undone : verb.results) ? [name] : [])),
      ),
    ],
    detail: isUndo ? undefined : findDetail(fields, verb),
    isReviving: verb.isReviving,
    isRepeating: verb.isRepeating,
    isUndo,
  }
}

type Fields = readonly (readonly [string, SketchField])[]

const bare = (text: string): string => wordsOf(text).join('')

function findChange(fields: Fields, { results, undone }: Verb): Change | undefined {
  // The state of an item takes precedence over other enum properties.
  const sorted = fields.toSorted(([one], [other]) => Number(isStateName(other)) - Number(isStateName(one)))
  for (const result of results) {
    for (const [property, { sketch }] of sorted) {
      const value = choicesOf(sketch.nodes).find((choice) => bare(choice) === result)
      if (value !== undefined) return { property, value, isState: isStateName(property) }
    }
  }
  for (const [property, { sketch }] of fields) {
    if (!sketch.types.has('boolean')) continue
    const joined = wordsOf(property)
      .filter((word) => word !== 'is' && word !== 'has')
      .join('')
    if (results.includes(joined)) return { property, value: true, isState: false }
    if (undone.includes(joined)) return { property, value: false, isState: false }
  }
  for (const [property, { sketch }] of sorted) {
    const choices = choicesOf(sketch.nodes)
    const before = choices.filter((choice) => !undone.includes(bare(choice)))
    const value = before.length < choices.length ? firstState(before) : undefined
    if (value !== undefined) return { property, value, isState: isStateName(property) }
  }
  return findFreeState(sorted, results)
}

/** If a state has no enum, its value is the participle of the verb. */
function findFreeState(fields: Fields, [result]: readonly string[]): Change | undefined {
  const state = fields.find(
    ([name, { sketch }]) =>
      isStateName(name) && sketch.types.has('string') && result !== undefined && sketch.accepts(result),
  )
  return state === undefined || result === undefined || choicesOf(state[1].sketch.nodes).length > 0
    ? undefined
    : { property: state[0], value: result, isState: true }
}

/** Whether a property records when an action happened: `canceledAt`, `checked_in_at`. */
function isMomentOf(name: string, results: readonly string[]): boolean {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  return ['at', 'on', 'date', 'time'].includes(last) && results.includes(words.slice(0, -1).join(''))
}

/** An object named after the verb, or any property with exactly that name. */
function findDetail(fields: Fields, { words }: Verb): string | undefined {
  const joined = words.join('')
  const stem = joined.replace(/[ey]$/, '')
  const exact = fields.find(([name]) => bare(name) === joined)
  const derived = fields.find(
    ([name, { sketch }]) =>
      stem.length > 3 &&
      sketch.fields().size > 0 &&
      bare(name).startsWith(stem) &&
      !['at', 'by', 'on'].includes(wordsOf(name).at(-1) ?? ''),
  )
  return (exact ?? derived)?.[0]
}

/** Whether the action has already been applied to an item. */
export const isDone = ({ change }: Action, value: Readonly<Record<string, Json>>): boolean =>
  change !== undefined && value[change.property] === change.value
