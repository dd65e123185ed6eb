import { equalJson, isNumber, isObject, type Json, own } from '@contract-kit/json-schema/json'
import { findKeyword, findReferenced, keywordOf, type SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiOperation, ApiParameter } from '@contract-kit/openapi'
import { findItems } from './find-id.ts'
import { entityOf, isLimitedBy, parseRangeName, type RangeName, wordsOf } from './names.ts'
import type { Resource, ResourceList } from './resource-graph.ts'
import { answerSketch, isScalar, type Sketch, type SketchField, sketchSchema } from './sketch.ts'

/** A query parameter, or a member of an object in the query, that selects items by a property. */
export interface Filter {
  readonly parameter: ApiParameter
  /** `kind` of `filter[kind]`; undefined if the parameter itself is the filter. */
  readonly member: string | undefined
  /** The schema of the requested value. */
  readonly schema: SchemaNode | undefined
  /** The name of the item's property; `tags` for the parameter `tag`. */
  readonly property: string
  /** The outline of that property. */
  readonly held: Sketch
  /** Set if the filter is a bound on the property instead of a value. */
  readonly bound: RangeName['bound'] | undefined
}

/** Names of objects that hold filters; the members of any other object are parts of the property of that name. */
const COLLECTIONS = new Set(['filter', 'filters', 'where', 'criteria', 'match', 'search', 'query'])

/** `plan` of the parameter `filter[plan]`. */
export const plainName = (name: string): string => {
  const [, holder = '', member] = /^(\w+)\[([^[\]]+)\]$/.exec(name) ?? []
  return member !== undefined && holdsFilters(holder) ? member : name
}

/** Whether the members of an object of this name are filters themselves. */
export const holdsFilters = (name: string): boolean => COLLECTIONS.has(wordsOf(name).join(''))

/** The optional query parameters of a list, and the members of objects, with the name of a property of its items, in document order. */
export const findFilters = ({ name: entity, list }: Pick<Resource, 'name' | 'list'>): readonly Filter[] => {
  if (list === undefined) return []
  const answer = answerSketch(list.operation)
  const item = (answer && findItems(answer, entity)?.item?.fields()) ?? new Map<string, SketchField>()
  return filtersAmong(list, item)
}

/** The same, including item properties that the list does not show. */
export const filtersAmong = (
  list: Pick<ResourceList, 'operation' | 'paging'>,
  item: ReadonlyMap<string, SketchField>,
): readonly Filter[] => {
  const fields = [...item, ...(item.get('attributes')?.sketch.fields() ?? [])]
    .map(([name, { sketch }]) => ({ name, sketch }))
    .filter(({ sketch }) => holdsScalars(sketch))
  const toFilter = (parameter: ApiParameter, member: string | undefined, schema: SchemaNode | undefined) => {
    const name =
      member === undefined
        ? plainName(parameter.name)
        : holdsFilters(parameter.name)
          ? member
          : `${parameter.name}_${member}`
    const same = fields.find((field) => isNamed(field.name, name, field.sketch))
    const range = parseRangeName(name)
    const limited = range && fields.find((field) => isLimitedBy(range, field.name))
    const found = same ?? limited
    if (found === undefined) return []
    const bound = same === undefined ? range?.bound : undefined
    return [{ parameter, member, schema, property: found.name, held: found.sketch, bound }]
  }
  const { size, position } = list.paging ?? {}
  return list.operation.parameters.flatMap((parameter): readonly Filter[] => {
    const { name, schema } = parameter
    if (parameter.in !== 'query' || parameter.required || name === size || name === position) return []
    const members = schema === undefined ? [] : membersOf(schema)
    return members.length > 0
      ? members.flatMap(([member, node]) => toFilter(parameter, member, node))
      : toFilter(parameter, undefined, schema)
  })
}

/** Whether a filter of this name selects by a property: `tag` for `tags`, and `archived` for the flag `isArchived`. */
const isNamed = (property: string, name: string, { types }: Sketch): boolean => {
  if (entityOf(property) === entityOf(name)) return true
  return types.has('boolean') && withoutIs(property) === withoutIs(name)
}

/** `archived` of `isArchived`. */
export const withoutIs = (name: string): string =>
  wordsOf(name)
    .join('')
    .replace(/^is(?=.)/, '')

const holdsScalars = (sketch: Sketch): boolean => {
  const item = sketch.types.has('array') ? sketch.items() : sketch
  return item !== undefined && item.types.size > 0 && (isScalar(item) || item.types.has('boolean'))
}

