import { isObject, own, type Json } from '@contract-kit/json-schema/json'
import { oncePer } from '@contract-kit/json-schema/memo'
import { findKeyword } from '@contract-kit/json-schema/schemas'
import type { ApiParameter } from '@contract-kit/openapi'
import { type SketchField } from '@contract-kit/resources/exchanges'
import {
  addsItems,
  demandOf,
  endOf,
  filtersAmong,
  isEverything,
  selectsByFalse,
  wantedBy,
  type Filter,
} from '@contract-kit/resources/filters'
import { isOrderName, isPagingName } from '@contract-kit/resources/lists'
import { entityOf, parseReferenceName, wordsOf } from '@contract-kit/resources/words'
import type { Kind } from '../document/kinds.ts'
import type { World } from '../operations/world.ts'
import type { Item } from '../state/item.ts'
import type { Index } from '../state/store.ts'
import { findReferences, refersTo } from './belonging.ts'
import { type Demand, isMoment, type Listing, type Test, type Values } from './listing.ts'
import { isCreation, isDirection } from './orders.ts'
import { isWriteOnly } from '../values/fit.ts'
import { toText } from '../values/to-text.ts'
import { isInRange } from './ranges.ts'
import { isPlaceName, isSearchName, searchTest } from './text-search.ts'

/** Creates the test of one parameter from its value. */
interface Selector {
  /** Set if the document does not say how the parameter filters. */
  readonly idle?: string
  readonly wantedBy: (values: Values) => Json | undefined
  readonly toTest: (wanted: Json, values: Values) => Test | undefined
  /** Finds the matching items by an index. */
  readonly find?: (wanted: Json) => readonly Item[] | undefined
}

/** The conditions that a request's filters set on list items. */
export function readFilters(world: World, kind: Kind, listing: Listing, values: Values): readonly Demand[] {
  return selectorsOf(world, kind, listing).flatMap(({ wantedBy: read, toTest, find }): readonly Demand[] => {
    const wanted = read(values) ?? null
    const test = wanted === null ? undefined : toTest(wanted, values)
    return test === undefined ? [] : [{ test, found: find?.(wanted) }]
  })
}

/** The parameters of a list that have no documented use in filtering, paging or sorting. */
export const idleParameters = (world: World, kind: Kind, listing: Listing): readonly string[] =>
  selectorsOf(world, kind, listing).flatMap(({ idle }) =>
    idle === undefined || isPlaceName(idle) || isDirection(listing, idle) ? [] : [idle],
  )

const selectorsOf = (world: World, kind: Kind, listing: Listing): readonly Selector[] =>
  knownSelectors(world)(kind)(listing)

const knownSelectors = oncePer((world: World) =>
  oncePer((kind: Kind) => oncePer((listing: Listing) => findSelectors(world, kind, listing))),
)

function findSelectors(world: World, kind: Kind, listing: Listing): readonly Selector[] {
  const { list, parameters } = listing
  const { size, position } = list.paging ?? {}
  const fields = fieldsOf(kind)
  const shown = [...fields.keys()]
  const byProperty = filtersAmong(list, fields).filter(({ parameter: { name } }) => !isOrderName(name))
  const used = new Set(byProperty.map(({ parameter }) => parameter.name))
  const others = parameters.filter(
    ({ name }) => !used.has(name) && name !== size && name !== position && !isOrderName(name),
  )
  return [
    ...byProperty.map((filter): Selector => ({
      wantedBy: (values) => wantedBy(filter, values),
      toTest: (wanted) => toPropertyTest(filter, wanted),
      find: (wanted) => findByProperty(world, kind, filter, wanted),
    })),
    ...others.flatMap((parameter): readonly Selector[] => {
      const toTest = isSearchName(parameter.name)
        ? searchTest(shown, parameter, parameters)
        : (momentTest(shown, parameter) ??
          presenceTest(shown, parameter) ??
          referenceTest(world, kind, parameter))
      const name = parameter.name
      return [
        toTest === undefined
          ? { idle: name, wantedBy: () => undefined, toTest: () => undefined }
          : { wantedBy: (values) => own(values, name), toTest },
      ]
    }),
  ]
}

