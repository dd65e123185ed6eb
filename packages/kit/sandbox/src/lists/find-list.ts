import { parsePointer } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource } from '@contract-kit/resources'
import { answerSketch, findItems, sketchSchema, type Sketch } from '@contract-kit/resources/exchanges'
import { isAboutPage, pageWordOf, pagingWordOf, SEARCH, toResourceList } from '@contract-kit/resources/lists'
import { wordsOf } from '@contract-kit/resources/words'
import type { Kind } from '../document/kinds.ts'
import { nodeOf } from '../document/places.ts'
import { follow } from '../values/fit.ts'

/**
 * The kind that an operation lists, apart from the collection's own list: `POST /bookings/search`, `GET /pets/findByStatus`, `GET
 * /owners/{}/pets`. The response is an array of the same schema with only page metadata beside it.
 */
export function findList(
  operation: ApiOperation,
  kinds: readonly Kind[],
): { readonly kind: Kind; readonly resource: Resource } | undefined {
  const isSearch = operation.method === 'POST' && SEARCH.test(operation.path)
  const answer = answerSketch(operation)
  if (answer === undefined || (operation.method !== 'GET' && !isSearch)) return undefined
  // The model treats any POST on a collection as a creation, but this one returns a list.
  const isTaken = kinds.some(({ resources }) => resources.some((resource) => hasRole(resource, operation)))
  if (isTaken && !isSearch) return undefined
  const own = kinds.find(({ resources }) => resources.some(({ list }) => list?.operation === operation))
  const collection = operation.path.replace(SEARCH, '')
  const found = kinds
    .map((kind) => ({
      kind,
      resource:
        kind.resources.find(
          (one) => one.collectionPath === collection || one.collectionPath === operation.path,
        ) ?? kind.resource,
    }))
    .filter(
      ({ kind, resource }) =>
        kind !== own &&
        (isSearch || kind.origin === 'created') &&
        resource.kind === 'collection' &&
        isListOf(answer, kind),
    )
    .toSorted(
      (one, other) =>
        Number(other.resource.collectionPath === collection) -
        Number(one.resource.collectionPath === collection),
    )
  const [best] = found
  if (best === undefined) return undefined
  return { kind: best.kind, resource: { ...best.resource, list: toResourceList(operation, best.kind.name) } }
}

/** Whether an operation has a role of its own. On a read-only resource, a list or a read may serve items of another kind. */
function hasRole(resource: Resource, operation: ApiOperation): boolean {
  const { kind, create, read, list, replace, patch, remove } = resource
  const changes = [create, replace, patch, remove]
  const isFixed = changes.every((call) => call === undefined)
  const roles = [
    ...changes,
    ...(isFixed && read === undefined ? [] : [list]),
    ...(isFixed && kind === 'singleton' ? [] : [read]),
  ]
  return roles.some((call) => call?.operation === operation)
}

function isListOf(answer: Sketch, { name, shown }: Kind): boolean {
  const items = findItems(answer, name)
  const item = nodeOf(items?.item) ?? items?.item
  if (items === undefined || item === undefined || !shown.some((sketch) => isSameSchema(sketch, item)))
    return false
  return isListAlone(answer, items.pointer)
}

/** Whether a response holds only a list and page metadata. */
export function isListAlone(answer: Sketch, pointer: string): boolean {
  const path = parsePointer(pointer)
  return path.every((step, depth) => isOnlyAbout(follow(answer, path.slice(0, depth)), step))
}

/** Whether two outlines share schemas. With several, one may be that of a common wrapper. */
function isSameSchema(one: Sketch, other: Sketch): boolean {
  const [places, others] = [placesOf(one), placesOf(other)]
  return (
    places.length > 0 && places.length === others.length && places.every((place) => others.includes(place))
  )
}

const placesOf = ({ nodes }: Sketch): readonly string[] =>
  nodes.flatMap((node) => sketchSchema(node).place ?? []).filter((place) => place !== '')

/** Whether the properties beside the list are only page metadata. */
const isOnlyAbout = (around: Sketch | undefined, list: string): boolean =>
  [...(around?.fields().keys() ?? [])].every(
    (name) =>
      name === list ||
      isAboutPage(name) ||
      pageWordOf(name) !== undefined ||
      pagingWordOf(name) !== undefined ||
      /count|total|pages?$|sort|object|type|links?$/.test(wordsOf(name).join('')),
  )
