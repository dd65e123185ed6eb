/** Requests and responses on the wire: serialization, parsing and validation. */
export type { RequestHead } from './wire/judge/find-sources.ts'
export type { RequestFault } from './wire/judge/judge-part.ts'
export { judgeRequest, type RequestVerdict } from './wire/judge/judge-request.ts'
export { type MultipartPart, parseMultipart } from './wire/judge/read-bodies.ts'
export { judgeHeader, readHeader } from './wire/judge/read-parameters.ts'
export { typesOfAny } from './wire/judge/schema-shape.ts'
export { findRoute, type Route } from './wire/find-route.ts'
export { matchPath } from './wire/match-path.ts'
export { normalizePath, percentDecode, percentEncode } from './wire/percent-encode.ts'
export {
  type ParameterValues,
  readFormBody,
  readMultipartBody,
  readParameters,
  readTextBody,
  type ReadParameters,
} from './wire/read-request.ts'
export { type PlacedCredential, placeCredential } from './wire/place-credential.ts'
export { decodePlaceholders, splitPlaceholders, toPlaceholder } from './wire/placeholders.ts'
export { sendableDocument, whyElsewhere } from './wire/sendable-document.ts'
export { hasWriter, serializeRequest } from './wire/serialize-request.ts'
export {
  BODILESS_METHODS,
  concreteMediaType,
  isJsonType,
  isSafeMethod,
  mediaKindOf,
  UnsendableError,
  type RequestValues,
  type WireRequest,
  type WireResponse,
} from './wire/wire-request.ts'
export { isFileOf, joinParts, listParts, type WrittenPart } from './wire/write-bodies.ts'
export { writeFormPairs } from './wire/write-form.ts'
export { writeHeaderValue, writeParameter, writePathValue } from './wire/write-parameters.ts'
export { writePathText } from './wire/write-path.ts'
