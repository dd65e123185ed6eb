import { type RequestValues, serializeRequest, type WireRequest } from '@contract-kit/openapi/wire'
import { isObject, type Json } from '@contract-kit/json-schema/json'
import type { KnownIds } from './compare-example.ts'
import { type Replay, valueOf } from './replays.ts'

type Values = Readonly<Record<string, Json>>

/** Headers by name; `null` removes a default one. */
export type HeaderChanges = Readonly<Record<string, string | null>>

/**
 * Builds the request of a replay from its example, its parameters, the caller's headers and the recipe's headers; later ones override
 * earlier ones. Replaces example ids by server ids. Throws UnsendableError.
 */
export const writeRequest = (
  replay: Replay,
  ids: KnownIds,
  headers: readonly HeaderChanges[],
): WireRequest => {
  const { operation, recipe, contentType } = replay
  const rawBody = operation.body === undefined ? undefined : recipe.rawBody
  const request = serializeRequest(operation, {
    path: { ...examplesIn(replay, 'path', ids), ...withKnownIds(recipe.path ?? {}, ids) },
    query: { ...examplesIn(replay, 'query', ids), ...withKnownIds(recipe.query ?? {}, ids) },
    header: examplesIn(replay, 'header', ids),
    cookie: examplesIn(replay, 'cookie', ids),
    body: rawBody === undefined ? bodyOf(replay, ids) : undefined,
  })
  const media = replay.request?.media ?? operation.body?.media[0]
  const usual = {
    ...(contentType === undefined ? {} : { accept: contentType }),
    ...(rawBody === undefined || media === undefined ? {} : { 'content-type': media.contentType }),
  }
  return {
    ...request,
    headers: changeHeaders(request.headers, [usual, ...headers, recipe.headers ?? {}]),
    body: rawBody ?? padBody(request.body, recipe.bodyBytes ?? 0),
  }
}

/** The required parameters, and those with an example of the replay's name. */
const examplesIn = ({ operation, name: example }: Replay, place: string, ids: KnownIds): Values =>
  withKnownIds(
    Object.fromEntries(
      operation.parameters
        .filter((parameter) => parameter.in === place)
        .filter(({ required, examples }) => required || examples.some((entry) => entry.name === example))
        .flatMap(({ name }) => {
          const value = valueOf(operation, place, name, example)
          return value === undefined ? [] : [[name, value] as const]
        }),
    ),
    ids,
  )

const withKnownIds = (parameters: Values, ids: KnownIds): Values =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' || typeof value === 'number' ? (ids.get(value) ?? value) : value,
    ]),
  )

const bodyOf = ({ operation, recipe, request }: Replay, ids: KnownIds): RequestValues['body'] => {
  const media = request?.media ?? operation.body?.media[0]
  const value = recipe.body ?? request?.value
  if (media === undefined || value === undefined) return undefined
  return { contentType: media.contentType, value: replaceIds(value, ids) }
}

/** A JSON value with example ids in texts replaced by server ids. Numbers stay, because they may be amounts. */
export const replaceIds = (value: Json, ids: KnownIds): Json => {
  if (Array.isArray(value)) return value.map((item) => replaceIds(item, ids))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaceIds(inner, ids)]))
  return typeof value === 'string' ? (ids.get(value) ?? value) : value
}

const padBody = (body: WireRequest['body'], bytes: number): WireRequest['body'] =>
  typeof body === 'string' ? body + ' '.repeat(Math.max(0, bytes - Buffer.byteLength(body))) : body

const changeHeaders = (
  headers: WireRequest['headers'],
  changes: readonly HeaderChanges[],
): WireRequest['headers'] => {
  const merged = new Map(headers)
  for (const [name, value] of changes.flatMap((change) => Object.entries(change))) {
    if (value === null) merged.delete(name.toLowerCase())
    else merged.set(name.toLowerCase(), value)
  }
  return [...merged]
}
