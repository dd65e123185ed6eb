import { operationsOf } from '@contract-kit/openapi'
import { type Json, type JsonObject, toObject } from '../../documents/json.ts'
import { type Comparison, report, reportWording } from '../comparison.ts'
import { type Place, placeOf, within } from '../place.ts'
import { removalImpact } from '../policies.ts'
import { follow, type Side } from '../side.ts'
import { type Role, turn } from '../change.ts'
import { compareOperations } from './compare-operations.ts'
import { inherited, operationFields } from './path-items.ts'

/** Compares the paths of two documents. Paths match even if their parameters have other names. */
export function comparePaths(comparison: Comparison): void {
  const [before, after] = bothSides(comparison, 'paths')
  const renamed = new Map(Object.keys(after).map((path) => [anonymize(path), path]))
  const met = new Set<string>()
  for (const [path, item] of Object.entries(before)) {
    if (path.startsWith('x-')) continue
    const now = Object.hasOwn(after, path) ? path : (renamed.get(anonymize(path)) ?? path)
    if (!Object.hasOwn(after, now)) {
      reportRemovedItem(comparison, placeOf(path), follow(comparison.base, item), 'path-removed')
      continue
    }
    met.add(now)
    if (now !== path) reportRenamed(comparison, path, now, [item, after[now]])
    compareItems(comparison, 'sent', placeOf(now), item, after[now], (method) => placeOf(`${method} ${now}`))
  }
  for (const [path, item] of Object.entries(after)) {
    if (met.has(path) || path.startsWith('x-')) continue
    report(comparison, {
      impact: 'minor',
      rule: 'compatible',
      place: placeOf(path),
      what: 'The path is new.',
      nodes: [undefined, item],
    })
  }
}

/** Compares webhooks (OpenAPI 3.1 and 3.2). */
export function compareWebhooks(comparison: Comparison): void {
  const [before, after] = bothSides(comparison, 'webhooks')
  compareCalls(comparison, 'received', (name) => placeOf(`webhook ${name}`), before, after)
}

/** Compares named requests: webhooks, and the callbacks of an operation. */
export function compareCalls(
  comparison: Comparison,
  role: Role,
  toPlace: (name: string) => Place,
  before: JsonObject,
  after: JsonObject,
): void {
  for (const [name, item] of Object.entries(before)) {
    if (name.startsWith('x-')) continue
    const place = toPlace(name)
    if (!Object.hasOwn(after, name)) {
      reportRemovedItem(comparison, place, follow(comparison.base, item), 'webhook-removed')
      continue
    }
    compareItems(comparison, role, place, item, after[name], (method) => within(place, method))
  }
  for (const [name, item] of Object.entries(after)) {
    if (Object.hasOwn(before, name) || name.startsWith('x-')) continue
    const what = 'The request is new.'
    report(comparison, {
      impact: 'minor',
      rule: 'compatible',
      place: toPlace(name),
      what,
      nodes: [undefined, item],
    })
  }
}

function bothSides({ base, revision }: Comparison, field: string): readonly [JsonObject, JsonObject] {
  return [toObject(base.document[field]), toObject(revision.document[field])]
}

function compareItems(
  comparison: Comparison,
  role: Role,
  place: Place,
  before: Json | undefined,
  after: Json | undefined,
  toPlace: (method: string) => Place,
): void {
  const { base, revision } = comparison
  const [old, young] = [follow(base, before), follow(revision, after)]
  const operations = [old, young].flatMap(operationFields)
  reportWording(comparison, place, [old, young], new Set([...itemFields, ...operations]))
  const [was, is] = [operationsOf(old), operationsOf(young)]
  for (const [method, operation] of was) {
    const now = is.get(method)
    if (now === undefined) reportRemoved(comparison, toPlace(method), operation)
    else {
      const shared = [inherited(base, old), inherited(revision, young)] as const
      compareOperations(comparison, role, toPlace(method), [operation, now], shared)
      const callbacks = [callsOf(base, operation), callsOf(revision, now)] as const
      const placeCall = (name: string): Place => within(toPlace(method), `callback ${name}`)
      compareCalls(comparison, turn(role), placeCall, ...callbacks)
    }
  }
  for (const [method, operation] of is) {
    if (was.has(method)) continue
    const what = 'The operation is new.'
    const nodes = [undefined, operation] as const
    report(comparison, { impact: 'minor', rule: 'compatible', place: toPlace(method), what, nodes })
  }
}

const itemFields = ['additionalOperations', 'parameters', 'servers', '$ref']

function reportRemovedItem(comparison: Comparison, place: Place, item: JsonObject, rule: string): void {
  const operations = [...operationsOf(item).values()]
  const impacts = operations.map((operation) => removalImpact(operation, comparison.policies))
  // A path without operations has no consumers.
  const impact =
    operations.length === 0 ? 'patch' : impacts.includes('major') ? 'major' : (impacts[0] ?? 'major')
  const what = rule === 'path-removed' ? 'The path was removed.' : 'The request was removed.'
  report(comparison, { impact, rule, place, what, nodes: [item, undefined] })
}

function reportRemoved(comparison: Comparison, place: Place, operation: JsonObject): void {
  const impact = removalImpact(operation, comparison.policies)
  const what = 'The operation was removed.'
  report(comparison, { impact, rule: 'operation-removed', place, what, nodes: [operation, undefined] })
}

function reportRenamed(
  comparison: Comparison,
  path: string,
  now: string,
  nodes: readonly [Json | undefined, Json | undefined],
): void {
  const [old, young] = [namesIn(path), namesIn(now)]
  const pairs = old.flatMap((name, index) =>
    name === young[index] ? [] : [`\`${name}\` to \`${young[index]}\``],
  )
  const what = `Path parameters were renamed: ${pairs.join(', ')}.`
  report(comparison, { impact: 'major', rule: 'path-parameter-renamed', place: placeOf(now), what, nodes })
}

/** `/trips/{}` of `/trips/{trip-id}`. */
const anonymize = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}')
const namesIn = (path: string): readonly string[] =>
  Array.from(path.matchAll(/\{([^}]*)\}/g), ([, name = '']) => name)

/** The requests of the callbacks of an operation, by name and expression. */
function callsOf(side: Side, operation: JsonObject): JsonObject {
  const calls = Object.entries(toObject(operation['callbacks'])).flatMap(([name, callback]) =>
    Object.entries(follow(side, callback)).map(
      ([expression, item]) => [`${name} ${expression}`, item] as const,
    ),
  )
  return Object.fromEntries(calls)
}
