import { findIds, findItems, type IdQuery } from './find-id.ts'
import { findBodyMedia, type OperationInput, operationInputs } from './inputs.ts'
import { toResourceList } from './lists.ts'
import { entityOf, isSameName, wordsOf } from './names.ts'
import { pathSegments } from './paths.ts'
import { idExpression } from './resource-names.ts'
import type { InputPlace, Resource, ResourceCall, ResourceDraft } from './resource-graph.ts'
import { answerSketch, type Sketch, sketchSchema } from './sketch.ts'

/** Converts drafts to resources: sorts parents before children, chooses the creating operations and locates the ids. */
export const finishResources = (drafts: readonly ResourceDraft[]): readonly Resource[] => {
  const byKey = new Map(drafts.map((draft) => [draft.key, draft]))
  const finished = new Map<string, Resource>()
  const finish = (draft: ResourceDraft): Resource => {
    const known = finished.get(draft.key)
    if (known !== undefined) return known
    const parent = draft.parentKey === undefined ? undefined : byKey.get(draft.parentKey)
    const resource = toResource(draft, parent && finish(parent))
    finished.set(draft.key, resource)
    return resource
  }
  for (const draft of drafts) finish(draft)
  return [...finished.values()]
}

const toResource = (draft: ResourceDraft, parent: Resource | undefined): Resource => {
  const { parentKey: _parentKey, ...roles } = draft
  const create = draft.create ?? upsertOf(draft)
  const query = idQueryOf(draft)
  return {
    ...roles,
    parent,
    create,
    list: draft.list && toResourceList(draft.list.operation, draft.name, query),
    createdId: create === undefined || draft.kind === 'singleton' ? [] : createdIdOf(draft, create, query),
  }
}

/** PUT on the item counts as creation if nothing else creates it, and the document says 201 or shows no other source of items. */
const upsertOf = ({ kind, list, replace }: ResourceDraft): ResourceCall | undefined =>
  replace?.operation.method === 'PUT' &&
  (replace.operation.responses.has('201') || (kind === 'collection' && list === undefined))
    ? replace
    : undefined

/** The operations on one item that a resource may have. */
type ItemCalls = Pick<Resource, 'read' | 'remove' | 'replace' | 'patch'>

const findItemCall = ({ read, remove, replace, patch }: ItemCalls): ResourceCall | undefined =>
  [read, remove, replace, patch].find((call) => call?.id !== undefined)

/** The input by which the operations on an item take its id; undefined if no operation takes one. */
export const idInputOf = (resource: ItemCalls): OperationInput | undefined => {
  const call = findItemCall(resource)
  return (
    call &&
    operationInputs(call.operation).find(
      ({ location, name }) => location === call.id?.location && name === call.id.name,
    )
  )
}

/** The name and the form of a resource's id, as the operations on an item take it. */
export const idQueryOf = (resource: Pick<Resource, 'name'> & ItemCalls): IdQuery => {
  const input = idInputOf(resource)
  return {
    entity: resource.name,
    parameter: input?.field ?? findItemCall(resource)?.id?.name,
    types: input?.types ?? new Set(),
    schemas: input?.schemas ?? [],
  }
}

const createdIdOf = (draft: ResourceDraft, { operation, id }: ResourceCall, query: IdQuery): string[] => {
  const given = id === undefined ? [] : [requestExpression(id)]
  const answer = answerSketch(operation)
  const isScalarAnswer =
    answer !== undefined && answer.types.size > 0 && !answer.types.has('object') && !answer.types.has('array')
  const answered =
    answer === undefined
      ? []
      : isScalarAnswer
        ? ['$response.body']
        : findIds(answer, query).map((pointer) => idExpression(answer, pointer, query))
  return [
    ...given,
    ...answered,
    ...locationExpressions(draft),
    ...amongSiblings(answer, query),
    ...chosenIds(operation, query),
  ]
}

/** The id in a response that shows the parent with all its children, such as a shelf with its books. */
const amongSiblings = (answer: Sketch | undefined, query: IdQuery): string[] => {
  const list = answer && findItems(answer, query.entity)
  if (list?.item === undefined || entityOf(list.pointer.split('/').at(-1) ?? '') !== query.entity) return []
  return findIds(list.item, query)
    .slice(0, 1)
    .map((pointer) => answerExpression(`${list.pointer}/*${pointer}`))
}

const requestExpression = ({ location, name }: InputPlace): string =>
  location === 'body' ? `$request.body#${name}` : `$request.${location}.${name}`

const answerExpression = (pointer: string): string => `$response.body#${pointer}`

const locationExpressions = ({ itemPath }: ResourceDraft): string[] =>
  itemPath === undefined || pathSegments(itemPath).at(-1)?.parameter === undefined
    ? []
    : [`$response.header.location#${itemPath}`, `$response.header.content-location#${itemPath}`]

/** The id as the request chose it: `POST /users` with a `username` that `/users/{username}` takes. */
const chosenIds = (operation: ResourceCall['operation'], query: IdQuery): string[] => {
  const schema = operation.body && findBodyMedia(operation.body)?.schema
  if (schema === undefined) return []
  return findIds(sketchSchema(schema), query)
    .filter(
      (pointer) =>
        pointer.lastIndexOf('/') === 0 &&
        (query.parameter === undefined || isSameName(pointer, query.parameter)),
    )
    .map((pointer) => `$request.body#${pointer}`)
}

/** Resources by their names and the names of their ids. */
export interface ResourceNames {
  /** Collections by name, first those with a creation or a list, then those at the root. */
  readonly named: (entity: string) => readonly Resource[]
  /** The collection at the root whose items have an id of exactly this name: the `isbn` of `/books/{isbn}`. */
  readonly idCalled: (name: string) => Resource | undefined
}

/** Common names that identify no resource. */
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
