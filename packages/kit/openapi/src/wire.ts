/** Requests and responses on the wire: what values become, what a request says, and whether the document allows it. */
export type { RequestFault } from './wire/judge/judge-part.ts'
export { judgeRequest, type RequestVerdict } from './wire/judge/judge-request.ts'
export { judgeHeader } from './wire/judge/read-parameters.ts'
export { matchPath, percentDecode } from './wire/percent-encode.ts'
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
