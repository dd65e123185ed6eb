import { mediaKindOf } from '@contract-kit/openapi/wire'
import type { JsonObject } from '../../documents/json.ts'
import { keywordKinds } from './keywords.ts'

/** Whether values of a media type are, or contain, bytes that no schema describes. */
export const mayHoldFile = (mediaType: string): boolean =>
  mediaType !== '' && ['opaque', 'multipart'].includes(mediaKindOf(mediaType))

/** Whether a schema only declares bytes, in the notation of OpenAPI 3.0 or 3.1 (3.1.1, 4.8.14.3). */
const isFile = (schema: JsonObject): boolean =>
  Object.entries(schema).every(
    ([keyword, value]) => keywordKinds[keyword] === 'annotation' || fileKeywords[keyword] === value,
  )

const isMarkedAsFile = ({ format, contentMediaType }: JsonObject): boolean =>
  format !== undefined || contentMediaType !== undefined

const fileKeywords: Readonly<Record<string, string>> = {
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/octet-stream',
}

/** Whether both schemas mean bytes, and at least one of them declares it. */
export const areFiles = (...schemas: readonly JsonObject[]): boolean =>
  schemas.every(isFile) && schemas.some(isMarkedAsFile)