/** The properties of items in any response. */
function fieldsOf({ shown }: Kind): ReadonlyMap<string, SketchField> {
  const fields = new Map<string, SketchField>()
  for (const sketch of shown) {
    for (const [name, field] of sketch.fields())
      if (!fields.has(name) && !isWriteOnly(field.sketch)) fields.set(name, field)
  }
  return fields
}

function toPropertyTest(filter: Filter, wanted: Json): Test | undefined {
  const { bound, property, parameter } = filter
  const { description } = parameter
  const limit = bound ?? (typeof wanted === 'number' ? limitOf(description) : undefined)
  if (limit !== undefined) {
    const isWithin = bound === undefined || includesEnd(filter)
    return (item) => isInRange(heldBy(item, property), wanted, limit, isWithin)
  }
  if (typeof wanted === 'boolean') return flagTest(filter, wanted)
  const values = valuesOf(filter, wanted)
  if (values.length === 0 || values.some((value) => meansAll(filter, value))) return undefined
  const accepts = matcherOf(filter)
  const isAll = demandOf(description) === 'all'
  return (item) => {
    const held = heldBy(item, property)
    const all = Array.isArray(held) ? held : [held ?? null]
    const isHeld = (value: Json): boolean => all.some((one) => accepts(one, value))
    return isAll && Array.isArray(held) ? values.every(isHeld) : values.some(isHeld)
  }
}

/** Finds items by a single value that is compared as a whole. */
function findByProperty(world: World, kind: Kind, filter: Filter, wanted: Json): readonly Item[] | undefined {
  const { bound, property, parameter } = filter
  const isPlain =
    typeof wanted === 'string' || (typeof wanted === 'number' && limitOf(parameter.description) === undefined)
  if (!isPlain || bound !== undefined || comparisonOf(filter) !== 'whole') return undefined
  const text = toText(wanted).toLowerCase()
  if (valuesOf(filter, wanted).length !== 1 || day.test(text)) return undefined
  return world.store.listBy(kind.resource.key, byText(property), text)
}

/** Indexes a property in lower case; each member of a list separately. */
const byText = (property: string): Index => ({
  name: `text ${property}`,
  textsOf: (item) =>
    [heldBy(item, property) ?? null]
      .flat()
      .flatMap((one) => (one === null || isObject(one) ? [] : toText(one).toLowerCase())),
})

/** Whether a range includes its end. By default only `after`, `before`, `gt` and `lt` exclude it. */
function includesEnd(filter: Filter): boolean {
  const words = wordsOf(filter.member ?? filter.parameter.name)
  return (endOf(filter) ?? (words.some((word) => beyond.has(word)) ? 'beyond' : 'within')) === 'within'
}

const beyond = new Set(['after', 'before', 'gt', 'lt'])

/** A number described as a limit. */
function limitOf(description: string): Filter['bound'] {
  if (/\bat least\b|\bminimum\b|\bor (?:more|higher|greater|above)\b/i.test(description)) return 'least'
  return /\bat most\b|\bmaximum\b|\bup to\b|\bor (?:less|fewer|lower|below)\b/i.test(description)
    ? 'greatest'
    : undefined
}

/** A flag selects the items that have it, or those that do not. A flag that adds items hides them while it is off. */
function flagTest({ property, parameter: { description } }: Filter, wanted: boolean): Test | undefined {
  if (wanted && addsItems(description)) return undefined
  // "Only those with bicycles": off means that all are listed.
  if (!wanted && /\bonly\b/i.test(description) && !selectsByFalse(description)) return undefined
  return (item) => (heldBy(item, property) === true) === wanted
}

/** The wanted values: members of a list, or of a comma-separated text if documented. */
function valuesOf({ parameter, member, held }: Filter, wanted: Json): readonly Json[] {
  if (Array.isArray(wanted)) return wanted
  if (typeof wanted !== 'string' || !wanted.includes(',')) return [wanted]
  const isMany = parseReferenceName(member ?? parameter.name).isMany || /\bcomma/i.test(parameter.description)
  return isMany || !held.accepts(wanted) ? wanted.split(',').map((part) => part.trim()) : [wanted]
}

