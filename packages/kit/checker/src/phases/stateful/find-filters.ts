import type { Json } from '../../json-schema/base/json.ts'
import { findKeyword } from '../../json-schema/base/subschemas.ts'
import { isValid } from '../../json-schema/keywords/judge.ts'
import type { ApiParameter } from '../../openapi/api-document.ts'
import { findItems } from '../../resources/find-id.ts'
import { entityOf, isLimitedBy, parseRangeName, type RangeName } from '../../resources/names.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import { answerSketch, isScalar, type Sketch } from '../../resources/sketch.ts'

/** Different values one filter is tried with. */
const MAX_VALUES = 3

/** A query parameter that picks items by a property. */
export interface Filter {
  readonly parameter: ApiParameter
  /** Name of the property in an item; `tags` for the parameter `tag`. */
  readonly property: string
  /** Set where the parameter limits the property instead of naming its value. */
  readonly bound: RangeName['bound'] | undefined
}

/** The optional query parameters of a list that bear the name of a property of its items, in document order. */
export const findFilters = ({ name: entity, list }: Resource): readonly Filter[] => {
  if (list === undefined) return []
  const answer = answerSketch(list.operation)
  const fields = (answer && findItems(answer, entity)?.item?.fields()) ?? new Map<string, never>()
  const { size, position } = list.paging ?? {}
  return list.operation.parameters.flatMap((parameter) => {
    const { name } = parameter
    if (parameter.in !== 'query' || parameter.required || name === size || name === position) return []
    const names = [...fields].flatMap(([field, { sketch }]) => (holdsScalars(sketch) ? [field] : []))
    const same = names.find((field) => entityOf(field) === entityOf(name))
    if (same !== undefined) return [{ parameter, property: same, bound: undefined }]
    const range = parseRangeName(name)
    const limited = range && names.find((field) => isLimitedBy(range, field))
    return limited === undefined ? [] : [{ parameter, property: limited, bound: range?.bound }]
  })
}

const holdsScalars = (sketch: Sketch): boolean => {
  const item = sketch.types.has('array') ? sketch.items() : sketch
  return item !== undefined && item.types.size > 0 && (isScalar(item) || item.types.has('boolean'))
}

/** What items show, then other values the document names; each as the parameter takes it. Of a limit the value that the fewest items keep. */
export const filterValues = (
  { parameter: { schema }, bound }: Filter,
  shown: readonly Json[],
): readonly Json[] => {
  if (bound !== undefined)
    return extremeOf(shown, bound).filter((value) => schema === undefined || isValid(schema, value))
  const named = schema && findKeyword(schema, 'enum')
  const values = new Set([...shown.flat(), ...(Array.isArray(named) ? named : [])])
  const plain = [...values].filter((value) => value !== null && value !== '' && typeof value !== 'object')
  const accepted = plain.flatMap((value) =>
    [value, [value]].filter((each) => schema === undefined || isValid(schema, each)).slice(0, 1),
  )
  return accepted.slice(0, MAX_VALUES)
}

/** The greatest number or moment for a least value, the least for a greatest one; none where there are none to compare. */
const extremeOf = (shown: readonly Json[], bound: RangeName['bound']): readonly Json[] => {
  const sign = bound === 'least' ? -1 : 1
  const comparable = shown.filter((value) => Number.isFinite(sizeOf(value)))
  return comparable.toSorted((left, right) => sign * (sizeOf(left) - sizeOf(right))).slice(0, 1)
}

const sizeOf = (value: Json): number =>
  typeof value === 'number' ? value : Date.parse(typeof value === 'string' ? value : '')
