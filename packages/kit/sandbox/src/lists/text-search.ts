import { isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import type { ApiParameter } from '@contract-kit/openapi'
import { isSameName, wordsOf } from '@contract-kit/resources/words'
import type { Item } from '../state/item.ts'
import { toText } from '../values/to-text.ts'
import type { Values } from './listing.ts'

const searchNames = new Set([
  'q', 'query', 'search', 'searchterm', 'searchtext', 'searchquery', 'term', 'terms', 'text', 'keyword', 'keywords', 'fulltext',
]) // prettier-ignore

/** Whether a parameter of this name searches texts. */
export const isSearchName = (name: string): boolean => searchNames.has(wordsOf(name).join(''))

const placeNames = new Set(['within', 'in', 'searchin', 'searchfields', 'searchby'])

/** Whether a parameter name sets the searched properties. */
export const isPlaceName = (name: string): boolean => placeNames.has(wordsOf(name).join(''))

/**
 * Searches all texts that an item shows, ignoring case unless documented otherwise. Another parameter, such as `within`, may limit the
 * properties.
 */
export function searchTest(
  shown: readonly string[],
  { description }: ApiParameter,
  parameters: readonly ApiParameter[],
): (wanted: Json, values: Values) => ((item: Item) => boolean) | undefined {
  const isExact = /\bletter for letter\b|(?<!\bnot )\bcase[- ]sensitive/i.test(description)
  const fold = (text: string): string => (isExact ? text : text.toLowerCase())
  const within = parameters.find(({ name }) => isPlaceName(name))
  return (wanted, values) => {
    if (typeof wanted !== 'string' || wanted.trim() === '') return undefined
    const text = fold(wanted.trim())
    const requested = within === undefined ? [] : namesOf(values[within.name])
    const chosen = shown.filter((property) => requested.some((name) => isSameName(name, property)))
    // Write-only properties, such as a password, are not searchable.
    const properties = chosen.length > 0 ? chosen : shown
    return ({ value }) =>
      properties.some((name) => hasText(heldBy(value, name), (one) => fold(one).includes(text)))
  }
}

const namesOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.map(toText) : value === undefined ? [] : toText(value).split(',')

const heldBy = (value: JsonObject, name: string): Json => own(value, name) ?? null

function hasText(value: Json, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value)
  if (Array.isArray(value)) return value.some((one) => hasText(one, test))
  return isObject(value) && Object.values(value).some((one) => hasText(one, test))
}