/** `status=all`, if `all` is not a possible status. */
const meansAll = ({ held }: Filter, value: Json): boolean =>
  typeof value === 'string' &&
  isEverything(value) &&
  !held.accepts(value) &&
  held.items()?.accepts(value) !== true

/** How a filter compares texts, according to its description. */
function comparisonOf({ parameter: { description }, schema }: Filter): 'part' | 'start' | 'whole' {
  if (schema !== undefined && findKeyword(schema, 'enum') !== undefined) return 'whole'
  if (/\bcontain\w*|\bpart of\b|\bpartial\w*|\bsubstring\b/i.test(description)) return 'part'
  return /\b(?:start|begin)\w* with\b|\bprefix\b/i.test(description) ? 'start' : 'whole'
}

/** Compares a stored value with a wanted one. Texts ignore case and match partially if documented; a day matches its times. */
function matcherOf(filter: Filter): (held: Json, wanted: Json) => boolean {
  const comparison = comparisonOf(filter)
  return (held, wanted) => {
    if (held === null || isObject(held)) return false
    const [one, other] = [toText(held).toLowerCase(), toText(wanted).toLowerCase()]
    if (comparison === 'part') return one.includes(other)
    if (comparison === 'start') return one.startsWith(other)
    return one === other || (day.test(other) && moment.test(one) && one.startsWith(other))
  }
}

const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2}t/

const heldBy = ({ value }: Item, property: string): Json | undefined =>
  own(value, property) ?? own(own(value, 'attributes') ?? null, property)

const bareLimits: Readonly<Record<string, Filter['bound']>> = {
  after: 'least',
  since: 'least',
  from: 'least',
  before: 'greatest',
  until: 'greatest',
  to: 'greatest',
}

/** `after`, `since`, `before` and the like, with only a time, filter by creation time. */
function momentTest(
  shown: readonly string[],
  { name, schema }: ApiParameter,
): Selector['toTest'] | undefined {
  const word = wordsOf(name).join('')
  const bound = bareLimits[word]
  if (bound === undefined || schema === undefined || !isMoment(schema)) return undefined
  const property = shown.find(isCreation)
  return (wanted) => (item) => {
    const held = property === undefined ? undefined : heldBy(item, property)
    return isInRange(held ?? new Date(item.createdAt).toISOString(), wanted, bound, !beyond.has(word))
  }
}

/** `has_owner=true` selects the items that have an owner. */
function presenceTest(shown: readonly string[], { name }: ApiParameter): Selector['toTest'] | undefined {
  const [verb, ...rest] = wordsOf(name)
  const property =
    verb === 'has' ? shown.find((one) => entityOf(one) === entityOf(rest.join('_'))) : undefined
  if (property === undefined || rest.length === 0) return undefined
  return (wanted) => (item) => {
    const held = heldBy(item, property) ?? null
    return (held !== null && !(Array.isArray(held) && held.length === 0)) === wanted
  }
}

/** `ownerId=7` selects the items that refer to owner 7, or are below it. */
function referenceTest(world: World, kind: Kind, { name }: ApiParameter): Selector['toTest'] | undefined {
  if (isPagingName(name)) return undefined
  const { entities, suffix } = parseReferenceName(name)
  const [entity = ''] = entities
  const found = findReferences(kind, entity)
  const other = world.kinds.find((one) => one !== kind && one.name === entity)
  const isParent =
    suffix !== '' && other !== undefined && kind.resources.some(({ parent }) => parent !== undefined)
  if (found.length === 0 && !isParent) return undefined
  return (wanted) => {
    const ids = (Array.isArray(wanted) ? wanted : [wanted]).filter((one) => !isObject(one)).map(toText)
    if (ids.length === 0) return undefined
    return (item) =>
      ids.some(
        (id) =>
          refersTo(item, found, id) || (other !== undefined && isParent && isUnder(world, other, item, id)),
      )
  }
}

/** Whether the path of an item goes through an item of another kind with this id. */
const isUnder = (world: World, other: Kind, { under }: Item, id: string): boolean =>
  under.some((key) => {
    const parent = world.store.get(key)
    return parent?.id === id && world.kindAt(parent.kind) === other
  })
