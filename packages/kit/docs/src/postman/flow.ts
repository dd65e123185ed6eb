import { type Json, parsePointer, readPointer, writeJson } from '@contract-kit/json-schema/json'
import { type ApiDocument, type ApiOperation, exampleBody, exampleParameter } from '@contract-kit/openapi'
import { UnsendableError } from '@contract-kit/openapi/wire'
import {
  buildResourceGraph,
  type InputBinding,
  type InputPlace,
  orderOperations,
  type Resource,
  type ResourceGraph,
} from '@contract-kit/resources'

/** A collection variable with an id. */
export interface FlowVariable {
  readonly name: string
  /** The initial value: the example of the document. */
  readonly value: string
  /** The operation whose response sets it. */
  readonly source: ApiOperation
  /** Runtime expressions for the id in that response, the best first; none if the request chooses the id. */
  readonly expressions: readonly string[]
}

/** The order of a document's requests, and the variables that they share. */
export interface Flow {
  /** The operations in dependency order, grouped in runs of one tag. */
  readonly runs: readonly FlowRun[]
  readonly variables: readonly FlowVariable[]
  /** The variables of each request, with their places. */
  readonly placesOf: (operation: ApiOperation) => readonly FlowPlace[]
}

/** A place in a request whose value is in a variable. */
export interface FlowPlace extends InputPlace {
  readonly variable: FlowVariable
}

/** Consecutive operations of one tag. */
export interface FlowRun {
  readonly tag: string
  readonly operations: readonly ApiOperation[]
}

/** Operations that open a session, in order. All others follow. */
type Openings = readonly string[]

/**
 * Plans the requests of a document: an id comes from the response that creates the item. An item is created before
 * it is used, and deleted after its last use. `isTaken` returns whether a variable name is in use.
 */
export function planFlow(
  document: ApiDocument,
  openings: Openings,
  isTaken: (name: string) => boolean,
): Flow {
  const graph = buildResourceGraph(document)
  const places = findPlaces(document, graph, isTaken)
  const placesOf = (operation: ApiOperation) => places.get(operation) ?? []
  const variables = new Set([...places.values()].flat().map(({ variable }) => variable))
  return { runs: toRuns(document, graph, placesOf, openings), variables: [...variables], placesOf }
}

type Places = Map<ApiOperation, FlowPlace[]>

function findPlaces(document: ApiDocument, graph: ResourceGraph, isTaken: (name: string) => boolean): Places {
  const places: Places = new Map()
  const known: (Origin & { readonly variable: FlowVariable })[] = []
  const put = (operation: ApiOperation, { location, name }: InputPlace, variable: FlowVariable) => {
    places.set(operation, [...(places.get(operation) ?? []), { location, name, variable }])
  }
  const isNew = (name: string) => !isTaken(name) && known.every(({ variable }) => variable.name !== name)
  const bound = document.operations.flatMap((operation) =>
    graph.bindings(operation).map((binding) => ({ operation, binding })),
  )
  // Path parameters have better names and examples than queries and bodies.
  const byPlace = Map.groupBy(bound, ({ binding }) => binding.location === 'path')
  for (const { operation, binding } of [...(byPlace.get(true) ?? []), ...(byPlace.get(false) ?? [])]) {
    const origin = findOrigin(binding)
    const value = origin && exampleText(operation, binding)
    if (origin === undefined || value === undefined) continue
    const same = known.find((one) => isSame(one, origin))
    const { source, expressions, chosenAt } = origin
    const variable = same?.variable ?? {
      name: unusedName(nameOf(binding), isNew),
      value: (chosenAt && exampleText(source, chosenAt)) ?? value,
      source,
      expressions,
    }
    put(operation, binding, variable)
    if (same !== undefined) continue
    known.push({ ...origin, variable })
    if (chosenAt !== undefined && chosenAt.location !== 'body') put(source, chosenAt, variable)
  }
  return places
}

