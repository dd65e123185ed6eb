import { idQueryOf } from './finish-resources.ts'
import type { Resource } from './resource-graph.ts'
import { wordsOf } from './words-of.ts'

/** Resources by what they, and their ids, are called. */
export interface ResourceNames {
  /** Collections by name, those that are made or listed first, then those at the root. */
  readonly named: (entity: string) => readonly Resource[]
  /** The collection at the root whose items are known by an id of just this name: the `isbn` of `/books/{isbn}`. */
  readonly idCalled: (name: string) => Resource | undefined
}

/** Names that many things have, so that they point at none. */
const GENERIC = new Set([
  ...'id name code key slug number type title email path date version status state index position kind label tag'.split(
    ' ',
  ),
  ...'language locale currency country resource token hash category group role unit value'.split(' '),
])

/** Looks up resources by name; built once for a document. */
export const nameResources = (resources: readonly Resource[]): ResourceNames => {
  const groups = new Map<string, Resource[]>()
  const ids = new Map<string, Resource>()
  for (const resource of resources) {
    if (resource.kind === 'singleton') continue
    groups.set(resource.name, [...(groups.get(resource.name) ?? []), resource])
    const called = wordsOf(idQueryOf(resource).parameter ?? '').join('')
    if (
      resource.parent === undefined &&
      resource.create !== undefined &&
      called !== '' &&
      !GENERIC.has(called) &&
      !ids.has(called)
    )
      ids.set(called, resource)
  }
  const sorted = new Map([...groups].map(([name, group]) => [name, group.toSorted(byUse)]))
  return { named: (entity) => sorted.get(entity) ?? [], idCalled: (name) => ids.get(name) }
}

const byUse = (left: Resource, right: Resource): number => useOf(left) - useOf(right)

const useOf = ({ create, list, parent }: Resource): number =>
  (create === undefined && list === undefined ? 2 : 0) + (parent === undefined ? 0 : 1)
