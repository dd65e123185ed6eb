import { isObject, type Json, parsePointer } from '@contract-kit/json-schema/json'
import { findKeyword } from '@contract-kit/json-schema/schemas'

import type { ApiOperation, ApiParameter } from '@contract-kit/openapi'
import { sketchSchema } from '@contract-kit/resources/exchanges'
import { isOrderName } from '@contract-kit/resources/lists'
import { wordsOf } from '@contract-kit/resources/words'
import type { Input } from '../http/call.ts'
import { readListing } from '../lists/listing.ts'
import type { Item } from '../state/item.ts'
import { recall, remember, withInput } from './effects.ts'
import {
  type Advice,
  type Deviation,
  everywhere,
  type FaultKind,
  type FoundPlace,
  type Site,
} from './fault.ts'
import { kindOf, removalOf } from './item-site.ts'
import { otherValue } from './other-value.ts'
import { changeBody, placesOf, shownResponses } from './respond.ts'

/** A list fault, per parameter. */
const atParameters = (
  id: string,
  title: string,
  advice: Advice,
  find: (list: ListSite) => readonly FoundPlace[],
): FaultKind => ({
  id,
  class: 'lists',
  title,
  advice,
  find: (site) => {
    const { role } = site.plan
    if (role.name !== 'list') return []
    const { list, parameters } = readListing(role.resource)
    const { paging, itemsPointer = '' } = list
    return find({
      site,
      tokens: parsePointer(itemsPointer),
      position: paging?.position,
      size: paging?.size,
      parameters: parameters.filter(({ in: location }) => location === 'query'),
    })
  },
})

/** A list fault. */
const inLists = (
  id: string,
  title: string,
  advice: Advice,
  find: (list: ListSite) => Deviation | undefined,
): FaultKind => atParameters(id, title, advice, (list) => everywhere(find(list)))

interface ListSite {
  readonly site: Site
  /** The path to the items in a response. */
  readonly tokens: readonly string[]
  readonly position: string | undefined
  readonly size: string | undefined
  readonly parameters: readonly ApiParameter[]
}

const queryOf = (target: string): URLSearchParams => new URLSearchParams(target.split('?')[1] ?? '')

/** Changes the items of a list with a certain kind of pagination. */
const withItems = (
  { tokens }: ListSite,
  change: (items: readonly Json[]) => readonly Json[],
  isOn: (query: URLSearchParams) => boolean = () => true,
): Deviation => ({
  respond: (reply, { target }) =>
    reply.status === 200 && isOn(queryOf(target))
      ? changeBody(reply, tokens, (items) =>
          Array.isArray(items) && items.length > 0 ? [...change(items)] : items,
        )
      : reply,
})

const without = (input: Input, names: readonly string[]): Input => ({
  ...input,
  query: Object.fromEntries(Object.entries(input.query).filter(([name]) => !names.includes(name))),
})

/** Lists as if a parameter was not sent. */
const ignoring = (name: string): FoundPlace => ({
  place: name,
  deviation: { behave: withInput((input) => without(input, [name])) },
})

const orderNames = ({ parameters }: ListSite): readonly string[] =>
  parameters.map(({ name }) => name).filter((name) => isOrderName(name))

/** The parameters that filter items. */
const filtersOf = ({ parameters, position, size }: ListSite): readonly ApiParameter[] =>
  parameters.filter(({ name }) => name !== position && name !== size && !isOrderName(name))

const describe = 'Describe what the parameter does, or give it the name of the property that it filters by.'
const readable = 'Document an operation that creates items, so that the expected list is known.'
const usual = 'Give paging parameters their usual names: `limit` and `offset`, `cursor` or `page`.'