/** Whether two ids are read from the same place of an exchange. */
const isSame = (one: Origin, other: Origin): boolean =>
  one.source === other.source &&
  (one.chosenAt === undefined
    ? one.expressions.some((expression) => other.expressions.includes(expression))
    : one.chosenAt.name === other.chosenAt?.name)

interface Origin {
  readonly source: ApiOperation
  readonly expressions: readonly string[]
  /** The place in the request of the source where its sender chooses the id. */
  readonly chosenAt: InputPlace | undefined
}

/**
 * The source of an id: the most trusted operation that returns it. Examples of bodies and options are kept unless a
 * request creates the item.
 */
function findOrigin({ location, resource, producers }: InputBinding): Origin | undefined {
  const usable = producers.filter(
    ({ operation, expression }) => operation.method !== 'DELETE' && readable.test(expression),
  )
  const creator = resource?.create?.operation
  // Links from other operations lead to the same item.
  const first =
    usable.find(({ operation, expression }) => operation === creator && !inHeader(expression)) ?? usable[0]
  if (first === undefined) return undefined
  const source = first.operation
  const isMade = first.origin === 'link' || source === creator
  if (location !== 'path' && !isMade) return undefined
  const given = usable.flatMap(({ operation, expression }) => (operation === source ? [expression] : []))
  // A document seldom says whether a response has a Location.
  const [best = '', ...others] = given.toSorted((a, b) => Number(inHeader(a)) - Number(inHeader(b)))
  const [, chosenIn, chosenName = ''] =
    /^\$request\.(path|query|header|cookie|body)[.#](.+)$/.exec(best) ?? []
  if (chosenIn === undefined) {
    const same = others.filter((one) => one.startsWith('$response.') && inHeader(one) === inHeader(best))
    return { source, expressions: [...new Set([best, ...same])], chosenAt: undefined }
  }
  const chosenAt = { location: chosenIn as InputPlace['location'], name: chosenName }
  return location === 'body' ? undefined : { source, expressions: [], chosenAt }
}

const readable =
  /^\$(?:response\.(?:body|header\.(?:location|[\w-]+$))|request\.(?:path|query|header|cookie|body)[.#])/

const inHeader = (expression: string): boolean => expression.startsWith('$response.header.')

/** The example at a place of a request, as text; undefined if it is not a string, number or boolean. */
function exampleText(operation: ApiOperation, place: InputPlace): string | undefined {
  const value = exampleAt(operation, place)
  if (value === undefined || value === null || typeof value === 'object') return undefined
  return typeof value === 'string' ? value : writeJson(value)
}

function exampleAt(operation: ApiOperation, { location, name }: InputPlace): Json | undefined {
  if (location !== 'body') {
    const parameter = operation.parameters.find((one) => one.in === location && one.name === name)
    return parameter && exampleParameter(parameter)
  }
  try {
    const body = exampleBody(operation, undefined, true)
    return body && readPointer(body.value, name)[0]
  } catch (error) {
    if (error instanceof UnsendableError) return undefined
    throw error
  }
}

/** The name of the parameter or property; `petId` for the `id` of a pet. */
function nameOf({ location, name, resource }: InputBinding): string {
  const field = location === 'body' ? (parsePointer(name).findLast((token) => token !== '*') ?? '') : name
  const owned =
    resource !== undefined && /^(?:u?u?id|guid|key|code|name|slug)$/i.test(field)
      ? `${resource.name}${field.charAt(0).toUpperCase()}${field.slice(1)}`
      : field
  return owned.replaceAll(/\W/g, '_')
}

function unusedName(name: string, isNew: (name: string) => boolean): string {
  let count = 1
  while (!isNew(count === 1 ? name : `${name}${count}`)) count += 1
  return count === 1 ? name : `${name}${count}`
}

/**
 * The operations in runs of one tag. Tags keep their order as far as dependencies allow. Deletions that
 * must wait for another tag come last.
 */
function toRuns(
  document: ApiDocument,
  graph: ResourceGraph,
  placesOf: Flow['placesOf'],
  openings: Openings,
): readonly FlowRun[] {
  const turnOf = ({ id }: ApiOperation) => (openings.includes(id) ? openings.indexOf(id) : openings.length)
  const left = new Set(
    orderOperations(graph, document.operations).toSorted((one, other) => turnOf(one) - turnOf(other)),
  )
  const needs = findNeeds(document, graph, placesOf, turnOf)
  const tags = [...new Set(document.operations.map(tagOf))]
  const runs: FlowRun[] = []
  for (let [first] = left; first !== undefined; [first] = left) {
    const ready = tags.map((tag) => readyRun(tag, left, needs))
    const working = ready.filter(({ operations }) => operations.some(isNoDeletion))
    const run =
      working.find(({ tag, operations }) => isRest(tag, operations, left)) ??
      largestOf(working) ??
      largestOf(ready) ??
      // A dependency cycle starts with the example of one item.
      ({ tag: tagOf(first), operations: [first] } satisfies FlowRun)
    for (const operation of run.operations) left.delete(operation)
    const last = runs.at(-1)?.tag === run.tag ? runs.pop() : undefined
    runs.push({ tag: run.tag, operations: [...(last?.operations ?? []), ...run.operations] })
  }
  return runs
}

const tagOf = ({ tags }: ApiOperation): string => tags[0] ?? ''

const isNoDeletion = ({ method }: ApiOperation): boolean => method !== 'DELETE'

/** The operations of a tag whose dependencies are met, in order. */
function readyRun(tag: string, left: ReadonlySet<ApiOperation>, needs: Needs): FlowRun {
  const ofTag = new Set([...left].filter((operation) => tagOf(operation) === tag))
  const operations: ApiOperation[] = []
  const isReady = (operation: ApiOperation) =>
    [...(needs.get(operation) ?? [])].every((needed) => !left.has(needed) || operations.includes(needed))
  for (let next = [...ofTag].find(isReady); next !== undefined; next = [...ofTag].find(isReady)) {
    operations.push(next)
    ofTag.delete(next)
  }
  return { tag, operations }
}

/** Whether only deletions of the tag remain after these operations. */
const isRest = (tag: string, operations: readonly ApiOperation[], left: ReadonlySet<ApiOperation>): boolean =>
  [...left].every((one) => tagOf(one) !== tag || operations.includes(one) || !isNoDeletion(one))

function largestOf(runs: readonly FlowRun[]): FlowRun | undefined {
  const [largest] = runs.toSorted((one, other) => other.operations.length - one.operations.length)
  return largest === undefined || largest.operations.length === 0 ? undefined : largest
}

type Needs = ReadonlyMap<ApiOperation, ReadonlySet<ApiOperation>>

/** The operations that must come before each operation. */
function findNeeds(
  { operations }: ApiDocument,
  { resources }: ResourceGraph,
  placesOf: Flow['placesOf'],
  turnOf: (operation: ApiOperation) => number,
): Needs {
  const needs = new Map(
    operations.map((operation) => {
      const earlier = operations.filter((other) => turnOf(other) < turnOf(operation))
      return [operation, new Set([...earlier, ...placesOf(operation).map(({ variable }) => variable.source)])]
    }),
  )
  for (const resource of resources) {
    const { remove } = resource
    if (remove === undefined) continue
    const users = operations.filter((operation) => uses(operation, resource, placesOf))
    for (const user of users) needs.get(remove.operation)?.add(user)
  }
  for (const [operation, needed] of needs) needed.delete(operation)
  return needs
}

/** Whether an operation needs an item that a deletion removes. */
function uses(operation: ApiOperation, { remove }: Resource, placesOf: Flow['placesOf']): boolean {
  if (remove === undefined) return false
  const { path } = remove.operation
  if (operation.path === path || operation.path.startsWith(`${path}/`)) return true
  const removed = placesOf(remove.operation).find(
    ({ location, name }) => location === remove.id?.location && name === remove.id.name,
  )
  return placesOf(operation).some(({ variable }) => variable === removed?.variable)
}
