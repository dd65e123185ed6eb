import { findKeyword } from '../../resources/find-keyword.ts'
import type { Exchange } from '../../run/exchange.ts'
import { isFilter } from './is-filter.ts'

/** Whether a query parameter, sent or by its default, may keep items out of a list. */
export const isNarrowed = ({ case: { operation, values } }: Exchange): boolean =>
  operation !== undefined &&
  operation.parameters.some((parameter) => {
    if (!isFilter(operation, parameter)) return false
    const hasDefault =
      parameter.schema !== undefined && findKeyword(parameter.schema, 'default') !== undefined
    return hasDefault || Object.hasOwn(values?.query ?? {}, parameter.name)
  })
