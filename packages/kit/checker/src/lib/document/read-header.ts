import type { ApiHeader } from './api-document.ts'
import { asObject, findFlag, mapEntries, type ObjectPart } from './expect-part.ts'
import { followReference } from './follow-reference.ts'
import type { Part } from './part.ts'
import { readExamples } from './read-examples.ts'
import { readContent } from './read-media.ts'
import { readSchema } from './read-schema.ts'

/** The headers of a response; one named Content-Type is to be ignored (OpenAPI 3.1, "Response Object"). */
export const readHeaders = (part: Part): readonly ApiHeader[] =>
  mapEntries(part, 'headers')
    .filter(([name]) => name.toLowerCase() !== 'content-type')
    .map(([name, entry]) => readHeader(name, asObject(followReference(entry))))

const readHeader = (name: string, part: ObjectPart): ApiHeader => {
  const [media] = readContent(part)
  const schema = media === undefined ? readSchema(part, 'schema') : media.schema
  const own = readExamples(part, media === undefined ? schema : undefined, '')
  return {
    documentUri: part.documentUri,
    pointer: part.pointer,
    name,
    required: findFlag(part, 'required') === true,
    schema,
    explode: findFlag(part, 'explode') === true,
    contentType: media?.contentType,
    examples: own.length > 0 ? own : (media?.examples ?? []),
  }
}
