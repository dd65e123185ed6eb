import { isObject, type Json, own } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'

const PARTS = '(?:fields?|properties|property|attributes?|values?|keys?|members?)'

const PARTIAL = [
  `\\bonly\\b[^.]*\\b${PARTS}\\b[^.]*\\b(?:provide|given|sent|present|specified|supplied|submitted|included|updated|changed)`,
  `\\bonly\\b[^.]*\\b(?:provided|given|sent|present|specified|supplied|submitted|included)\\b[^.]*\\b${PARTS}\\b`,
  `\\bpartial(?:ly)?\\b[^.]*\\b(?:updat|chang|modif|replac|representation)`,
  `\\b(?:omit|missing|absent|left out|unspecified|not (?:provided|given|sent|specified|present|supplied|included))[^.]*(?<!\\b(?:not|never|longer) )\\b(?:unchanged|untouched|kept|keep|preserved?|retain|remain|as (?:it|they) (?:is|are|was|were))`,
].map((pattern) => new RegExp(pattern, 'i'))

/** Whether the document says that a PUT changes only what it sends: `Only the relevant fields have to be provided`. */
export const isPartialPut = ({ raw }: ApiOperation): boolean => {
  const body = own(raw, 'requestBody')
  return [
    own(raw, 'summary'),
    own(raw, 'description'),
    body && isObject(body) ? own(body, 'description') : undefined,
  ]
    .filter((text: Json | undefined) => typeof text === 'string')
    .some((text) => PARTIAL.some((pattern) => pattern.test(text)))
}
