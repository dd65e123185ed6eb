import { findAt, isObject } from '../json-schema/base/json.ts'
import type { ApiDocument, ApiOperation, ApiParameter } from '../openapi/api-document.ts'

/** The header by which a request is known again when it is repeated (IETF draft "The Idempotency-Key HTTP Header Field"). */
export const findIdempotencyKey = ({ method, parameters }: ApiOperation): ApiParameter | undefined =>
  method === 'POST'
    ? parameters.find(
        ({ in: location, name }) => location === 'header' && /^(x-)?idempotency-key$/i.test(name),
      )
    : undefined

/** Words for a request that is not the one before. */
const OTHER_REQUEST =
  /\b(another|other|different|changed|differing) (body|request|one|payload|content|parameters|data|input)\b/i

/** Whether another request with the same key is rejected: by a documented status, and by a sentence on the key. */
export const rejectsOtherRequests = ({ raw }: ApiDocument, operation: ApiOperation): boolean => {
  const { responses, pointer } = operation
  const rejections = ['409', '422'].flatMap((status) => responses.get(status) ?? [])
  const key = findIdempotencyKey(operation)
  if (rejections.length === 0 || key === undefined) return false
  return [pointer, key.pointer, ...rejections.map((each) => each.pointer)].some((place) => {
    const told = findAt(raw, place)
    const text = isObject(told) ? told['description'] : undefined
    const sentences = typeof text === 'string' ? text.split(/\.(?:\s|$)/) : []
    return sentences.some((sentence) => /key\b/i.test(sentence) && OTHER_REQUEST.test(sentence))
  })
}
