import type { ApiDocument, ApiLink, ApiOperation } from '../document/api-document.ts'
import type { DeclaredLink, InputPlace } from './resource-graph.ts'
import type { Json } from '../schema/json.ts'

const QUALIFIED = /^(path|query|header|cookie)\.(.+)$/

/** The links of the document whose target exists, in document order. */
export const findDeclaredLinks = (document: ApiDocument): readonly DeclaredLink[] => {
  const byId = new Map(document.operations.map((operation) => [operation.id, operation]))
  return document.operations.flatMap((source) =>
    [...source.responses.values()].flatMap(({ status, links }) =>
      links.flatMap((link) => {
        const target = link.operationId === undefined ? undefined : byId.get(link.operationId)
        return target === undefined ? [] : [toLink(link, source, status, target)]
      }),
    ),
  )
}

const toLink = (link: ApiLink, source: ApiOperation, status: string, target: ApiOperation): DeclaredLink => ({
  name: link.name,
  pointer: link.pointer,
  documentUri: link.documentUri,
  source,
  status,
  target,
  inputs: Object.entries(link.parameters).flatMap(([name, value]) => {
    const place = findPlace(target, name)
    return place === undefined ? [] : [{ ...place, value }]
  }),
  body: link.requestBody,
})

/** The parameter a link names, by its name or by location and name (OpenAPI 3.1, "Link Object"). */
const findPlace = (target: ApiOperation, key: string): (InputPlace & { value?: Json }) | undefined => {
  const plain = target.parameters.find(({ name }) => name === key)
  if (plain !== undefined) return { location: plain.in, name: plain.name }
  const [, location, name] = QUALIFIED.exec(key) ?? []
  const qualified = target.parameters.find(
    (parameter) => parameter.in === location && parameter.name === name,
  )
  return qualified && { location: qualified.in, name: qualified.name }
}