export const listFaults: readonly FaultKind[] = [
  inLists('list-misses-first', 'A list omits its first item', readable, (list) =>
    withItems(list, (items) => items.slice(1)),
  ),
  inLists('list-misses-last', 'A list omits its last item', readable, (list) =>
    withItems(list, (items) => items.slice(0, -1)),
  ),
  inLists('list-repeats', 'A list shows an item twice', readable, (list) =>
    withItems(list, (items) => [...items, ...items.slice(-1)]),
  ),
  inLists('list-empty', 'A list is always empty', readable, (list) => withItems(list, () => [])),
  inLists('later-page-misses', 'A later page omits its first item', usual, (list) => {
    const { position } = list
    return position === undefined
      ? undefined
      : withItems(
          list,
          (items) => items.slice(1),
          (query) => query.has(position),
        )
  }),
  inLists(
    'page-repeats-last',
    'A page begins with the last item of the previous page',
    usual,
    ({ position, tokens }) =>
      position === undefined
        ? undefined
        : {
            behave:
              (run, { world, deviates }) =>
              (input, call) => {
                const reply = run(input, call)
                const { last } = recall(world)
                const items = itemsAt(reply.body as Json, tokens)
                remember(world, items.length === 0 ? {} : { last: items.at(-1) ?? null })
                if (last === undefined || items.length === 0 || !queryOf(call.target).has(position))
                  return reply
                deviates()
                return changeBody(reply, tokens, () => [last, ...items.slice(0, -1)])
              },
          },
  ),
  atParameters('position-ignored', 'Every page returns the first page', usual, ({ position }) =>
    position === undefined ? [] : [ignoring(position)],
  ),
  atParameters('size-ignored', 'The requested page size is ignored', usual, ({ size }) =>
    size === undefined ? [] : [ignoring(size)],
  ),
  atParameters('size-one-more', 'A page has one item more than requested', usual, ({ size }) =>
    size === undefined
      ? []
      : [
          {
            place: size,
            deviation: {
              behave: withInput((input) => {
                const requestedSize = input.query[size]
                return typeof requestedSize === 'number'
                  ? { ...input, query: { ...input.query, [size]: requestedSize + 1 } }
                  : input
              }),
            },
          },
        ],
  ),
  inLists('later-page-unfiltered', 'Filters apply to the first page only', usual, (list) => {
    const { position } = list
    const names = filtersOf(list).map(({ name }) => name)
    return position === undefined || names.length === 0
      ? undefined
      : {
          behave: withInput((input, { target }) =>
            queryOf(target).has(position) ? without(input, names) : input,
          ),
        }
  }),
  atParameters(
    'parameter-default-not-applied',
    'The default of a parameter is not applied',
    'Give the parameter the name of the property that it filters by, or the usual name for paging.',
    ({ parameters }) =>
      parameters.flatMap(({ name, schema }) => {
        const held = schema && findKeyword(schema, 'default')
        const other = schema && held !== undefined ? otherValue(schema, held) : undefined
        return other === undefined
          ? []
          : [
              {
                place: name,
                deviation: {
                  behave: withInput((input, { target }) =>
                    queryOf(target).has(name)
                      ? input
                      : { ...input, query: { ...input.query, [name]: other } },
                  ),
                },
              },
            ]
      }),
  ),
  atParameters('order-ignored', 'The requested order is ignored', 'List the orders in an `enum`.', (list) =>
    orderNames(list).map(ignoring),
  ),
  atParameters(
    'order-only-ascending',
    'The order is always ascending, even if descending is requested',
    'List the orders in an `enum`.',
    (list) =>
      orderNames(list).map((place) => ({
        place,
        deviation: withItems(
          list,
          (items) => items.toReversed(),
          (query) => /^-|desc/i.test(query.get(place) ?? ''),
        ),
      })),
  ),
  atParameters('filter-ignored', 'A filter is ignored', describe, (list) =>
    filtersOf(list).map(({ name }) => ignoring(name)),
  ),
  atParameters(
    'filter-first-value',
    'Only the first of several values of a filter is applied',
    describe,
    (list) =>
      filtersOf(list)
        .filter(({ schema }) => schema !== undefined && sketchSchema(schema).types.has('array'))
        .map(({ name }) => ({
          place: name,
          deviation: {
            behave: withInput((input) => {
              const values = input.query[name]
              return Array.isArray(values)
                ? { ...input, query: { ...input.query, [name]: values.slice(0, 1) } }
                : input
            }),
          },
        })),
  ),
  atParameters('filter-inverted', 'A filter returns the items that it should exclude', describe, (list) =>
    filtersOf(list).map(({ name }) => ({
      place: name,
      deviation: {
        behave:
          (run, { deviates }) =>
          (input, call) => {
            const reply = run(input, call)
            if (input.query[name] === undefined) return reply
            const whole = run(without(input, [name]), call)
            deviates()
            const chosen = new Set(
              itemsAt(reply.body as Json, list.tokens).map((item) => JSON.stringify(item)),
            )
            return changeBody(whole, list.tokens, (items) =>
              Array.isArray(items) ? items.filter((item) => !chosen.has(JSON.stringify(item))) : items,
            )
          },
      },
    })),
  ),
  inLists(
    'total-wrong',
    'The total is one too large',
    'Give the total its usual name: `total`, `totalCount`, `X-Total-Count`.',
    ({ site: { operation } }) =>
      hasTotal(operation)
        ? {
            respond: (reply) => {
              const counted = Object.entries(reply.headers ?? {}).find(
                ([name]) => name.toLowerCase() === 'x-total-count',
              )
              if (counted !== undefined)
                return {
                  ...reply,
                  headers: { ...reply.headers, [counted[0]]: String(Number(counted[1]) + 1) },
                }
              const body = raiseTotals((reply.body ?? null) as Json)
              return body === reply.body ? reply : { ...reply, body }
            },
          }
        : undefined,
  ),
  atParameters(
    'deleted-still-listed',
    'A deleted item is still listed',
    'Document the list and an operation that deletes items.',
    ({ site }) => {
      const [kind, removal] = [kindOf(site), removalOf(site)]
      if (removal === undefined || kind === undefined) return []
      const behave: Deviation['behave'] =
        (run, { world: { store }, world, plan: { role }, deviates }) =>
        (input, call) => {
          const removed = (recall(world)['removed'] ?? []) as unknown as readonly Item[]
          if (role.name === 'remove') {
            const before = [...store.listKind(kind.resource.key)]
            const reply = run(input, call)
            const gone = before.filter(({ key }) => store.get(key) === undefined)
            remember(world, { removed: [...removed, ...gone] as unknown as Json })
            return reply
          }
          // The removed items exist only while the list is built.
          const back = removed.filter(
            ({ key, under }) =>
              store.get(key) === undefined && under.every((around) => store.get(around) !== undefined),
          )
          for (const item of back) store.put(item)
          if (back.length > 0) deviates()
          try {
            return run(input, call)
          } finally {
            for (const { key } of back) store.delete(key)
          }
        }
      return [{ place: '', alsoAt: [removal.id], deviation: { behave } }]
    },
  ),
]

