import { findAt, isObject } from '@contract-kit/json-schema/json'
import type { ApiDocument, ApiOperation, ApiParameter } from '@contract-kit/openapi'

/** The header by which a server recognizes a repeated request (IETF draft "The Idempotency-Key HTTP Header Field"). */
export const findIdempotencyKey = ({ method, parameters }: ApiOperation): ApiParameter | undefined =>
  method === 'POST'
    ? parameters.find(
        ({ in: location, name }) => location === 'header' && /^(x-)?idempotency-key$/i.test(name),
      )
    : undefined

/** Words for a request that differs from the first one. */
const OTHER_REQUEST =
  /\b(another|other|different|changed|differing) (body|request|one|payload|content|parameters|data|input)\b/i

/** Words for the response that a repeated request has, and those for another outcome. */
const SAME_ANSWER =
  /\b(same|original|first|earlier|previous|stored|cached)\W+((?!key\b|request\b|body\b|payload\b)\w+\W+){0,2}(answer|response|result|reply|again)\b|\b(answered|given|returned) again\b|\breplay/i
const OTHER_OUTCOME = /\b(refus|reject|fail|error|conflict|409|422)/i

/** Whether another request with the same key is rejected: by a documented status, and by a sentence on the key. */
export const rejectsOtherRequests = (document: ApiDocument, operation: ApiOperation): boolean => {
  const rejections = ['409', '422'].flatMap((status) => operation.responses.get(status) ?? [])
  return (
    rejections.length > 0 &&
    sentencesOnKey(document, operation).some((sentence) => OTHER_REQUEST.test(sentence))
  )
}

/** Whether the document says that a repeated request with its key gets the same response as before. */
export const repeatsAnswer = (document: ApiDocument, operation: ApiOperation): boolean =>
  sentencesOnKey(document, operation)
    .flatMap((sentence) => sentence.split(/[;:]/))
    .some((clause) => SAME_ANSWER.test(clause) && !OTHER_OUTCOME.test(clause))

/** Sentences with the word in the descriptions of an operation, its key and its responses. */
const sentencesOnKey = ({ raw }: ApiDocument, operation: ApiOperation): readonly string[] => {
  const key = findIdempotencyKey(operation)
  if (key === undefined) return []
  const places = [operation, key, ...operation.responses.values()].map(({ pointer }) => pointer)
  return places.flatMap((place) => {
    const told = findAt(raw, place)
    const text = isObject(told) ? told['description'] : undefined
    const sentences = typeof text === 'string' ? text.split(/\.(?:\s|$)/) : []
    return sentences.filter((sentence) => /key\b/i.test(sentence))
  })
}
