import { isObject, own, type Json, parsePointer } from '@contract-kit/json-schema/json'
import { findKeyword, keywordOf, schemasAt } from '@contract-kit/json-schema/schemas'
import { findResponse } from '@contract-kit/openapi'
import { Refusal } from '../http/call.ts'
import { readListing } from '../lists/listing.ts'
import { afterwards, keepUnder, recall, remember, withInput } from './effects.ts'
import { everywhere, type LibertyKind, type Site } from './fault.ts'
import { inRoles, keptNames, kindOf } from './item-site.ts'
import { changeBody, placesOf, respondTo, shownResponses } from './respond.ts'

const advice = 'A client must not depend on it.'

/** Whether an operation returns JSON. */
const showsJson = ({ operation }: Site): boolean => shownResponses(operation).length > 0

/** Properties in another order, at any depth. */
const reversed = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(reversed)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, held]) => [name, reversed(held)]),
  )
}

/** An id that is longer than usual, or exceeds 32 bits. */
const longer = (id: Json): Json | undefined =>
  typeof id === 'number' ? id + 5_000_000_000 : typeof id === 'string' ? `${id}${'0'.repeat(24)}` : undefined

/** Changes that a correct server may make at any time, so clients must accept them. */
export const libertyKinds: readonly LibertyKind[] = [
  {
    id: 'new-property',
    title: 'Objects have a new, undocumented property',
    advice,
    find: ({ operation }) =>
      shownResponses(operation).flatMap(({ response, schema }) => {
        const objects = placesOf(schema).filter(
          ({ sketch }) =>
            sketch.types.has('object') &&
            sketch.nodes.every(
              (node) =>
                findKeyword(node, 'additionalProperties') !== false &&
                findKeyword(node, 'unevaluatedProperties') !== false,
            ),
        )
        return objects.map(({ pointer }) => ({
          place: `${response.status}${pointer}`,
          deviation: {
            respond: respondTo(operation, response, (reply) =>
              changeBody(reply, parsePointer(pointer), (value) =>
                isObject(value) ? { ...value, addedLater: 'new' } : value,
              ),
            ),
          },
        }))
      }),
  },
  {
    id: 'new-value',
    title: 'A property has a new value of an open list',
    advice,
    find: ({ operation }) =>
      shownResponses(operation).flatMap(({ response, schema }) => {
        const open = placesOf(schema).filter(({ sketch }) =>
          sketch.nodes.some(
            (node) =>
              keywordOf(node, 'x-extensible-enum') !== undefined ||
              (schemasAt(node, 'anyOf').some((branch) => keywordOf(branch, 'enum') !== undefined) &&
                sketch.accepts('added_later')),
          ),
        )
        return open.map(({ pointer }) => ({
          place: `${response.status}${pointer}`,
          deviation: {
            respond: respondTo(operation, response, (reply) =>
              changeBody(reply, parsePointer(pointer), () => 'added_later'),
            ),
          },
        }))
      }),
  },
  {
    id: 'other-order',
    title: 'Properties are in another order',
    advice,
    find: (site) =>
      everywhere(
        showsJson(site)
          ? {
              respond: (reply) =>
                reply.body === undefined || reply.body instanceof Uint8Array
                  ? reply
                  : { ...reply, body: reversed(reply.body as Json) },
            }
          : undefined,
      ),
  },
  {
    id: 'one-per-page',
    title: 'A page has one item, regardless of the requested size',
    advice,
    find: ({ plan: { role } }) => {
      const paging = role.name === 'list' ? readListing(role.resource).list.paging : undefined
      const size = paging?.size
      return everywhere(
        paging?.style !== 'cursor' || size === undefined || paging.minSize > 1
          ? undefined
          : { behave: withInput((input) => ({ ...input, query: { ...input.query, [size]: 1 } })) },
      )
    },
  },
  {
    id: 'rate-limited',
    title: 'The first request gets 429 with `Retry-After`',
    advice,
    find: ({ operation }) =>
      everywhere(
        findResponse(operation, 429) === undefined
          ? undefined
          : {
              behave:
                (run, { world, deviates }) =>
                (input, call) => {
                  if (recall(world)['isLimited'] === true) return run(input, call)
                  remember(world, { isLimited: true })
                  deviates()
                  throw new Refusal(429, 'Too many requests', { 'retry-after': '1' })
                },
            },
      ),
  },
  {
    id: 'slow',
    title: 'A response takes a second',
    advice,
    find: () => everywhere({ delayMs: 1000 }),
  },
  inRoles('longer-id', 'A new item has a longer id', ['create'], advice, (site) => {
    const idName = kindOf(site)?.idName
    if (idName === undefined || keptNames(site).includes(idName)) return undefined
    return {
      behave: afterwards(({ created: [item] }, { world }, { reply }) => {
        const kind = world.kinds.find(({ resource }) => resource.key === item?.kind)
        const id =
          kind?.idName === undefined || item === undefined
            ? undefined
            : longer(own(item.value, kind.idName) ?? null)
        if (item === undefined || kind?.idName === undefined || id === undefined || !world.isId(kind, id))
          return undefined
        return keepUnder(world, kind, item, id, reply)
      }),
    }
  }),
]
