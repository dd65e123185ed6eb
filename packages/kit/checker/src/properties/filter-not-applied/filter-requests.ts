import { type Json, own, writeJson } from '@contract-kit/json-schema/json'
import { findKeyword, isValid } from '@contract-kit/json-schema/schemas'
import type { ApiParameter } from '@contract-kit/openapi'
import { choicesOf, type Filter } from '@contract-kit/resources/filters'
import type { RangeName } from '@contract-kit/resources/words'
import type { ValueOverride } from '../../scenarios/port.ts'

/** Maximum number of different values for one filter. */
const MAX_VALUES = 3

/** Values of items, then other documented values, in the parameter's format. For a bound, the value that the fewest items satisfy. */
export const filterValues = (
  { schema, bound }: Pick<Filter, 'schema' | 'bound'>,
  shown: readonly Json[],
): readonly Json[] => {
  const accepts = (value: Json): boolean => schema === undefined || isValid(schema, value)
  if (bound !== undefined)
    return extremeOf(shown, bound, schema && findKeyword(schema, 'format')).filter(accepts)
  const named = schema && choicesOf(schema)
  const flags = schema && findKeyword(schema, 'type') === 'boolean' ? [true, false] : []
  const held = shown.flat()
  const countOf = (value: Json): number => held.filter((other) => other === value).length
  // Values of several items come first, because their filtered list may have a second page.
  const common = held.toSorted((left, right) => countOf(right) - countOf(left))
  const values = new Set([...common, ...(Array.isArray(named) ? named : flags)])
  const plain = [...values].filter((value) => value !== null && value !== '' && typeof value !== 'object')
  const scalars = plain.filter(accepts)
  if (scalars.length > 0) return scalars.slice(0, MAX_VALUES)
  const lists = plain.map((value) => [value]).filter(accepts)
  const pair = pairOf(shown, lists.flat()).filter(accepts)
  return pair.length === 0 ? lists.slice(0, MAX_VALUES) : [...lists.slice(0, 1), ...pair]
}

/** Two values of which an item has only one. */
const pairOf = (shown: readonly Json[], values: readonly Json[]): readonly Json[] => {
  for (const held of shown.map((each) => (Array.isArray(each) ? each : [each]))) {
    const one = values.find((value) => held.includes(value))
    const other = values.find((value) => !held.includes(value) && shown.flat().includes(value))
    if (one !== undefined && other !== undefined) return [[one, other]]
  }
  return []
}

/** The maximum for a lower bound, or the minimum for an upper one; none without comparable values. */
const extremeOf = (
  shown: readonly Json[],
  bound: RangeName['bound'],
  format: Json | undefined,
): readonly Json[] => {
  const sign = bound === 'least' ? -1 : 1
  const comparable = shown.filter((value) => Number.isFinite(sizeOf(value)))
  const [extreme] = comparable.toSorted((left, right) => sign * (sizeOf(left) - sizeOf(right)))
  if (extreme === undefined) return []
  return [format === 'date-time' ? inAnotherZone(extreme, 11 * sign) : extreme]
}

const sizeOf = (value: Json): number =>
  typeof value === 'number' ? value : Date.parse(typeof value === 'string' ? value : '')

/** The same time in another time zone, which as text seems to match more items. Times with sub-millisecond precision stay unchanged. */
const inAnotherZone = (time: Json, hours: number): Json => {
  if (typeof time !== 'string' || !/T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/i.test(time))
    return time
  const local = new Date(Date.parse(time) + hours * 3_600_000).toISOString().slice(0, -1)
  return `${local}${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`
}

/** The filter combinations of a list: each filter alone, then those of one object together, with values of an item. */
export const filterRequests = (
  filters: readonly Filter[],
  items: readonly Json[],
): readonly ValueOverride[] => {
  const single = filters.flatMap((filter) => {
    const shown = items.map((item) => own(item, filter.property) ?? null)
    return filterValues(filter, shown)
      .map((value) => asking(filter, value))
      .filter(({ value = null }) => isTaken(filter.parameter, value))
  })
  const members = Map.groupBy(
    filters.filter(({ member, bound }) => member !== undefined && bound === undefined),
    ({ parameter }) => parameter,
  )
  const joint = [...members.values()].flatMap((group) => (group.length > 1 ? jointly(group, items) : []))
  return [...single, ...joint]
}

const asking = ({ parameter: { name }, member }: Filter, value: Json): ValueOverride => ({
  location: 'query',
  name,
  value: member === undefined ? value : { [member]: value },
})

const isAlike = (left: Json, right: Json, { property }: Filter): boolean =>
  writeJson(own(left, property) ?? null) === writeJson(own(right, property) ?? null)

const isTaken = ({ schema }: ApiParameter, value: Json): boolean =>
  schema === undefined || isValid(schema, value)

/** The members of the item that shares some, but not all, of them with most others. */
const jointly = (filters: readonly Filter[], items: readonly Json[]): readonly ValueOverride[] => {
  const countKin = (item: Json): number =>
    items.filter((other) => {
      const alike = filters.filter((filter) => isAlike(item, other, filter)).length
      return alike > 0 && alike < filters.length
    }).length
  const [item] = items.toSorted((left, right) => countKin(right) - countKin(left))
  const [parameter] = filters.map((filter) => filter.parameter)
  if (item === undefined || parameter === undefined || countKin(item) === 0) return []
  const value = Object.fromEntries(
    filters.flatMap(({ member = '', property, schema }) => {
      const held = own(item, property)
      return held === undefined || (schema !== undefined && !isValid(schema, held)) ? [] : [[member, held]]
    }),
  )
  return isTaken(parameter, value) ? [{ location: 'query', name: parameter.name, value }] : []
}
