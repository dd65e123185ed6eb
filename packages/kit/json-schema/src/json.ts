/** JSON with exact numbers, JSON Pointers and references. */
export {
  appendTokens,
  equalJson,
  findAt,
  isNumber,
  isObject,
  isWholeNumber,
  jsonTypeOf,
  memberOf,
  own,
  parseJson,
  parsePointer,
  readNumber,
  readPointer,
  textsIn,
  toCanonicalText,
  tryJson,
  writeJson,
  type Json,
  type JsonObject,
} from './base/json.ts'
export { resolveUri } from './base/uris.ts'
