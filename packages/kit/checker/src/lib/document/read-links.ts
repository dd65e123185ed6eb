import { resolveUri } from '../schema/resolve-uri.ts'
import type { ApiLink } from './api-document.ts'
import { asObject, findObject, findText, mapEntries, type ObjectPart } from './expect-part.ts'
import { followReference } from './follow-reference.ts'
import type { Part } from './part.ts'

/** Finds the id of the operation that a link means: one of this id, or the one that stands at this place. */
export interface OperationFinder {
  readonly byId: (id: string) => string | undefined
  readonly byPlace: (documentUri: string, pointer: string) => string | undefined
}

/** The links of a response (OpenAPI 3.1, "Link Object"). */
export const readLinks = (part: Part, findOperation: OperationFinder): readonly ApiLink[] =>
  mapEntries(part, 'links').map(([name, entry]) =>
    readLink(name, asObject(followReference(entry)), findOperation),
  )

const readLink = (name: string, part: ObjectPart, findOperation: OperationFinder): ApiLink => ({
  documentUri: part.documentUri,
  pointer: part.pointer,
  name,
  operationId: findTarget(part, findOperation),
  parameters: findObject(part, 'parameters')?.value ?? {},
  requestBody: part.value['requestBody'],
})

const findTarget = (part: Part, findOperation: OperationFinder): string | undefined => {
  const id = findText(part, 'operationId')
  if (id !== undefined) return findOperation.byId(id)
  const reference = findText(part, 'operationRef')
  if (reference === undefined) return undefined
  const { uri, fragment } = resolveUri(reference, part.documentUri)
  return findOperation.byPlace(uri, fragment)
}
