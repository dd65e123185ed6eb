import { isObject, type Json, parsePointer } from '@contract-kit/json-schema/json'
import { isOrderName } from '@contract-kit/resources/lists'
import { wordsOf } from '@contract-kit/resources/words'
import type { Item } from '../state/item.ts'
import { withInput } from './effects.ts'
import type { Deviation, FaultKind, FoundPlace, Site } from './fault.ts'
import { changeBody } from './respond.ts'
import { readListing } from '../lists/listing.ts'

/** A fault of a list of items. */
const inLists = (
  id: string,
  title: string,
  advice: string,
  find: (list: ListSite) => Deviation | readonly FoundPlace[] | undefined,
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
    const names = parameters.filter(({ in: location }) => location === 'query').map(({ name }) => name)
    const found = find({
      site,
      tokens: parsePointer(itemsPointer),
      position: paging?.position,
      size: paging?.size,
      names,
    })
    if (found === undefined) return []
    return Array.isArray(found)
      ? (found as readonly FoundPlace[])
      : [{ place: '', deviation: found as Deviation }]
  },
})

interface ListSite {
  readonly site: Site
  /** The way to the items in a response. */
  readonly tokens: readonly string[]
  readonly position: string | undefined
  readonly size: string | undefined
  /** Every query parameter. */
  readonly names: readonly string[]
}

/** A list with other items, on pages of some kind. */
const withItems = (
  { tokens }: ListSite,
  change: (items: readonly Json[]) => readonly Json[],
  isOn: (query: URLSearchParams) => boolean = () => true,
): Deviation => ({
  respond: (reply, { target }) => {
    const query = new URLSearchParams(target.split('?')[1] ?? '')
    return reply.status === 200 && isOn(query)
      ? changeBody(reply, tokens, (items) =>
          Array.isArray(items) && items.length > 0 ? [...change(items)] : items,
        )
      : reply
  },
})

const ignoring = (name: string): Deviation => ({
  behave: withInput(({ query: { [name]: _value, ...query }, ...input }) => ({ ...input, query })),
})

const describe = 'Describe what the parameter does, or name it as the property that it selects by.'
const readable = 'Let an operation create items, so that what the list must show is known.'

