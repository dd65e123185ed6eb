import { own } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'

/** The summary and the description of an operation, if it has them. */
export const descriptionsOf = ({ raw }: ApiOperation): readonly string[] =>
  [own(raw, 'summary'), own(raw, 'description')].filter((text) => typeof text === 'string')

const PARTS = '(?:fields?|properties|property|attributes?|values?|keys?|members?)'

const PARTIAL = [
  `\\bonly\\b[^.]*\\b${PARTS}\\b[^.]*\\b(?:provide|given|sent|present|specified|supplied|submitted|included|updated|changed)`,
  `\\bonly\\b[^.]*\\b(?:provided|given|sent|present|specified|supplied|submitted|included)\\b[^.]*\\b${PARTS}\\b`,
  `\\bpartial(?:ly)?\\b[^.]*\\b(?:updat|chang|modif|replac|representation)`,
  `\\b(?:omit|missing|absent|left out|unspecified|not (?:provided|given|sent|specified|present|supplied|included))[^.]*(?<!\\b(?:not|never|longer) )\\b(?:unchanged|untouched|kept|keep|preserved?|retain|remain|as (?:it|they) (?:is|are|was|were))`,
].map((pattern) => new RegExp(pattern, 'i'))

/** Whether the document says that a PUT changes only what it sends: `Only the relevant fields have to be provided`. */
export const isPartialPut = (operation: ApiOperation): boolean =>
  [...descriptionsOf(operation), operation.body?.description ?? ''].some((text) =>
    PARTIAL.some((pattern) => pattern.test(text)),
  )
