import type { ApiOperation } from '../document/api-document.ts'
import type { ResourceCall, ResourceList } from './resource-graph.ts'

/** A resource while its paths are being read; becomes a `Resource` once every path has been. */
export interface ResourceDraft {
  readonly key: string
  name: string
  kind: 'collection' | 'singleton'
  collectionPath: string | undefined
  itemPath: string | undefined
  /** Key of the resource whose item the path goes through. */
  parentKey: string | undefined
  create: ResourceCall | undefined
  read: ResourceCall | undefined
  list: ResourceList | undefined
  replace: ResourceCall | undefined
  patch: ResourceCall | undefined
  remove: ResourceCall | undefined
}

/** A draft without any role. */
export const createDraft = (
  key: string,
  name: string,
  kind: ResourceDraft['kind'],
  parentKey: string | undefined,
): ResourceDraft => ({
  key,
  name,
  kind,
  collectionPath: undefined,
  itemPath: undefined,
  parentKey,
  create: undefined,
  read: undefined,
  list: undefined,
  replace: undefined,
  patch: undefined,
  remove: undefined,
})

/** Gives the item a role by its method: GET reads, PUT replaces, PATCH patches, DELETE removes. A role that is taken stays. */
export const assignItemCall = (draft: ResourceDraft, call: ResourceCall): void => {
  const role = ITEM_ROLES.get(call.operation.method)
  if (role !== undefined) draft[role] ??= call
}

const ITEM_ROLES = new Map<ApiOperation['method'], 'read' | 'replace' | 'patch' | 'remove'>([
  ['GET', 'read'],
  ['PUT', 'replace'],
  ['PATCH', 'patch'],
  ['DELETE', 'remove'],
])
