import { findAt, isObject } from '@contract-kit/json-schema/json'
import type { ApiDocument, ApiOperation, ApiParameter } from '@contract-kit/openapi'

/** The header by which a server recognizes a repeated request (IETF draft "The Idempotency-Key HTTP Header Field"). */
export const findIdempotencyKey = ({ method, parameters }: ApiOperation): ApiParameter | undefined =>
  method === 'POST'
    ? parameters.find(
        ({ in: location, name }) => location === 'header' && /^(x-)?idempotency-key$/i.test(name),
      )
    : undefined

/** Words for a request that differs from the original. */
const OTHER_REQUEST =
  /\b(another|other|different|changed|differing) (body|request|one|payload|content|parameters|data|input)\b/i

/** Words for a replayed response, and words for another outcome. */
const SAME_ANSWER =
  /\b(same|original|first|earlier|previous|stored|cached)\W+((?!key\b|request\b|body\b|payload\b)\w+\W+){0,2}(answer|response|result|reply|again)\b|\b(answered|given|returned) again\b|\breplay/i
const OTHER_OUTCOME = /\b(refus|reject|fail|error|conflict|409|422)/i

/** Whether a different request with the same key is rejected, according to a documented status and a sentence on the key. */
export const rejectsOtherRequests = (document: ApiDocument, operation: ApiOperation): boolean => {
  const rejections = ['409', '422'].flatMap((status) => operation.responses.get(status) ?? [])
  return (
    rejections.length > 0 &&
    sentencesOnKey(document, operation).some((sentence) => OTHER_REQUEST.test(sentence))
  )
}

/** Whether the document promises the original response for a repeated request with the same key. */
export const repeatsAnswer = (document: ApiDocument, operation: ApiOperation): boolean =>
  sentencesOnKey(document, operation)
    .flatMap((sentence) => sentence.split(/[;:]/))
    .some((clause) => SAME_ANSWER.test(clause) && !OTHER_OUTCOME.test(clause))

/** The sentences about the key, from the descriptions of the document, an operation, its key and its responses. */
const sentencesOnKey = ({ raw }: ApiDocument, operation: ApiOperation): readonly string[] => {
  const key = findIdempotencyKey(operation)
  if (key === undefined) return []
  const places = ['/info', ...[operation, key, ...operation.responses.values()].map(({ pointer }) => pointer)]
  return places.flatMap((place) => {
    const node = findAt(raw, place)
    const text = isObject(node) ? node['description'] : undefined
    const sentences = typeof text === 'string' ? text.split(/\.(?:\s|$)/) : []
    return sentences.filter((sentence) => /key\b/i.test(sentence))
  })
}
