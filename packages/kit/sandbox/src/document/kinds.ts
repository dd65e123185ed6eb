import { parsePointer } from '@contract-kit/json-schema/json'
import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import { buildResourceGraph, type Resource } from '@contract-kit/resources'
import {
  answerSketch,
  findIds,
  idQueryOf,
  type IdQuery,
  type Sketch,
} from '@contract-kit/resources/exchanges'
import { SEARCH } from '@contract-kit/resources/lists'
import { isPrefix, keyOfSegments, pathSegments } from '@contract-kit/resources/paths'
import { entityOf } from '@contract-kit/resources/words'
import { locateItem, locateItems } from './places.ts'

/**
 * A kind of item that the sandbox stores: one resource, or several that show the same items, such as `/pets/{}` and `/owners/{}/pets/{}`.
 */
export interface Kind {
  /** The resource with the shortest path. Its key is the key of the items. */
  readonly resource: Resource
  readonly resources: readonly Resource[]
  /** Singular, lower case: `pet`. */
  readonly name: string
  readonly idQuery: IdQuery
  /** The id property of an item; undefined if there is none. */
  readonly idName: string | undefined
  /** How items come to exist: created by a request, seeded for a list, or on first reference. */
  readonly origin: 'created' | 'listed' | 'named'
  /** Outlines of the item in successful responses, most complete first. */
  readonly shown: readonly Sketch[]
}

/** Groups the resources of a document into kinds, in the order of the document. */
export function findKinds(document: ApiDocument): readonly Kind[] {
  const resources = withoutRepeated(buildResourceGraph(document).resources)
  const groups: Resource[][] = []
  for (const resource of resources) {
    const group = groups.find((one) => one.some((other) => isSameKind(one, other, resource)))
    if (group === undefined) groups.push([resource])
    else group.push(resource)
  }
  return groups.map(toKind)
}

/** Assigns each operation to one resource. Drops a resource whose operations all belong to a larger one. */
function withoutRepeated(resources: readonly Resource[]): readonly Resource[] {
  return resources.filter((one) => {
    const own = operationsOf(one)
    if (own.length === 0 || resources.some(({ parent }) => parent === one)) return true
    return !resources.some((other) => {
      const others = operationsOf(other)
      return others.length > own.length && own.every((operation) => others.includes(operation))
    })
  })
}

/** The operations on the items of a resource. */
const operationsOf = ({ create, read, list, replace, patch, remove }: Resource): readonly ApiOperation[] =>
  [create, read, list, replace, patch, remove].flatMap((call) => call?.operation ?? [])

/** Removes version prefixes from a path: `/v3/orders/{}` and `/v3.1/orders/{}` are the same. */
export const withoutPrefix = (resourceKey: string): string =>
  resourceKey
    .split('/')
    .filter((text) => !isPrefix(text))
    .join('/')

/**
 * Resources with the same name are one kind if both show the same schema and either one of them is at the root, or one creates the items
 * that the other only reads.
 */
function isSameKind(group: readonly Resource[], one: Resource, other: Resource): boolean {
  if (one.name !== other.name || one.kind !== 'collection' || other.kind !== 'collection') return false
  if (withoutPrefix(one.key) === withoutPrefix(other.key)) return true
  const creators = [...group, other].filter(({ create }) => create !== undefined)
  const isHandedOn = creators.length === 1 && creators[0]?.read === undefined
  if (!isHandedOn && ![...group, other].some(({ parent }) => parent === undefined)) return false
  // A resource without operations is the same as one that has its own path: `/terms/{}/courses/{}/sections`.
  if (operationsOf(other).length === 0 && operationsOf(one).length > 0) return true
  const [left, right] = [placesOf(one), placesOf(other)]
  return left.some((place) => right.includes(place))
}

const placesOf = (resource: Resource): readonly string[] =>
  outlinesOf(resource).flatMap(({ place }) => (place === undefined || place === '' ? [] : [place]))

/** The locations of the schemas that show an item of a kind. */
export const placesOfKind = ({ shown }: Kind): ReadonlySet<string> =>
  new Set(shown.flatMap(({ place }) => (place === undefined || place === '' ? [] : [place])))

function toKind(resources: readonly Resource[]): Kind {
  const [first] = resources
  const roots = resources.filter(({ parent }) => parent === undefined)
  const main = roots.find((root) => operationsOf(root).length > 0) ?? roots[0] ?? first
  if (main === undefined) throw new Error('A kind has at least one resource')
  const isShared = new Set(resources.map(({ parent }) => parent)).size > 1 && roots.length === 0
  // If items appear below several parents, the kind gets a synthetic key that is not a path of the document.
  const resource = isShared ? { ...main, key: `/:${main.name}/{}`, parent: undefined, read: undefined } : main
  const idQuery = idQueryOf(resources.find(({ read }) => read !== undefined) ?? resource)
  const shown = resources
    .flatMap(outlinesOf)
    .toSorted((one, other) => other.fields().size - one.fields().size)
  return {
    resource,
    resources,
    name: resource.name,
    idQuery,
    idName: idNameIn(shown, idQuery),
    origin: originOf(resources),
    shown,
  }
}

