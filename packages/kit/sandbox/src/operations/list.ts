import { isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import type { ApiResponse } from '@contract-kit/openapi'
import { type Resource } from '@contract-kit/resources'
import { findJsonMedia, sketchSchema, type Sketch } from '@contract-kit/resources/exchanges'
import { entityOf, wordsOf } from '@contract-kit/resources/words'
import type { Kind } from '../document/kinds.ts'
import { locateItems, nodeOf } from '../document/places.ts'
import type { Call, Input, Reply } from '../http/call.ts'
import { findSuccess } from '../http/choose.ts'
import { fillHeaders } from '../http/headers.ts'
import { demandOfPath } from '../lists/belonging.ts'
import { idleParameters, readFilters } from '../lists/filters.ts'
import { type Demand, readListing, readValues, type Listing, type Values } from '../lists/listing.ts'
import { readOrder } from '../lists/orders.ts'
import { describePage, isPageFact, findFact, type PageView } from '../lists/page-facts.ts'
import {
  isCursorField,
  isTotalField,
  leadsOn,
  pageFields,
  wantsAbsolute,
  type PageField,
} from '../lists/page-fields.ts'
import { findTurns, writeLinkHeader } from '../lists/page-links.ts'
import { cutPage, hiddenCursor, maxItemsOf, type PageNeeds } from '../lists/pages.ts'
import type { Item } from '../state/item.ts'
import { byOwner } from '../state/store.ts'
import { follow, replaceAt } from '../values/fit.ts'
import { toText } from '../values/to-text.ts'
import { showBody } from './show.ts'
import { isVisible, type World } from './world.ts'

/** Lists one page of the visible items that match the filters, in the requested order. */
export function list(world: World, kind: Kind, resource: Resource, input: Input, call: Call): Reply {
  const listing = readListing(resource)
  const { operation } = listing
  const success = findSuccess(operation, [200])
  const outline = outlineOf(success.response)
  const itemsPath = outline && (locateItems(outline, listing.list, kind.name)?.path ?? [])
  const fields = [
    ...(outline === undefined || itemsPath === undefined ? [] : pageFields(outline, itemsPath)),
    ...headerFields(success.response),
  ]
  const values = { ...hiddenValues(listing, call), ...readValues(listing, input) }
  const idle = idleParameters(world, kind, listing).filter(
    (name) => own(input.query as Values, name) !== undefined && !isChoiceOfFields(name),
  )
  call.log?.remarks.push(
    ...idle.map((name) => `ignored the parameter ${name}: the document does not say what it filters`),
  )
  const page = cutPage(world, {
    kind,
    listing,
    values,
    demands: [...demandsOf(world, kind, listing, input, call), ...readFilters(world, kind, listing, values)],
    requested: readOrder(listing, kind, values),
    needs: needsOf(listing, success.response, fields, outline && follow(outline, itemsPath ?? [])),
  })
  const view: PageView = {
    page,
    turns: findTurns(page, call, listing.isPagedByQuery),
    toUrl: (target) => `${call.origin}${target}`,
    hasTotal: fields.some(isTotalField),
  }
  const pageValues = pageHeaders(success.response, view)
  const filled = Object.entries(fillHeaders(success.response, world.clock.now(), pageValues))
  const headers = Object.fromEntries(
    filled.filter(([name]) => !Object.hasOwn(pageValues, name) || pageValues[name] !== undefined),
  )
  return showBody(success, call, headers, (schema) => {
    const sketch = sketchSchema(schema)
    const place = locateItems(sketch, listing.list, kind.name)
    const listed = follow(sketch, place?.path ?? [])?.items()
    const shown = page.items.map((item) =>
      showListed(kind, listed, item, chooseFields(kind, values, item.value), () => page.cursorOf(item)),
    )
    return place === undefined
      ? shown
      : replaceAt(describePage(pageFields(sketch, place.path), view), place.path, shown)
  })
}

/** An item in a list: the item itself, its id, or an edge that holds it as `node` with its cursor. */
function showListed(
  kind: Kind,
  sketch: Sketch | undefined,
  item: Item,
  value: JsonObject,
  cursorOf: () => Json | undefined,
): Json {
  if (sketch === undefined) return value
  if (isIdAlone(sketch)) return own(value, kind.idName ?? 'id') ?? item.id
  if (nodeOf(sketch) === undefined) return value
  const cursor = sketch.fields().has('cursor') ? cursorOf() : undefined
  return { ...(cursor !== undefined && { cursor }), node: value }
}

/** Whether a list holds ids instead of items. */
const isIdAlone = ({ types }: Sketch): boolean =>
  types.size > 0 && [...types].every((type) => ['string', 'integer', 'number'].includes(type))

/** The conditions of a list: the item is visible to the caller, and the path leads to it. */
function demandsOf(
  world: World,
  kind: Kind,
  { operation }: Listing,
  input: Input,
  call: Call,
): readonly Demand[] {
  const { under } = world.addressOf(operation, input, call, undefined)
  const onPath = demandOfPath(world, kind, operation, input, under)
  const key = kind.resource.key
  // Anonymous callers see all items.
  const owners = call.identity === undefined ? [] : ['', call.identity]
  const seen = owners.reduce((sum, owner) => sum + world.store.listBy(key, byOwner, owner).length, 0)
  const isEverything = owners.length === 0 || seen === world.store.listKind(key).length
  return [isEverything ? undefined : { test: (item: Item) => isVisible(item, call) }, onPath].filter(
    (demand) => demand !== undefined,
  )
}

/** The cursor of a link, if the document has page links but no parameter for them. */
function hiddenValues({ list: { paging } }: Listing, { target }: Call): Values {
  if (paging === undefined || paging.position !== undefined) return {}
  const cursor = new URLSearchParams(target.split('?').slice(1).join('?')).get(hiddenCursor)
  return cursor === null ? {} : { [hiddenCursor]: cursor }
}

function outlineOf(response: ApiResponse | undefined): Sketch | undefined {
  const schema = findJsonMedia(response?.media ?? [])?.schema
  return schema && sketchSchema(schema)
}

function needsOf(
  { list: { paging } }: Listing,
  response: ApiResponse | undefined,
  fields: readonly PageField[],
  items: Sketch | undefined,
): PageNeeds {
  const hasLink = response?.headers.some(({ name }) => name.toLowerCase() === 'link') === true
  return {
    maxItems: maxItemsOf(items),
    // The URL of the last page requires the total.
    isCounted:
      paging?.style !== 'cursor' ||
      fields.some(isTotalField) ||
      fields.some(({ name }) => /count|pages/i.test(name)),
    leadsOn: hasLink || fields.some(leadsOn),
    cursors: fields.filter((field) => isCursorField(field, paging)).map(({ sketch }) => sketch),
  }
}

/** The headers of a response as properties: `total-count` for `X-Total-Count`. */
function headerFields(
  response: ApiResponse | undefined,
): readonly (PageField & { readonly header: string })[] {
  return (response?.headers ?? []).flatMap(({ name, schema, required }) =>
    schema === undefined
      ? []
      : [
          {
            header: name.toLowerCase(),
            name: bareName(name),
            path: [],
            sketch: sketchSchema(schema),
            isRequired: required,
          },
        ],
  )
}

/** The name without its prefix: `total-count` for `X-Pagination-Total-Count`. */
const bareName = (header: string): string =>
  wordsOf(header)
    .filter((word, index) => index > 1 || !['x', 'pagination', 'paging'].includes(word))
    .join('-')

function pageHeaders(response: ApiResponse | undefined, view: PageView): Record<string, string | undefined> {
  const link = response?.headers.find(({ name }) => name.toLowerCase() === 'link')
  const linkSketch = link?.schema && sketchSchema(link.schema)
  const isAbsolute =
    link?.examples.some(({ value }) => /https?:\/\//.test(toText(value))) === true ||
    (linkSketch !== undefined && wantsAbsolute(linkSketch))
  const pageValues = headerFields(response).flatMap((field) => {
    if (!isPageFact(field, view)) return []
    const fact = findFact(field, view)
    const isNothing = fact === undefined || fact === null || isObject(fact)
    if (isNothing && field.isRequired) return []
    return [[field.header, isNothing ? undefined : toText(fact)] as const]
  })
  return {
    'x-total-count': view.page.total === undefined ? undefined : String(view.page.total),
    ...Object.fromEntries(pageValues),
    link: writeLinkHeader(
      view.turns,
      isAbsolute ? view.toUrl : (target) => target,
      (value) => linkSketch?.accepts(value) !== false,
    ),
  }
}

/** An item reduced to its id and the properties that a parameter such as `fields` selects. */
function chooseFields(kind: Kind, values: Values, value: JsonObject): JsonObject {
  const [wanted] = Object.entries(values).flatMap(([name, chosen]) =>
    isChoiceOfFields(name) ? [chosen] : [],
  )
  const names = typeof wanted === 'string' ? wanted.split(',') : wanted
  if (!Array.isArray(names) || names.length === 0) return value
  const kept = new Set([...names.map((name: Json) => toText(name).trim()), kind.idName ?? 'id'])
  return Object.fromEntries(Object.entries(value).filter(([name]) => kept.has(name)))
}

const isChoiceOfFields = (name: string): boolean => ['field', 'select', 'property'].includes(entityOf(name))
