import type { ApiResponse } from './api-document.ts'
import { DocumentError } from './document-error.ts'
import { asObject, mapEntries, type ObjectPart } from './expect-part.ts'
import { followReference } from './follow-reference.ts'
import { tellPlace, type Part } from './part.ts'
import { readHeaders } from './read-header.ts'
import { readLinks, type OperationFinder } from './read-links.ts'
import { readContent } from './read-media.ts'

/** The responses of an operation by key as written: `200`, `4XX`, `default`. */
export const readResponses = (part: Part, findOperation: OperationFinder): ReadonlyMap<string, ApiResponse> =>
  new Map(
    mapEntries(part, 'responses')
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, entry]) => {
        if (!/^([1-5]\d\d|[1-5]XX|default)$/i.test(status))
          throw new DocumentError(
            `The response key ${status} at ${tellPlace(entry)} must be a status (200), a family (2XX) or default.`,
          )
        return [status, readResponse(status, asObject(followReference(entry)), findOperation)]
      }),
  )

const readResponse = (status: string, part: ObjectPart, findOperation: OperationFinder): ApiResponse => ({
  documentUri: part.documentUri,
  pointer: part.pointer,
  status,
  headers: readHeaders(part),
  media: readContent(part),
  links: readLinks(part, findOperation),
})
