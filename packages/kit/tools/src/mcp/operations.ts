import {
  type ApiBody,
  type ApiDocument,
  type ApiMedia,
  type ApiOperation,
  type ApiResponse,
  createResolver,
  findMedia,
  pickMedia,
  type Placed,
} from '@contract-kit/openapi'
import { isJsonType } from '@contract-kit/openapi/wire'
import { findAt, own } from '@contract-kit/json-schema/json'
import { suggest } from '@contract-kit/json-schema/text'
import { toText } from '../documents/json.ts'

/** An operation for the tools. */
export interface McpOperation extends ApiOperation {
  readonly summary: string
  readonly description: string
  readonly tag: string
  readonly isDeprecated: boolean
}

/** The operations of a document, in its order. */
export function listMcpOperations({ operations, raw }: ApiDocument): readonly McpOperation[] {
  const { follow } = createResolver(raw)
  return operations.map((operation) => {
    const pathItem = follow(own(raw['paths'], operation.path))
    const readText = (field: string): string => toText(operation.raw[field]) || toText(own(pathItem, field))
    return {
      ...operation,
      // HTTP clients set it themselves.
      parameters: operation.parameters.filter(
        ({ in: place, name }) => place !== 'header' || name.toLowerCase() !== 'user-agent',
      ),
      summary: readText('summary'),
      description: readText('description').trim(),
      tag: operation.tags[0] ?? '',
      isDeprecated: operation.raw['deprecated'] === true,
    }
  })
}

/** Invalid input from an assistant. The message says how to fix it; the tool returns it as an error. */
export class ToolInputError extends Error {
  override readonly name = 'ToolInputError'
}

/** Finds an operation by id, or by method and path. If there is none, throws a ToolInputError that suggests the nearest one. */
export function findOperation(
  { unread }: ApiDocument,
  operations: readonly McpOperation[],
  id: string,
): McpOperation {
  const wanted = id.trim()
  const isWanted = (one: {
    readonly id: string
    readonly method: string | undefined
    readonly path: string
  }) => one.id === wanted || `${one.method} ${one.path}` === wanted
  const found = operations.find(isWanted)
  if (found !== undefined) return found
  const lost = unread.find(isWanted)
  if (lost !== undefined) throw new ToolInputError(`The operation "${wanted}" cannot be read: ${lost.reason}`)
  const names = operations.map((operation) => operation.id)
  throw new ToolInputError(
    `There is no operation "${wanted}"${suggest(names, wanted)} Call read_operation without an id for the list.`,
  )
}

/** The media type of a body: the named one, else JSON before forms before text. */
export function chooseMedia({ media }: ApiBody, named?: string): ApiMedia | undefined {
  return named === undefined ? pickMedia(media) : findMedia(media, named)
}

/** The JSON media type of a response body, if it has one. */
export function jsonMediaOf({ media }: ApiResponse): ApiMedia | undefined {
  return media.find(({ contentType }) => isJsonType(contentType))
}

/** The description of a part of the document. */
export function descriptionOf({ raw }: ApiDocument, { pointer }: Placed): string {
  return toText(own(findAt(raw, pointer), 'description')).trim()
}
