import { answerSketch } from './answer-sketch.ts'
import { findIds, type IdQuery } from './find-id.ts'
import { findItems } from './find-items.ts'
import { findBodyMedia, operationInputs } from './operation-inputs.ts'
import { pathSegments } from './path-segments.ts'
import type { ResourceDraft } from './resource-draft.ts'
import type { InputPlace, Resource, ResourceCall } from './resource-graph.ts'
import { toResourceList } from './resource-list.ts'
import { entityOf } from './reference-name.ts'
import type { Sketch } from './sketch.ts'
import { sketchSchema } from './sketch-schema.ts'
import { isSameName } from './words-of.ts'

/** Turns drafts into resources: parents before children, creation decided, ids located. */
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

/** PUT on the item creates where nothing else does, and the document says 201 or shows no other way to come by an item. */
const upsertOf = ({ kind, list, replace }: ResourceDraft): ResourceCall | undefined =>
  replace?.operation.method === 'PUT' &&
  (replace.operation.responses.has('201') || (kind === 'collection' && list === undefined))
    ? replace
    : undefined

/** What the id of a resource is called and looks like: as the operations on an item take it. */
export const idQueryOf = ({
  name,
  read,
  remove,
  replace,
  patch,
}: Pick<Resource, 'name' | 'read' | 'remove' | 'replace' | 'patch'>): IdQuery => {
  const call = [read, remove, replace, patch].find((each) => each?.id !== undefined)
  const place = call?.id
  if (call === undefined || place === undefined)
    return { entity: name, parameter: undefined, types: new Set() }
  const input = operationInputs(call.operation).find(
    (each) => each.location === place.location && each.name === place.name,
  )
  return { entity: name, parameter: input?.field ?? place.name, types: input?.types ?? new Set() }
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
        : findIds(answer, query).map(answerExpression)
  return [
    ...given,
    ...answered,
    ...locationExpressions(draft),
    ...amongSiblings(answer, query),
    ...chosenIds(operation, query),
  ]
}

/** The id in an answer that shows the parent with all its children, such as a shelf with its books. */
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
