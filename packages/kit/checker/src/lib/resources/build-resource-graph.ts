import type { ApiDocument } from '../document/api-document.ts'
import { adoptRoles } from './adopt-roles.ts'
import { createBinder } from './bind-inputs.ts'
import { findDeclaredLinks } from './declared-links.ts'
import { finishResources } from './finish-resources.ts'
import { readPaths } from './path-entry.ts'
import type { ResourceGraph } from './resource-graph.ts'
import { findRestResources } from './rest-resources.ts'
import { findRpcResources } from './rpc-resources.ts'

const graphs = new WeakMap<ApiDocument, ResourceGraph>()

/** Finds out what a document's API keeps, and which operation gives the values that another needs; once per document. */
export const buildResourceGraph = (document: ApiDocument): ResourceGraph => {
  const known = graphs.get(document)
  if (known !== undefined) return known
  const paths = readPaths(document)
  const rpc = findRpcResources(paths)
  const called = new Set(rpc.flatMap(({ create, list }) => [create?.operation, list?.operation]))
  const rest = findRestResources(
    paths.filter(({ operations }) => !operations.some((operation) => called.has(operation))),
  )
  const resources = finishResources(adoptRoles([...rest, ...rpc]))
  const links = findDeclaredLinks(document)
  const graph = { resources, links, bindings: createBinder(document, resources, links) }
  graphs.set(document, graph)
  return graph
}
