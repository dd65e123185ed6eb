import type { ApiMedia } from './api-document.ts'
import { asObject, findObject, mapEntries, type ObjectPart } from './expect-part.ts'
import { followReference } from './follow-reference.ts'
import type { Part } from './part.ts'
import { readExamples } from './read-examples.ts'
import { readSchema } from './read-schema.ts'

/** The media types under `content`, in document order. */
export const readContent = (part: Part): readonly ApiMedia[] =>
  mapEntries(part, 'content').map(([contentType, entry]) =>
    readMedia(contentType, asObject(followReference(entry))),
  )

const readMedia = (contentType: string, part: ObjectPart): ApiMedia => {
  const schema = readSchema(part, 'schema')
  for (const [, encoding] of mapEntries(part, 'encoding')) asObject(encoding)
  return {
    documentUri: part.documentUri,
    pointer: part.pointer,
    contentType,
    schema,
    encoding: findObject(part, 'encoding')?.value ?? {},
    examples: readExamples(part, schema, contentType),
  }
}
