import type { ApiParameter } from './api-document.ts'
import type { Part } from './part.ts'

const DOCUMENT_URI = 'memory:/undeclared-parameter.json'

/** A path parameter that the template names and nobody declares: some text, for want of a word about it. Placed at the operation. */
export const undeclaredParameter = (name: string, { library, documentUri, pointer }: Part): ApiParameter => {
  const { schemas } = library
  if (!schemas.hasDocument(DOCUMENT_URI)) schemas.addDocument(DOCUMENT_URI, { type: 'string', minLength: 1 })
  return {
    documentUri,
    pointer,
    name,
    in: 'path',
    required: true,
    schema: schemas.node(DOCUMENT_URI),
    style: 'simple',
    explode: false,
    allowReserved: false,
    contentType: undefined,
    examples: [],
  }
}