/** The properties that an object has by its schema, each with its own. */
export const membersOf = (schema: SchemaNode): readonly (readonly [string, SchemaNode])[] => {
  const target = keywordOf(schema, 'properties') === undefined ? findReferenced(schema) : undefined
  if (target !== undefined) return membersOf(target)
  const properties = keywordOf(schema, 'properties')
  if (!isObject(properties)) return []
  return Object.keys(properties).map((name) => [name, schema.set.child(schema, 'properties', name)])
}

/** The value of a filter in a request; undefined if the request does not use it. */
export const wantedBy = (
  { parameter, member }: Filter,
  query: Readonly<Record<string, Json>>,
): Json | undefined => {
  const sent = own(query, parameter.name)
  if (member === undefined || sent === undefined) return sent
  return isObject(sent) ? own(sent, member) : undefined
}

/** Values that turn a filter off, such as `all`. */
const EVERYTHING = /^(all|any|both|either|everything|none|\*|mine|me)?$|unspecified$/i

/** Whether a value turns a filter off. */
export const isEverything = (text: string): boolean => EVERYTHING.test(text)

/** Words for a flag that adds items instead of selecting among them. */
const ADDS = /\b(?:includ\w*|also|too|as well|in addition|together with|besides)\b/i

/** Whether a flag with this description adds items to the list. */
export const addsItems = (description: string): boolean => ADDS.test(description)

const NO_SELECTION =
  /\b(?:all|any|both|every\w*|default\w*|ignore\w*|no effect|(?:does|do) not|doesn't|don't)\b/i

/** "Only items whose `active` is this", and "only items that are, or are not, active". */
const EITHER =
  /\bonly\b.*(?:\bwhose\b.*\b(?:is|equals|matches)\s+(?:this|the given|the specified|the requested)\b|\b(?:are|is|have|has|will|were|was),? or (?:(?:are|is|have|has|will|were|was) )?not\b)/i

/** Whether the description says that `false` selects the other items alone: "or, with `false`, only those that are not". */
export const selectsByFalse = (description: string): boolean =>
  description
    .split(/[.;]/)
    .some(
      (clause) =>
        (EITHER.test(clause) || /\bfalse\b.*\b(?:only|those|ones|without|exclud\w+)\b/i.test(clause)) &&
        !NO_SELECTION.test(clause) &&
        !addsItems(clause),
    )

const ALL_OF =
  /\b(?:with|have|has|having|carry|bear|contain|match|include)\w*\s+all\s+(?:of\s+)?(?:the\s+)?(?:these|those|them|given|listed|specified|provided|supplied|requested|values)\b/i
const ANY_OF =
  /\b(?:any|either|at least one|one or more)\s+of\b|\b(?:any|one)\s+of\s+(?:these|those|them|the)\b/i

/** Whether an item must have all of several values or any one of them, by the document; undefined if it does not say so. */
export const demandOf = (description: string): 'all' | 'any' | undefined => {
  const [isAll, isAny] = [ALL_OF.test(description), ANY_OF.test(description)]
  return isAll === isAny ? undefined : isAll ? 'all' : 'any'
}

const INCLUSIVE =
  /\binclusive|\bincluded\b|\bat (?:least|most)\b|\bor (?:equal|later|earlier|more|less|above|below|greater|higher|lower|after|before)\b|\bno(?:t)? (?:more|less|later|earlier|fewer|greater|higher|lower) than\b/i
const EXCLUSIVE =
  /\bexclusive|\bexcluded\s*(?:[.;,)]|$)|\bstrictly\b|(?<!\bnot? )\b(?:earlier|later|more|less|greater|higher|lower|fewer) than\b/i
const WITHIN = new Set(['min', 'minimum', 'gte', 'ge', 'max', 'maximum', 'lte', 'le'])
const BEYOND = new Set(['gt', 'lt'])

/**
 * Whether a bound is inclusive, by the name of the filter or by its description. Undefined if that is not certain.
 */
export const endOf = ({ parameter, member, schema }: Filter): 'within' | 'beyond' | undefined => {
  const prose = schema && findKeyword(schema, 'description')
  const text = `${typeof prose === 'string' ? prose : ''} ${parameter.description}`
  // "At `from` or later, and earlier than `before`": each end by itself.
  const clauses =
    member === undefined ? [] : text.split(/,|;|\band\b/).filter((part) => mentions(part, member))
  const said = clauses.length > 0 ? clauses.join(' ') : text
  const [isWithin, isBeyond] = [INCLUSIVE.test(said), EXCLUSIVE.test(said)]
  const words = wordsOf(member ?? parameter.name)
  if (words.some((word) => WITHIN.has(word))) return isBeyond && !isWithin ? undefined : 'within'
  if (words.some((word) => BEYOND.has(word))) return isWithin ? undefined : 'beyond'
  return isWithin === isBeyond ? undefined : isWithin ? 'within' : 'beyond'
}

