import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import { createBinder } from './bind-inputs.ts'
import { finishResources } from './finish-resources.ts'
import { findDeclaredLinks } from './links.ts'
import { isPrefix, readPaths } from './paths.ts'
import type { ResourceDraft, ResourceGraph } from './resource-graph.ts'
import { assignStarters, findRestResources } from './rest-resources.ts'
import { findRpcResources } from './rpc-resources.ts'

const graphs = new WeakMap<ApiDocument, ResourceGraph>()

/** Finds the resources of an API and the dependencies between its operations. Results are cached by document. */
export const buildResourceGraph = (document: ApiDocument): ResourceGraph => {
  const known = graphs.get(document)
  if (known !== undefined) return known
  const paths = readPaths(document)
  const rpc = findRpcResources(paths)
  const called = new Set(rpc.flatMap(({ create, list }) => [create?.operation, list?.operation]))
  const rest = findRestResources(
    paths.filter(({ operations }) => !operations.some((operation) => called.has(operation))),
  )
  const drafts = adoptRoles([...rest, ...rpc])
  assignStarters(drafts, document.operations)
  const resources = finishResources(drafts)
  const links = findDeclaredLinks(document)
  const graph = { resources, links, bindings: createBinder(document, resources, links) }
  graphs.set(document, graph)
  return graph
}

const ITEM_ROLES = ['read', 'replace', 'patch', 'remove'] as const

/**
 * Merges the drafts of one resource from several paths: `/users/{}/orders` with `/orders/{}`, and
 * `/users/register` with `/users/{}`. Returns the remaining drafts, without redundant ones.
 */
const adoptRoles = (drafts: readonly ResourceDraft[]): ResourceDraft[] => {
  const absorbed = new Set<ResourceDraft>()
  for (const draft of drafts) {
    for (const other of drafts) {
      if (
        draft === other ||
        draft.name !== other.name ||
        draft.kind !== 'collection' ||
        other.kind !== 'collection'
      )
        continue
      if (absorbed.has(draft) || absorbed.has(other)) continue
      adopt(draft, other)
      if (hasNothingLeft(other, draft)) absorbed.add(other)
    }
  }
  return drafts.filter((draft) => !absorbed.has(draft))
}

const hasItems = (draft: ResourceDraft): boolean => ITEM_ROLES.some((role) => draft[role] !== undefined)

/** The parent without version and prefix: `/v3/trips/{}` and `/v3.1/trips/{}` are one. */
const parentOf = ({ parentKey }: ResourceDraft): string | undefined =>
  parentKey
    ?.split('/')
    .filter((text) => !isPrefix(text))
    .join('/')

const adopt = (draft: ResourceDraft, other: ResourceDraft): void => {
  const isFlat = draft.parentKey === undefined || parentOf(draft) === parentOf(other)
  if (isFlat && hasItems(draft) && !hasItems(other)) {
    draft.create ??= other.create
    draft.list ??= other.list
    draft.collectionPath ??= other.collectionPath
  }
  const isOtherFlat = other.parentKey === undefined
  if (
    !hasItems(draft) &&
    hasItems(other) &&
    isOtherFlat &&
    draft.create !== undefined &&
    draft.create !== other.create
  ) {
    for (const role of ITEM_ROLES) draft[role] ??= other[role]
    draft.itemPath ??= other.itemPath
  }
}

/** Whether `by` has every operation of the draft, so that the draft is redundant. */
const hasNothingLeft = (draft: ResourceDraft, by: ResourceDraft): boolean =>
  !hasItems(draft) &&
  (draft.create !== undefined || draft.list !== undefined) &&
  (draft.create === undefined || draft.create === by.create) &&
  (draft.list === undefined || draft.list.operation === by.list?.operation || draft.create === undefined)

/**
 * Sorts the operations by their dependencies: first those that create, then those that read, change and delete. A resource
 * without dependencies comes first, but last for deletion. Otherwise the sort is stable.
 */
export const orderOperations = (
  graph: ResourceGraph,
  operations: readonly ApiOperation[],
): readonly ApiOperation[] => {
  const creators = new Set(
    graph.resources.flatMap(({ create }) => (create === undefined ? [] : [create.operation])),
  )
  const removers = new Set(
    graph.resources.flatMap(({ remove }) => (remove === undefined ? [] : [remove.operation])),
  )
  const turnOf = (operation: ApiOperation): number => {
    if (creators.has(operation)) return 0
    if (operation.method === 'GET' || operation.method === 'HEAD') return 1
    return operation.method === 'DELETE' || removers.has(operation) ? 3 : 2
  }
  const depths = new Map<ApiOperation, number>()
  const depthOf = (operation: ApiOperation): number => {
    const known = depths.get(operation)
    if (known !== undefined) return known
    depths.set(operation, 0)
    const needs = graph.bindings(operation).flatMap(({ resource, isRequired }) => {
      const creator = isRequired ? resource?.create?.operation : undefined
      return creator === undefined || creator === operation ? [] : [depthOf(creator) + 1]
    })
    const depth = Math.max(0, ...needs)
    depths.set(operation, depth)
    return depth
  }
  const rank = (operation: ApiOperation): readonly [turn: number, depth: number] => {
    const turn = turnOf(operation)
    return [turn, turn === 3 ? -depthOf(operation) : depthOf(operation)]
  }
  return operations
    .map((operation) => ({ operation, rank: rank(operation) }))
    .toSorted((left, right) => left.rank[0] - right.rank[0] || left.rank[1] - right.rank[1])
    .map(({ operation }) => operation)
}
