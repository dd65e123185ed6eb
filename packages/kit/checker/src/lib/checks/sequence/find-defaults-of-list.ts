import type { ApiOperation, ApiParameter } from '../../document/api-document.ts'
import { findKeyword } from '../../resources/find-keyword.ts'
import { readListedItems } from '../../resources/listed-items.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import type { Exchange } from '../../run/exchange.ts'
import type { Json } from '../../schema/json.ts'
import { findMismatch } from './find-mismatch.ts'
import { isFilter } from './is-filter.ts'
import { findPageFacts, findTotal } from './page-facts.ts'

/**
 * The query parameters of a list that were left out and whose default the answer contradicts: more items than a page has by
 * default, another page told than the first, items that the default of a filter excludes.
 */
export const findDefaultsOfList = (
  resource: Resource,
  operation: ApiOperation,
  exchange: Exchange,
): readonly ApiParameter[] =>
  operation.parameters.filter((parameter) => {
    const value = parameter.schema && findKeyword(parameter.schema, 'default')
    if (parameter.in !== 'query' || value === undefined || value === null) return false
    if (Object.hasOwn(exchange.case.values?.query ?? {}, parameter.name)) return false
    const { size, position } = resource.list?.paging ?? {}
    if (parameter.name === size) return isOtherSize(resource, exchange, size, value)
    if (parameter.name === position)
      return findPageFacts(exchange.answer, position).some((told) => told !== value)
    return (
      isFilter(operation, parameter) &&
      hasFixedValues(parameter) &&
      findMismatch(resource, exchange, parameter, value)
    )
  })

/** Names by which some tell how long the page is, not how long it may be. */
const LENGTHS = new Set(['size', 'count', 'rows', 'num', 'first', 'top', 'take'])

const isOtherSize = (resource: Resource, exchange: Exchange, size: string, value: Json): boolean => {
  const count = readListedItems(resource, exchange)?.length ?? 0
  if (typeof value === 'number' && count > value) return true
  const isLength = LENGTHS.has(size) && findTotal(exchange.answer) <= count
  return findPageFacts(exchange.answer, size).some((told) => told !== value && !(isLength && told === count))
}

const hasFixedValues = ({ schema }: ApiParameter): boolean =>
  schema !== undefined &&
  (findKeyword(schema, 'enum') !== undefined || findKeyword(schema, 'type') === 'boolean')
