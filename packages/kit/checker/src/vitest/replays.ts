import { ConfigurationError } from '../core/check-options.ts'
import { appendTokens, findAt, isObject, type Json, own, parsePointer } from '@contract-kit/json-schema/json'
import { nearestOf } from '@contract-kit/json-schema/text'
import {
  type ApiDocument,
  type ApiMedia,
  type ApiOperation,
  type ApiResponse,
  createResolver,
  type NamedExample,
} from '@contract-kit/openapi'

/** A response example, as passed to hooks. */
export interface ResponseExample {
  readonly operationId: string
  /** Upper case. */
  readonly method: string
  /** Path template. */
  readonly path: string
  /** Key of the response in the document: `200`, `4XX`, `default`. */
  readonly status: string
  /** Name of the example; `example` for an unnamed one, `no content` for a response without a body. */
  readonly name: string
  /** Media type in the document; undefined for a response without a body. */
  readonly contentType: string | undefined
  /** Names of the request examples of the operation, in document order. */
  readonly requests: readonly string[]
}

/** The source of recipes: a document extension or a function. */
export type RecipeSource = string | ((example: ResponseExample) => Recipe | undefined)

/** A request body example with its media type. */
interface BodyExample extends NamedExample {
  readonly media: ApiMedia
}

/** A response example with everything needed to request it. */
export interface Replay extends ResponseExample {
  /** `getPet gives 200 rex as documented`. */
  readonly title: string
  readonly operation: ApiOperation
  /** Undefined if a request example has no response example; any documented success is then accepted. */
  readonly response: ApiResponse | undefined
  readonly media: ApiMedia | undefined
  /** Undefined if the response has no body or no example. */
  readonly example: NamedExample | undefined
  readonly recipe: Recipe
  /** The request example to send, if any. */
  readonly request: BodyExample | undefined
  readonly state: string | undefined
  /** The location of the recipe in the document, if any. */
  readonly recipePlace: string | undefined
  /** The reason why the request is not known; undefined if it is. */
  readonly unreachable: string | undefined
}

/**
 * Lists the replays of a document: response examples, successes without a body, and request examples that no other replay sends. Throws
 * ConfigurationError for an invalid recipe.
 */
export const listReplays = (document: ApiDocument, recipes: RecipeSource): readonly Replay[] =>
  document.operations.flatMap((operation) => {
    const requests = bodyExamplesOf(operation)
    const shown = listShown(operation, requests).map((example) => ({
      ...example,
      ...readSource(document, example, recipes),
    }))
    const success = shown
      .filter(({ status }) => status.startsWith('2'))
      .toSorted((first, second) => first.status.localeCompare(second.status))[0]
    const replays = shown.map((example) => plan(example, requests, success))
    const sent = new Set(replays.map(({ request }) => request))
    const unsent = requests.filter((request) => !sent.has(request))
    return [...replays, ...unsent.map((request) => planRequest(operation, request, success))]
  })

/** All request examples of an operation, with media types. */
export const bodyExamplesOf = ({ body }: ApiOperation): readonly BodyExample[] =>
  (body?.media ?? []).flatMap((media) => media.examples.map((example) => ({ ...example, media })))

type Shown = Pick<Replay, keyof ResponseExample | 'title' | 'operation' | 'response' | 'media' | 'example'>
type Sourced = Shown & { readonly written: Recipe | undefined; readonly recipePlace: string | undefined }

const listShown = (operation: ApiOperation, requests: readonly BodyExample[]): readonly Shown[] => {
  const describe = (status: string, name: string, media: ApiMedia | undefined) => ({
    operationId: operation.id,
    method: operation.method,
    path: operation.path,
    status,
    name,
    contentType: media?.contentType,
    requests: requests.map((request) => request.name),
    operation,
    media,
  })
  return [...operation.responses.values()].flatMap((response): readonly Shown[] => {
    const { status } = response
    if (response.media.length === 0 && status.startsWith('2')) {
      const title = `${operation.id} gives ${status} no content as documented`
      return [{ ...describe(status, 'no content', undefined), title, response, example: undefined }]
    }
    const withExamples = response.media.filter(({ examples }) => examples.length > 0)
    return withExamples.flatMap((media) =>
      media.examples.map((example) => {
        const type = withExamples.length > 1 ? ` (${media.contentType})` : ''
        const title = `${operation.id} gives ${status} ${example.name}${type} as documented`
        return { ...describe(status, example.name, media), title, response, example }
      }),
    )
  })
}

