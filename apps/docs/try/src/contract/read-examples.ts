import { type JsonObject, toObject, toText } from '../json-object.ts'
import { followReference } from './follow-reference.ts'
import type { BodyExample } from './operation.ts'

/** The named examples of a media type, in the contract's order. */
export function readExamples(document: unknown, media: JsonObject): readonly BodyExample[] {
  return Object.entries(toObject(media['examples'])).map(([name, declared]) => {
    const example = followReference(document, declared)
    return { name, summary: toText(example['summary']) || name, value: example['value'] }
  })
}