function idNameIn(shown: readonly Sketch[], idQuery: IdQuery): string | undefined {
  const paths = shown.map((sketch) => parsePointer(findIds(sketch, idQuery)[0] ?? ''))
  return paths.find(({ length }) => length === 1)?.[0]
}

/** A singleton without a create operation exists from the start, as do items without an id in any response. */
function originOf(resources: readonly Resource[]): Kind['origin'] {
  if (resources.some(revealsId)) return 'created'
  const isAddressed = resources.some(({ read, replace, patch, remove }) => read ?? replace ?? patch ?? remove)
  return resources.some(({ list }) => list !== undefined && (list.idPointer !== undefined || !isAddressed))
    ? 'listed'
    : 'named'
}

/** Whether a client learns the id of a created item: from the response, `Location`, the parent, or by choosing it. */
function revealsId(resource: Resource): boolean {
  const { create, createdId, kind, itemPath, read, list } = resource
  const isShown = read !== undefined || list !== undefined
  // A POST search on a list path creates nothing.
  if (create === undefined || SEARCH.test(create.operation.path)) return false
  const hasLocation = [...create.operation.responses.values()].some(({ headers }) =>
    headers.some(({ name }) => name.toLowerCase() === 'location'),
  )
  return (
    kind === 'singleton' ||
    (itemPath === undefined && isShown) ||
    hasLocation ||
    embeddedIn(resource).length > 0 ||
    createdId.some(
      (expression) =>
        expression.startsWith('$response.body') || (isShown && expression.startsWith('$request.')),
    )
  )
}

/** The outlines of the item in the responses of a resource, without responses that show its parent. */
function outlinesOf(resource: Resource): readonly Sketch[] {
  const { read, create, replace, patch, list } = resource
  const around = aroundOf(resource)
  const places = new Set(
    [around?.answer, around?.item].flatMap((sketch) =>
      sketch?.place === undefined || sketch.place === '' ? [] : [sketch.place],
    ),
  )
  const single = [read, create, replace, patch].flatMap((call) => {
    const answer = call && answerSketch(call.operation)
    const found = answer && locateItem(answer, resource.name, idQueryOf(resource))
    return found === undefined || isOfPlaces(found.sketch, places) ? [] : [found.sketch]
  })
  const answer = list && answerSketch(list.operation)
  const item = answer && locateItems(answer, list, resource.name)?.item
  const shown = item === undefined ? single : [...single, item]
  return shown.length > 0 ? shown : embeddedIn(resource)
}

/** Whether an outline uses one of the schemas, itself or in a property. */
const isOfPlaces = (sketch: Sketch, places: ReadonlySet<string>): boolean =>
  places.has(sketch.place ?? '') ||
  [...sketch.fields().values()].some((field) => places.has(field.sketch.place ?? ''))

/** The outline of a response that shows the parent of a resource, and the location of the item in it. */
function aroundOf({
  parent,
}: Resource): { readonly answer: Sketch; readonly item: Sketch | undefined } | undefined {
  const call = parent?.read ?? parent?.create ?? parent?.replace
  const answer = call && answerSketch(call.operation)
  if (parent === undefined || answer === undefined) return undefined
  return { answer, item: locateItem(answer, parent.name, idQueryOf(parent))?.sketch }
}

/** The outline of an item in a list property of its parent. */
function embeddedIn(resource: Resource): readonly Sketch[] {
  return [...(aroundOf(resource)?.item?.fields() ?? [])].flatMap(([property, { sketch }]) => {
    const item =
      entityOf(property) === resource.name && sketch.types.has('array') ? sketch.items() : undefined
    return item === undefined || item.fields().size === 0 ? [] : [item]
  })
}

/** The path that reads an item: its key and any suffix after the id, such as `.json`. A fragment (`#`) names the caller. */
export const pathOfItem = ({ resource }: Kind, key: string): string =>
  key.replace(/#.*$/s, '') + (/\}(\.[^{}/]+)$/.exec(resource.read?.operation.path ?? '')?.[1] ?? '')

/** An item that the path of an operation goes through, with the name of its parameter. */
export interface Step {
  /** `/owners/{}` */
  readonly resourceKey: string
  readonly parameter: string
}

/** The items on a path, outermost first, including the last one. */
export function stepsOf({ path }: ApiOperation): readonly Step[] {
  const segments = pathSegments(path)
  return segments.flatMap(({ parameter }, index) =>
    parameter === undefined ? [] : [{ resourceKey: keyOfSegments(segments.slice(0, index + 1)), parameter }],
  )
}