const readSource = (document: ApiDocument, shown: Shown, recipes: RecipeSource) => {
  if (typeof recipes === 'function') return { written: recipes(shown), recipePlace: undefined }
  // The recipe of a response without a body is in the Response Object.
  const { example, response } = shown
  const place = example ?? (response && { ...response, pointer: `${response.pointer}/content` })
  const written = place && readRecipe(document, place, recipes)
  return { written, recipePlace: written && placeOfRecipe(place) }
}

const plan = (shown: Sourced, requests: readonly BodyExample[], success: Sourced | undefined): Replay => {
  const { written, ...rest } = shown
  const followsSuccess = written?.state === 'as-success'
  const base = success?.written ?? {}
  const recipe: Recipe = {
    ...written,
    ...(followsSuccess ? { path: { ...base.path, ...written.path } } : {}),
  }
  const state = followsSuccess ? base.state : written?.state
  const wanted =
    written?.request === 'as-success'
      ? (findRequest(base.request, success, requests)?.name ?? null)
      : written?.request
  const request = shown.operation.body === undefined ? undefined : findRequest(wanted, shown, requests)
  const planned = { ...rest, recipe, state, request }
  return { ...planned, unreachable: findObstacle(planned, written, wanted, requests) }
}

/** The named request example; by default, the one with the response example's name, else the only one. */
const findRequest = (
  wanted: string | null | undefined,
  shown: Shown | undefined,
  requests: readonly BodyExample[],
): BodyExample | undefined => {
  if (wanted === null) return undefined
  if (wanted !== undefined) return requests.find(({ name }) => name === wanted)
  const [first, ...others] = requests
  return requests.find(({ name }) => name === shown?.name) ?? (others.length === 0 ? first : undefined)
}

const findObstacle = (
  replay: Omit<Replay, 'unreachable'>,
  written: Recipe | undefined,
  wanted: string | null | undefined,
  requests: readonly BodyExample[],
): string | undefined => {
  const { operation, request, recipe, name, status } = replay
  const missing = operation.parameters.find(
    (parameter) => parameter.required && !hasValue(replay, parameter.name, parameter.in),
  )
  if (missing !== undefined)
    return `the required ${missing.in} parameter ${missing.name} has no example, and no recipe gives it`
  if (typeof wanted === 'string' && operation.body !== undefined && request === undefined)
    return `the operation has no request example ${wanted}`
  const hasBody = request !== undefined || recipe.body !== undefined || recipe.rawBody !== undefined
  if (wanted === undefined && operation.body?.required === true && !hasBody)
    return requests.length === 0
      ? `the operation has no request example: write one at #${operation.body.media[0]?.pointer ?? operation.body.pointer}/examples, or give a body in a recipe`
      : `none of its request examples (${requests.map((entry) => entry.name).join(', ')}) has the same name, and no recipe chooses one`
  // Without a recipe, only an input with the example's name can cause an error.
  const isNamed =
    request?.name === name ||
    operation.parameters.some(({ examples }) => examples.some((example) => example.name === name))
  return written !== undefined || /^[123]/.test(status) || (isNamed && name !== 'example')
    ? undefined
    : 'no request is known to produce it: give a request or parameter example the same name, or add a recipe'
}

const hasValue = (
  { recipe, operation, name: example }: Omit<Replay, 'unreachable'>,
  name: string,
  place: string,
) =>
  valueOf(operation, place, name, example) !== undefined ||
  (place === 'path' && recipe.path?.[name] !== undefined) ||
  (place === 'query' && recipe.query?.[name] !== undefined) ||
  (place === 'header' &&
    Object.keys(recipe.headers ?? {}).some((header) => header.toLowerCase() === name.toLowerCase()))

