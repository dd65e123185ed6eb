/** Requests and responses on the wire: what values become, what a request says, and whether the document allows it. */
export type { RequestHead } from './wire/judge/find-sources.ts'
export type { RequestFault } from './wire/judge/judge-part.ts'
export { judgeRequest, type RequestVerdict } from './wire/judge/judge-request.ts'
export { type MultipartPart, parseMultipart } from './wire/judge/read-bodies.ts'
export { judgeHeader, readHeader } from './wire/judge/read-parameters.ts'
export { matchPath, percentDecode } from './wire/percent-encode.ts'
export {
  type ParameterValues,
  readFormBody,
  readMultipartBody,
  readParameters,
  type ReadParameters,
} from './wire/read-request.ts'
export { sendableDocument } from './wire/sendable-document.ts'
export { serializeRequest } from './wire/serialize-request.ts'
export {
  isJsonType,
  isSafeMethod,
  mediaKindOf,
  UnsendableError,
  type RequestValues,
  type WireRequest,
  type WireResponse,
} from './wire/wire-request.ts'
export { isFileOf } from './wire/write-bodies.ts'
