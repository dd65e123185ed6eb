import { resolveUri } from '@contract-kit/json-schema/schemas'
import type { ApiHeader, ApiLink, ApiMedia, ApiResponse } from './api-document.ts'
import {
  asObject,
  DocumentError,
  findFlag,
  findObject,
  findText,
  followReference,
  isVersion32,
  mapEntries,
  type ObjectPart,
  placeOf,
  type Part,
  readDescription,
  tellPlace,
} from './document-part.ts'
import { readExamples } from './read-examples.ts'
import { readSchema } from './read-schema.ts'

/** The responses of an operation by key as written: `200`, `4XX`, `default`. */
export const readResponses = (part: Part, findOperation: OperationFinder): ReadonlyMap<string, ApiResponse> =>
  new Map(
    mapEntries(part, 'responses')
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, entry]) => {
        if (!/^([1-5]\d\d|[1-5]XX|default)$/i.test(status))
          throw new DocumentError(
            `The response key ${status} at ${tellPlace(entry)} must be a status (200), a family (2XX) or default.`,
          )
        return [status, readResponse(status, asObject(followReference(entry)), findOperation)]
      }),
  )

const readResponse = (status: string, part: ObjectPart, findOperation: OperationFinder): ApiResponse => ({
  ...placeOf(part),
  status,
  description: readDescription(part),
  headers: readHeaders(part),
  media: readContent(part),
  links: readLinks(part, findOperation),
})

/** The headers of a response. Content-Type is ignored (OpenAPI 3.1, "Response Object"). */
const readHeaders = (part: Part): readonly ApiHeader[] =>
  mapEntries(part, 'headers')
    .filter(([name]) => name.toLowerCase() !== 'content-type')
    .map(([name, entry]) => readHeader(name, asObject(followReference(entry))))

const readHeader = (name: string, part: ObjectPart): ApiHeader => {
  return {
    ...placeOf(part),
    name,
    required: findFlag(part, 'required') === true,
    description: readDescription(part),
    explode: findFlag(part, 'explode') === true,
    ...readValue(part, readContent(part)[0]),
  }
}

/** The schema of a parameter or header: that of the media type of its `content`, else its own `schema`. */
export const readValue = (part: ObjectPart, media: ApiMedia | undefined) => {
  const schema = media === undefined ? readSchema(part, 'schema') : media.schema
  const own = readExamples(part, media === undefined ? schema : undefined, '')
  const examples = own.length > 0 ? own : (media?.examples ?? [])
  return { schema, contentType: media?.contentType, examples }
}

/** The media types under `content`, in document order. */
export const readContent = (part: Part): readonly ApiMedia[] =>
  mapEntries(part, 'content').map(([contentType, entry]) =>
    readMedia(contentType, asObject(followReference(entry))),
  )

const readMedia = (contentType: string, part: ObjectPart): ApiMedia => {
  const schema = readSchema(part, 'schema')
  for (const [, encoding] of mapEntries(part, 'encoding')) asObject(encoding)
  return {
    ...placeOf(part),
    contentType,
    schema,
    itemSchema: isVersion32(part.library) ? readSchema(part, 'itemSchema') : undefined,
    encoding: findObject(part, 'encoding')?.value ?? {},
    examples: readExamples(part, schema, contentType),
  }
}

/** Finds the operation id of a link target: by id, or by the place of the operation. */
export interface OperationFinder {
  readonly byId: (id: string) => string | undefined
  readonly byPlace: (documentUri: string, pointer: string) => string | undefined
}

/** The links of a response (OpenAPI 3.1, "Link Object"). */
const readLinks = (part: Part, findOperation: OperationFinder): readonly ApiLink[] =>
  mapEntries(part, 'links').map(([name, entry]) =>
    readLink(name, asObject(followReference(entry)), findOperation),
  )

const readLink = (name: string, part: ObjectPart, findOperation: OperationFinder): ApiLink => ({
  ...placeOf(part),
  name,
  description: readDescription(part),
  operationId: findTarget(part, findOperation),
  parameters: findObject(part, 'parameters')?.value ?? {},
  requestBody: part.value['requestBody'],
})

const findTarget = (part: Part, findOperation: OperationFinder): string | undefined => {
  const id = findText(part, 'operationId')
  if (id !== undefined) return findOperation.byId(id)
  const reference = findText(part, 'operationRef')
  if (reference === undefined) return undefined
  const { uri, fragment } = resolveUri(reference, part.documentUri)
  return findOperation.byPlace(uri, fragment)
}
