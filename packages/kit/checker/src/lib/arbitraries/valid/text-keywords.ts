import { own, type JsonObject } from '../../schema/json.ts'
import type { TextConstraints } from '../../text/text-constraints.ts'
import { just, type Alternative } from './choice.ts'
import { countOf } from './count-of.ts'
import type { TextFact } from './text-draft.ts'

const text = (constraints: TextConstraints): TextFact => ({ kind: 'text', constraints })

/** What the keywords for strings ask of a text. */
export const holdText = (schema: JsonObject): TextFact[] => {
  const [minLength, maxLength, pattern, format] = keywordsOf(schema)
  const constraints: TextConstraints = {
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { patterns: [pattern] }),
    ...(format === undefined ? {} : { formats: [format] }),
  }
  return Object.keys(constraints).length === 0 ? [] : [text(constraints)]
}

/** The ways in which a text breaks one of the keywords for strings. */
export const failText = (schema: JsonObject): Alternative[] => {
  const [minLength, maxLength, pattern, format] = keywordsOf(schema)
  return [
    ...(minLength === undefined || minLength === 0 ? [] : [just(text({ maxLength: minLength - 1 }))]),
    ...(maxLength === undefined ? [] : [just(text({ minLength: maxLength + 1 }))]),
    ...(pattern === undefined ? [] : [just(text({ notPatterns: [pattern] }))]),
    ...(format === undefined ? [] : [just(text({ notFormats: [format] }))]),
  ]
}

const keywordsOf = (schema: JsonObject) => {
  const [minLength, maxLength, pattern, format] = ['minLength', 'maxLength', 'pattern', 'format'].map((k) =>
    own(schema, k),
  )
  return [
    countOf(minLength),
    countOf(maxLength),
    typeof pattern === 'string' ? pattern : undefined,
    typeof format === 'string' ? format : undefined,
  ] as const
}
