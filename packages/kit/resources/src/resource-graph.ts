import type { Json } from '@contract-kit/json-schema/json'
import type { ApiOperation, ParameterLocation } from '@contract-kit/openapi'

/**
 * An input place of a request: a parameter by its name, or a JSON Pointer into the body. `*` in a pointer stands for every item
 * of an array.
 */
export interface InputPlace {
  readonly location: ParameterLocation | 'body'
  readonly name: string
}

/** An operation and its role for a resource. */
export interface ResourceCall {
  readonly operation: ApiOperation
  /** The place where the operation takes the id of the item; undefined for creating, listing and singletons. */
  readonly id: InputPlace | undefined
}

/** The paging parameters of a list. */
export interface Paging {
  readonly style: 'offset' | 'page' | 'cursor'
  /** Query parameter for the page size; undefined if there is none. */
  readonly size: string | undefined
  /** Query parameter for the start of the page; undefined if only a link leads to the next page. */
  readonly position: string | undefined
  /** The number of the first page; 0 for offsets. */
  readonly first: number
  /** The largest and smallest allowed page size. */
  readonly maxSize: number | undefined
  readonly minSize: number
}

/** How to list the items of a resource. */
export interface ResourceList {
  readonly operation: ApiOperation
  /** JSON Pointer, in the response, to the array; undefined if the document does not say. */
  readonly itemsPointer: string | undefined
  /** JSON Pointer, in an item, to its id, empty if the item is the id; undefined if the document does not say. */
  readonly idPointer: string | undefined
  readonly paging: Paging | undefined
}

/** A resource of the API and the operations on it. */
export interface Resource {
  /** The path of an item without parameter names: `/owners/{}/pets/{}`; `/profile` for a singleton; depends on the document alone. */
  readonly key: string
  /** Singular, lower case, words joined: `orderitem`. */
  readonly name: string
  readonly kind: 'collection' | 'singleton'
  readonly collectionPath: string | undefined
  readonly itemPath: string | undefined
  /** The parent resource in the path. */
  readonly parent: Resource | undefined
  /** POST on the collection, else PUT or POST on the item. */
  readonly create: ResourceCall | undefined
  readonly read: ResourceCall | undefined
  readonly list: ResourceList | undefined
  readonly replace: ResourceCall | undefined
  readonly patch: ResourceCall | undefined
  readonly remove: ResourceCall | undefined
  /** Expressions for the id in an exchange of `create`, most likely first. */
  readonly createdId: readonly string[]
}

/** A source of a value: the operation, and the expression that reads the value from its exchange. */
export interface Producer {
  readonly operation: ApiOperation
  /** See `evaluateExpressions`. */
  readonly expression: string
  readonly origin: 'link' | 'inferred' | 'location'
}

/** A place in a request whose value comes from another operation. */
export interface InputBinding extends InputPlace {
  /** Whether it takes the resource name instead of the id: `shops/s1/pets/p1`. */
  readonly takesName?: boolean
  readonly isRequired: boolean
  /** The resource that the id belongs to; undefined if the source is known only from a link or a response property. */
  readonly resource: Resource | undefined
  /** Most trusted first; empty if the resource is known, but no operation returns its ids. */
  readonly producers: readonly Producer[]
}

/** A link of the document whose target exists. */
export interface DeclaredLink {
  readonly name: string
  readonly pointer: string
  readonly documentUri: string
  readonly source: ApiOperation
  /** Key of the response that has the link: `201`, `2XX`. */
  readonly status: string
  readonly target: ApiOperation
  /** Expressions or constants by place. */
  readonly inputs: readonly (InputPlace & { readonly value: Json })[]
  /** The whole body: constant, expression, or a structure that holds expressions; undefined if the link does not set it. */
  readonly body: Json | undefined
}

/** The resources and the dependencies between operations. */
export interface ResourceGraph {
  /** Parents before children, else in document order. */
  readonly resources: readonly Resource[]
  readonly links: readonly DeclaredLink[]
  /** The inputs of an operation that refer to resources, path parameters first, each with its producers. */
  readonly bindings: (operation: ApiOperation) => readonly InputBinding[]
}

/** A resource while paths are read. It becomes a `Resource` when every path is read. */
export interface ResourceDraft {
  readonly key: string
  name: string
  kind: 'collection' | 'singleton'
  collectionPath: string | undefined
  itemPath: string | undefined
  /** Key of the parent resource. */
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

/** Assigns the role by the method: GET reads, PUT replaces, PATCH patches, DELETE removes. Keeps existing roles. */
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