/** The example value of a parameter: the one with the response example's name, else the first; undefined if there is none. */
export const valueOf = (
  { parameters }: ApiOperation,
  place: string,
  name: string,
  example: string,
): Json | undefined => {
  const examples = parameters.find((entry) => entry.in === place && entry.name === name)?.examples ?? []
  return (examples.find((entry) => entry.name === example) ?? examples[0])?.value
}

/** Plans a request example without a response example: the operation must accept it. */
const planRequest = (operation: ApiOperation, request: BodyExample, success: Sourced | undefined): Replay => {
  const { state, path = {} } = success?.written ?? {}
  const planned = {
    operationId: operation.id,
    method: operation.method,
    path: operation.path,
    status: '2XX',
    name: request.name,
    contentType: undefined,
    requests: [request.name],
    title: `${operation.id} accepts the request example ${request.name}`,
    operation,
    response: undefined,
    media: undefined,
    example: undefined,
    recipe: { path },
    request,
    state,
    recipePlace: undefined,
  }
  return { ...planned, unreachable: findObstacle(planned, planned.recipe, undefined, [request]) }
}

/** Throws ConfigurationError if a replay requires an unknown state. */
export const assertKnownStates = (replays: readonly Replay[], known: readonly string[]): void => {
  const unknown = replays.find(({ state }) => state !== undefined && !known.includes(state))
  if (unknown !== undefined)
    throw new ConfigurationError(
      `The recipe of ${unknown.operationId} ${unknown.status} ${unknown.name} names the state ${unknown.state}; add it to \`states\`.`,
    )
}

/** How to request the response of an example. All fields are optional. */
export interface Recipe {
  /**
   * Name of the request example to send as body; `null` for none; `as-success` for that of the operation's first success. Default: the
   * request example with the same name, else the only one.
   */
  readonly request?: string | null
  /** Name of the server state; `as-success` for that of the operation's first success. Default: none. */
  readonly state?: string
  /** Path parameters; they override examples. */
  readonly path?: Readonly<Record<string, Json>>
  /** Query parameters, in addition to examples of required ones. */
  readonly query?: Readonly<Record<string, Json>>
  /** Additional or overriding headers; `null` removes one. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** A body instead of the request example. */
  readonly body?: Json
  /** A body to send unchanged, even if malformed. */
  readonly rawBody?: string
  /** Pads the body with spaces to this number of bytes. */
  readonly bodyBytes?: number
  /** The error code. Default: the name of the example. */
  readonly code?: string
  /** Whether the lists of the example are excerpts: they contain some entries of the response, in order. */
  readonly excerpt?: boolean
}

/** The type of each field, for messages. */
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
 * Reads the recipe next to an example, by the name of the extension; undefined if there is none. Throws ConfigurationError for an unknown
 * or invalid field.
 */
const readRecipe = (
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

/** The location of an example's recipe: the object that contains its `value` or `example`. */
const recipePlace = ({ pointer }: Pick<NamedExample, 'pointer'>): string =>
  appendTokens('', ...parsePointer(pointer).slice(0, -1))

/**
 * The locations of all recipes within a document's operations, as `uri#pointer` of the object with the extension. Searches the document as
 * plain data, so it also finds examples that a list of responses misses.
 */
export const findRecipePlaces = (document: ApiDocument, extension: string): ReadonlySet<string> => {
  const places = new Set<string>()
  const seen = new Set<string>()
  const { pointerOf } = createResolver(document.raw)
  const visit = (value: Json | undefined, pointer: string): void => {
    if (seen.has(pointer)) return
    seen.add(pointer)
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) visit(item, appendTokens(pointer, index))
    if (!isObject(value)) return
    if (Object.hasOwn(value, extension)) places.add(`${document.uri}#${pointer}`)
    const reference = own(value, '$ref')
    const target = typeof reference === 'string' ? pointerOf(reference) : undefined
    if (target !== undefined) visit(findAt(document.raw, target), target)
    for (const [key, inner] of Object.entries(value))
      if (key !== extension) visit(inner, appendTokens(pointer, key))
  }
  visit(own(document.raw, 'paths'), '/paths')
  return places
}

/** The location of an example's recipe, in the format of {@link findRecipePlaces}. */
const placeOfRecipe = (example: Pick<NamedExample, 'documentUri' | 'pointer'>): string =>
  `${example.documentUri}#${recipePlace(example)}`
