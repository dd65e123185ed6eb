import { nearestOf } from '../text/nearest-of.ts'
import type { ApiDocument, NamedExample } from '../document/api-document.ts'
import { ConfigurationError } from '../run/configuration-error.ts'
import { isObject, own, type Json } from '../schema/json.ts'
import { appendTokens, findAt, parsePointer } from '../schema/json-pointer.ts'

/** How the response of an example is reached. Every field is optional. */
export interface Recipe {
  /**
   * Name of the request example that is sent as body; `null` for none; `as-success` for that of the operation's first success.
   * Default: the request example of the same name, else the only one.
   */
  readonly request?: string | null
  /** Name of the state that the server is put into; `as-success` for that of the operation's first success. Default: none. */
  readonly state?: string
  /** Path parameters that replace their examples. */
  readonly path?: Readonly<Record<string, Json>>
  /** Query parameters that join the examples of the required ones. */
  readonly query?: Readonly<Record<string, Json>>
  /** Headers that replace or join the usual ones; `null` removes one. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** A body in place of the request example. */
  readonly body?: Json
  /** A body that is sent as it stands, well-formed or not. */
  readonly rawBody?: string
  /** The body is padded with spaces to this number of bytes. */
  readonly bodyBytes?: number
  /** The error code, where it is not the name of the example. */
  readonly code?: string
  /** The lists of the example contain only some of the entries of the response, in its order. */
  readonly excerpt?: boolean
}

/** The shape of each field, for messages. */
const FIELDS: Readonly<Record<keyof Recipe, (value: Json) => boolean>> = {
  request: (value) => value === null || typeof value === 'string',
  state: (value) => typeof value === 'string',
  path: isObject,
  query: isObject,
  headers: (value) =>
    isObject(value) && Object.values(value).every((text) => text === null || typeof text === 'string'),
  body: () => true,
  rawBody: (value) => typeof value === 'string',
  bodyBytes: (value) => Number.isInteger(value),
  code: (value) => typeof value === 'string',
  excerpt: (value) => typeof value === 'boolean',
}

/**
 * The recipe that the document gives next to an example, by the name of the extension; undefined where it gives none. Throws
 * ConfigurationError for a field that recipes do not have, or that has another shape.
 */
export const readRecipe = (
  document: ApiDocument,
  example: Pick<NamedExample, 'documentUri' | 'pointer'>,
  extension: string,
): Recipe | undefined => {
  const place = recipePlace(example)
  const { schema } = document.schemas.node(example.documentUri, place)
  const recipe = isObject(schema) ? own(schema, extension) : undefined
  if (recipe === undefined) return undefined
  const refuse = (reason: string): ConfigurationError =>
    new ConfigurationError(`${extension} at ${appendTokens(place, extension)} ${reason}.`)
  if (!isObject(recipe)) throw refuse('must be an object')
  for (const [field, value] of Object.entries(recipe)) {
    const fits = Object.hasOwn(FIELDS, field) ? FIELDS[field as keyof Recipe] : undefined
    if (fits === undefined)
      throw refuse(`has no field ${field}; did you mean ${nearestOf(Object.keys(FIELDS), field)}?`)
    if (!fits(value)) throw refuse(`has a field ${field} that is not of its type`)
  }
  return recipe
}

/** Where the recipe of an example is: in the object that has its `value` or `example`. */
const recipePlace = ({ pointer }: Pick<NamedExample, 'pointer'>): string =>
  appendTokens('', ...parsePointer(pointer).slice(0, -1))

/**
 * The place of every recipe that the operations of a document reach, as `uri#pointer` of the object with the extension. It reads
 * the document as plain data, so it finds examples that a listing of responses forgets.
 */
export const findRecipePlaces = (document: ApiDocument, extension: string): ReadonlySet<string> => {
  const places = new Set<string>()
  const seen = new Set<string>()
  const visit = (value: Json | undefined, pointer: string): void => {
    if (seen.has(pointer)) return
    seen.add(pointer)
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) visit(item, appendTokens(pointer, index))
    if (!isObject(value)) return
    if (Object.hasOwn(value, extension)) places.add(`${document.uri}#${pointer}`)
    const reference = value['$ref']
    if (typeof reference === 'string' && reference.startsWith('#/')) {
      const target = decodeURIComponent(reference.slice(1))
      visit(findAt(document.raw, target), target)
    }
    for (const [key, inner] of Object.entries(value))
      if (key !== extension) visit(inner, appendTokens(pointer, key))
  }
  visit(own(document.raw, 'paths'), '/paths')
  return places
}

/** The place of an example's recipe, as {@link findRecipePlaces} writes it. */
export const placeOfRecipe = (example: Pick<NamedExample, 'documentUri' | 'pointer'>): string =>
  `${example.documentUri}#${recipePlace(example)}`