function itemsAt(body: Json | undefined, [token, ...rest]: readonly string[]): readonly Json[] {
  if (token !== undefined)
    return isObject(body ?? null) ? itemsAt((body as Record<string, Json>)[token], rest) : []
  return Array.isArray(body) ? body : []
}

const hasTotal = (operation: ApiOperation): boolean =>
  shownResponses(operation).some(
    ({ response: { headers }, schema }) =>
      headers.some(({ name }) => name.toLowerCase() === 'x-total-count') ||
      placesOf(schema).some(
        ({ pointer, sketch }) =>
          (sketch.types.has('integer') || sketch.types.has('number')) &&
          totals.has(wordsOf(parsePointer(pointer).at(-1) ?? '').join('')),
      ),
  )

const totals = new Set([
  'total',
  'totalcount',
  'totalitems',
  'totalelements',
  'totalresults',
  'count',
  'totalrecords',
])

/** Increments the totals beside a list; items stay unchanged. */
function raiseTotals(value: Json): Json {
  if (!isObject(value)) return value
  let isChanged = false
  const entries = Object.entries(value).map(([name, held]): [string, Json] => {
    const changed =
      typeof held === 'number' && totals.has(wordsOf(name).join('')) ? held + 1 : raiseTotals(held)
    isChanged ||= changed !== held
    return [name, changed]
  })
  return isChanged ? Object.fromEntries(entries) : value
}
