import type { Operations } from '@contract-kit/client'
import { isObject, type Json, writeJson } from '@contract-kit/json-schema/json'
import type { ApiMedia, ApiOperation } from '@contract-kit/openapi'
import { isFileOf, mediaKindOf, type RequestValues } from '@contract-kit/openapi/wire'

/** Returns the code of a module that calls one method of the generated client `client.ts`. */
export function renderCall(
  [name, row]: readonly [string, Operations[string]],
  operation: ApiOperation,
  values: RequestValues,
): string {
  const members = [...parametersOf(row, values), ...bodyOf(row, operation, values)]
  const input = members.length === 0 ? '' : toLiteral(members)
  return `import { type ClientOptions, createApiClient } from '@contract-kit/client'
import { type ApiMethods, operations } from './client.ts'

export const call = (options: ClientOptions) =>
  createApiClient<ApiMethods>(operations, options)[${JSON.stringify(name)}](${input}).withResponse()
`
}

/** A member of the input: its name, and its value as code. */
type Member = readonly [name: string, code: string]

function parametersOf({ parameters = {} }: Operations[string], values: RequestValues): readonly Member[] {
  return Object.entries(parameters).flatMap(([member, parameter]) => {
    const { in: place, name = member } =
      typeof parameter === 'string' ? { in: parameter } : { name: member, ...parameter }
    const value = values[place][name]
    return value === undefined ? [] : [[member, writeJson(value)] as const]
  })
}

function bodyOf(
  { bodyIn, contentType = '' }: Operations[string],
  operation: ApiOperation,
  { body }: RequestValues,
): readonly Member[] {
  const media = operation.body?.media.find((one) => one.contentType === body?.contentType)
  // The client omits the optional body of a GET.
  if (body === undefined || media === undefined || bodyIn === undefined) return []
  const kind = mediaKindOf(contentType)
  if (!isObject(body.value)) return [['body', kind === 'opaque' ? toBlob(body.value) : writeJson(body.value)]]
  const members = Object.entries(body.value).map(
    ([name, value]) => [name, kind === 'multipart' ? toPart(media, name, value) : writeJson(value)] as const,
  )
  return bodyIn === 'body' ? [['body', toLiteral(members)]] : members
}

function toPart(media: ApiMedia, name: string, value: Json): string {
  if (!isFileOf(media, name)) return writeJson(value)
  return Array.isArray(value) ? `[${value.map(toBlob).join(', ')}]` : toBlob(value)
}

const toBlob = (value: Json): string => `new Blob([${writeJson(value)}])`

const toLiteral = (members: readonly Member[]): string =>
  `{ ${members.map(([name, code]) => `${JSON.stringify(name)}: ${code}`).join(', ')} }`
