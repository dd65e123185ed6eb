import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import { buildResourceGraph, type Resource } from '@contract-kit/resources'
import { answerSketch, type Sketch } from '@contract-kit/resources/exchanges'
import { type Kind, placesOfKind } from './kinds.ts'
import { locateItem } from './places.ts'

/** The kind of the item in a response, by its schema. Undefined if there is none. */
export function findShownKind(
  operation: ApiOperation,
  kinds: readonly Kind[],
  preferred?: Kind,
): Kind | undefined {
  const answer = answerSketch(operation)
  if (answer === undefined) return undefined
  const shows = (kind: Kind): boolean => {
    const places = placesOfKind(kind)
    const place = locateItem(answer, kind.name, kind.idQuery)?.sketch.place
    return places.has(answer.place ?? '') || (place !== undefined && places.has(place))
  }
  // A response may show an item together with other properties.
  const holds = (kind: Kind): boolean => {
    const places = placesOfKind(kind)
    return [...answer.fields().values()].some(({ sketch }) => places.has(sketch.place ?? ''))
  }
  return preferred !== undefined && shows(preferred) ? preferred : (kinds.find(shows) ?? kinds.find(holds))
}

/**
 * The kind of the status resource for an accepted request (202): the target of a response link, else the kind that the response shows.
 * Undefined if that is the kind of the new item.
 */
export function findStatusKind(
  document: ApiDocument,
  operation: ApiOperation,
  kinds: readonly Kind[],
  own: Kind,
): Kind | undefined {
  if (!operation.responses.has('202')) return undefined
  const links = buildResourceGraph(document).links.filter(
    ({ source, status }) => source === operation && status === '202',
  )
  const linked = kinds.find((kind) =>
    kind.resources.some(({ read }) => links.some(({ target }) => target === read?.operation)),
  )
  const found = linked ?? findShownKind(operation, kinds, own)
  return found === own ? undefined : found
}

/**
 * The kind of the items that a creation makes. If no operation reads its own path, uses the path whose response has the same schema: `POST
 * /signup` creates an item of `/users/{id}`.
 */
export function findCreatedKind(operation: ApiOperation, kinds: readonly Kind[], own: Kind): Kind {
  if (own.resource.parent !== undefined || own.resources.some(isUsed)) return own
  const others = kinds.filter(
    (kind) =>
      kind !== own &&
      kind.resource.parent === undefined &&
      kind.resources.some(({ read }) => read !== undefined),
  )
  const answer = answerSketch(operation)
  return others.find((kind) => answer !== undefined && isItself(answer, kind)) ?? own
}

/** Whether a response is an item of a kind, alone or in an envelope. A user shown inside a session does not count. */
function isItself(answer: Sketch, kind: Kind): boolean {
  const place = locateItem(answer, kind.name, kind.idQuery)
  const isAlone = place !== undefined && (place.path.length === 0 || answer.fields().size === 1)
  return isAlone && placesOfKind(kind).has(place.sketch.place ?? '')
}

const isUsed = ({ read, list, replace, patch, remove }: Resource): boolean =>
  (read ?? list ?? replace ?? patch ?? remove) !== undefined
