import { nearestOf } from '../text/nearest-of.ts'
import { escapePattern } from '../text/escape-pattern.ts'
import type { ApiDocument, ApiOperation } from '../document/api-document.ts'
import { ConfigurationError } from './configuration-error.ts'

export interface Selection {
  readonly selected: readonly ApiOperation[]
  readonly leftOut: readonly ApiOperation[]
}

/**
 * The operations whose operationId or path a filter names; `*` stands for any text. A filter that matches nothing is a
 * {@link ConfigurationError} that tells the nearest name.
 */
export const selectOperations = (
  document: ApiDocument,
  include: readonly string[],
  exclude: readonly string[],
): Selection => {
  for (const filter of [...include, ...exclude]) assertMatches(document, filter)
  const isSelected = (operation: ApiOperation): boolean =>
    (include.length === 0 || include.some((filter) => matches(operation, filter))) &&
    !exclude.some((filter) => matches(operation, filter))
  const selected = document.operations.filter(isSelected)
  if (selected.length === 0)
    throw new ConfigurationError('The filters leave no operation to check; loosen --include or --exclude.')
  return { selected, leftOut: document.operations.filter((operation) => !isSelected(operation)) }
}

const matches = ({ id, path }: ApiOperation, filter: string): boolean => {
  const pattern = new RegExp(`^${filter.split('*').map((text) => escapePattern(text)).join('.*')}$`) // prettier-ignore
  return pattern.test(id) || pattern.test(path)
}

const assertMatches = (document: ApiDocument, filter: string): void => {
  if (document.operations.some((operation) => matches(operation, filter))) return
  const names = document.operations.flatMap(({ id, path }) => [id, path])
  throw new ConfigurationError(
    `No operation has the operationId or path ${filter}; did you mean ${nearestOf(names, filter)}?`,
  )
}