const mentions = (text: string, name: string): boolean => text.includes(`\`${name}\``)

/** Whether an item certainly matches a filter, so that a list without it is wrong. */
export const isSurelyWanted = (resource: Resource, filter: Filter, wanted: Json, item: Json): boolean => {
  const held = isObject(item) ? own(item, filter.property) : undefined
  if (held === undefined || held === null) return false
  if (filter.bound !== undefined) return isInside(resource, filter, filter.bound, wanted, held)
  const values = Array.isArray(wanted) ? wanted : [wanted]
  if (values.length === 0 || !values.every((value) => isPlain(filter, value, Array.isArray(wanted))))
    return false
  const has = (value: Json): boolean =>
    Array.isArray(held) ? held.some((one) => equalJson(one, value)) : equalJson(held, value)
  // A list of values for a property with one value can only mean any of them.
  const isAny = !Array.isArray(held) || demandOf(filter.parameter.description) === 'any'
  return isAny ? values.some(has) : values.every(has)
}

/**
 * Whether a filter matches a value literally. True for a flag, and for one of several numbers, since a single number could be a limit.
 * Also true for a text that is one of the filter's choices or has the schema of the item's property. Any other text may be the id of
 * a referenced item.
 */
const isPlain = (filter: Filter, value: Json, isListed: boolean): boolean => {
  if (typeof value !== 'string') return typeof value === 'boolean' || (isListed && Number.isInteger(value))
  if (isChoice(filter)) return true
  const requested = filter.schema && sketchSchema(filter.schema)
  const [one, other] = [requested?.items() ?? requested, filter.held.items() ?? filter.held]
  return /^[\p{L}\d][\p{L}\d_-]*$/u.test(value) && one !== undefined && one.place === other?.place
}

/** Whether a filter takes one, or several, of a few values. */
export const isChoice = ({ schema }: Pick<Filter, 'schema'>): boolean =>
  schema !== undefined && choicesOf(schema) !== undefined

/** The values that a filter, or each item of its list, may take; undefined if it may take others. */
export const choicesOf = (schema: SchemaNode): Json | undefined => {
  const hasItems = findKeyword(schema, 'items') !== undefined && keywordOf(schema, 'items') !== undefined
  return (
    findKeyword(schema, 'enum') ??
    (hasItems ? findKeyword(schema.set.child(schema, 'items'), 'enum') : undefined)
  )
}

/** Whether an item equals an exclusive bound, so that the list must not contain it. */
export const isBeyondEnd = (resource: Resource, filter: Filter, wanted: Json, item: Json): boolean => {
  const held = isObject(item) ? own(item, filter.property) : undefined
  if (held === undefined || filter.bound === undefined || endOf(filter) !== 'beyond') return false
  if (isNumber(held) && isNumber(wanted)) return held === wanted && isExact(resource, filter)
  // A time without its fraction is never before the bound itself.
  return filter.bound === 'greatest' && isSameMoment(held, wanted)
}

const isInside = (
  resource: Resource,
  filter: Filter,
  bound: RangeName['bound'],
  wanted: Json,
  held: Json,
): boolean => {
  if (isNumber(held) && isNumber(wanted)) {
    if (!isExact(resource, filter)) return false
    if (held === wanted) return endOf(filter) === 'within'
    return bound === 'least' ? held > wanted : held < wanted
  }
  const [one, limit] = [toMoment(held), toMoment(wanted)]
  if (Number.isNaN(one) || Number.isNaN(limit)) return false
  if (isSameMoment(held, wanted)) return bound === 'least' && endOf(filter) === 'within'
  return bound === 'least' ? one > limit + SECOND_MS : one < limit - SECOND_MS
}

const SECOND_MS = 1000

const toMoment = (value: Json): number =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/i.test(value) ? Date.parse(value) : NaN

const isSameMoment = (left: Json, right: Json): boolean => toMoment(left) === toMoment(right)

/**
 * Whether a number is shown as it is stored: an integer, or a number that the client wrote. A computed one, such as an average mark, is
 * rounded when it is shown.
 */
const isExact = (resource: Resource, filter: Filter): boolean => {
  const { types } = filter.held
  return (types.has('integer') && !types.has('number')) || isWritten(resource, filter)
}

/** Whether a client writes the property of a filter when it creates an item. */
export const isWritten = ({ create }: Resource, { property }: Pick<Filter, 'property'>): boolean =>
  bodyFields(create?.operation).get(property)?.isReadOnly === false

const bodyFields = (operation: ApiOperation | undefined) => {
  const schema = operation?.body?.media.find((media) => media.schema !== undefined)?.schema
  return schema === undefined ? new Map<string, never>() : sketchSchema(schema).fields()
}