export const listFaults: readonly FaultKind[] = [
  inLists('list-misses-first', 'A list leaves out its first item', readable, (list) =>
    withItems(list, (items) => items.slice(1)),
  ),
  inLists('list-misses-last', 'A list leaves out its last item', readable, (list) =>
    withItems(list, (items) => items.slice(0, -1)),
  ),
  inLists('list-repeats', 'A list shows an item twice', readable, (list) =>
    withItems(list, (items) => [...items, ...items.slice(-1)]),
  ),
  inLists('list-empty', 'A list is always empty', readable, (list) => withItems(list, () => [])),
  inLists(
    'later-page-misses',
    'A later page leaves out its first item',
    'Name the parameters of pages as is usual: `limit` and `offset`, `cursor` or `page`.',
    (list) =>
      list.position === undefined
        ? undefined
        : withItems(
            list,
            (items) => items.slice(1),
            (query) => query.has(list.position ?? ''),
          ),
  ),
  inLists(
    'page-repeats-last',
    'A page begins with the last item of the one before',
    'Name the parameters of pages as is usual: `limit` and `offset`, `cursor` or `page`.',
    (list) => {
      let last: Json | undefined
      return list.position === undefined
        ? undefined
        : {
            respond: (reply, { target }) => {
              const query = new URLSearchParams(target.split('?')[1] ?? '')
              return changeBody(reply, list.tokens, (items) => {
                if (!Array.isArray(items)) return items
                const before = query.has(list.position ?? '') ? last : undefined
                last = items.at(-1)
                return before === undefined || items.length === 0 ? items : [before, ...items.slice(0, -1)]
              })
            },
          }
    },
  ),
  inLists(
    'position-ignored',
    'Every page is the first',
    'Name the parameter of the page as is usual: `offset`, `cursor` or `page`.',
    ({ position }) =>
      position === undefined ? undefined : [{ place: position, deviation: ignoring(position) }],
  ),
  inLists(
    'size-ignored',
    'The size of the page is ignored',
    'Name the parameter of the size as is usual: `limit`.',
    ({ size }) => (size === undefined ? undefined : [{ place: size, deviation: ignoring(size) }]),
  ),
  inLists('order-ignored', 'The requested order is ignored', 'List the orders in an `enum`.', ({ names }) =>
    names.filter((name) => isOrderName(name)).map((name) => ({ place: name, deviation: ignoring(name) })),
  ),
  inLists('filter-ignored', 'A filter is ignored', describe, ({ names, position, size }) =>
    names
      .filter((name) => name !== position && name !== size && !isOrderName(name))
      .map((name) => ({ place: name, deviation: ignoring(name) })),
  ),
  inLists('filter-inverted', 'A filter selects what it should leave out', describe, (list) =>
    list.names
      .filter((name) => name !== list.position && name !== list.size && !isOrderName(name))
      .map((name) => ({
        place: name,
        deviation: {
          behave:
            (run, { deviates }) =>
            (input, call) => {
              const reply = run(input, call)
              if (input.query[name] === undefined) return reply
              const whole = run(
                {
                  ...input,
                  query: Object.fromEntries(Object.entries(input.query).filter(([one]) => one !== name)),
                },
                call,
              )
              deviates()
              const chosen = new Set(textsAt(reply.body as Json, list.tokens))
              return changeBody(whole, list.tokens, (items) =>
                Array.isArray(items) ? items.filter((item) => !chosen.has(JSON.stringify(item))) : items,
              )
            },
        } satisfies Deviation,
      })),
  ),
  inLists(
    'total-wrong',
    'The total is one too large',
    'Name the total as is usual: `total`, `totalCount`, `X-Total-Count`.',
    () => ({
      respond: (reply) => {
        const counted = Object.entries(reply.headers ?? {}).find(
          ([name]) => name.toLowerCase() === 'x-total-count',
        )
        if (counted !== undefined)
          return { ...reply, headers: { ...reply.headers, [counted[0]]: String(Number(counted[1]) + 1) } }
        const body = raiseTotals((reply.body ?? null) as Json)
        return body === reply.body ? reply : { ...reply, body }
      },
    }),
  ),
  inLists(
    'deleted-still-listed',
    'A deleted item is still listed',
    'Let an operation delete items, and document the list.',
    ({ site }) => {
      const kind = site.plan.role.name === 'example' ? undefined : site.plan.role.kind
      const removal = site.plans.find(({ role }) => role.name === 'remove' && role.kind === kind)
      if (removal === undefined) return undefined
      let removed: readonly Item[] = []
      return [
        {
          place: '',
          alsoAt: [removal.operation.id],
          deviation: {
            behave:
              (run, { world, plan: { role }, deviates }) =>
              (input, call) => {
                if (role.name === 'example') return run(input, call)
                const { key } = role.kind.resource
                if (role.name === 'remove') {
                  const before = world.store.listKind(key).slice()
                  const reply = run(input, call)
                  removed = [...removed, ...before.filter((item) => world.store.get(item.key) === undefined)]
                  return reply
                }
                // Only while the list is made are they there.
                const back = removed.filter(
                  (item) =>
                    world.store.get(item.key) === undefined &&
                    item.under.every((around) => world.store.get(around) !== undefined),
                )
                for (const item of back) world.store.put(item)
                if (back.length > 0) deviates()
                try {
                  return run(input, call)
                } finally {
                  for (const item of back) world.store.delete(item.key)
                }
              },
          },
        },
      ]
    },
  ),
]

const textsAt = (body: Json, [token, ...rest]: readonly string[]): readonly string[] => {
  if (token !== undefined) return isObject(body) ? textsAt(body[token] ?? null, rest) : []
  return Array.isArray(body) ? body.map((item) => JSON.stringify(item)) : []
}

const totals = new Set([
  'total',
  'totalcount',
  'totalitems',
  'totalelements',
  'totalresults',
  'count',
  'totalrecords',
])

/** The totals beside a list, one larger; items are left as they are. */
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
