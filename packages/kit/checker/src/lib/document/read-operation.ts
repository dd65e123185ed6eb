import type { ApiBody, ApiOperation, ApiParameter, SecurityScheme } from './api-document.ts'
import { asObject, findFlag, findObject, listItems, type ObjectPart } from './expect-part.ts'
import { followReference } from './follow-reference.ts'
import type { ListedOperation } from './list-operations.ts'
import { findChild } from './part.ts'
import { parsePathTemplate } from './parse-path-template.ts'
import { readContent } from './read-media.ts'
import type { OperationFinder } from './read-links.ts'
import { readParameters } from './read-parameter.ts'
import { readResponses } from './read-response.ts'
import { readSecurity } from './read-security.ts'
import { undeclaredParameter } from './undeclared-parameter.ts'

/** What all operations of a document share. */
export interface OperationSurroundings {
  readonly root: ObjectPart
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>
  readonly findOperation: OperationFinder
}

/** Reads one operation, with the parameters and the security that it inherits. */
export const readOperation = (
  listed: ListedOperation,
  { root, securitySchemes, findOperation }: OperationSurroundings,
): ApiOperation => {
  const { id, method, path, part } = listed
  return {
    documentUri: part.documentUri,
    pointer: part.pointer,
    id,
    method,
    path,
    parameters: withTemplate(listed, readParameters([...listed.pathItems, part])),
    body: readBody(part),
    responses: readResponses(part, findOperation),
    security: readSecurity(part, root, securitySchemes),
    tags: listItems(part, 'tags').flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
    raw: part.value,
  }
}

// The template decides which path parameters exist: one it does not name can never be sent, one that is not declared is any text.
const withTemplate = (
  { path, part }: ListedOperation,
  declared: readonly ApiParameter[],
): readonly ApiParameter[] => {
  const names = parsePathTemplate(path).flatMap((piece) => (piece.kind === 'parameter' ? [piece.name] : []))
  const sent = declared.filter((parameter) => parameter.in !== 'path' || names.includes(parameter.name))
  const missing = [...new Set(names)].filter(
    (name) => !sent.some((parameter) => parameter.in === 'path' && parameter.name === name),
  )
  return [...missing.map((name) => undeclaredParameter(name, part)), ...sent]
}

const readBody = (operation: ObjectPart): ApiBody | undefined => {
  if (findChild(operation, 'requestBody') === undefined) return undefined
  const part = asObject(followReference(findObject(operation, 'requestBody') as ObjectPart))
  return {
    documentUri: part.documentUri,
    pointer: part.pointer,
    required: findFlag(part, 'required') === true,
    media: readContent(part),
  }
}
