import type { ApiOperation } from '@contract-kit/openapi'
import { findIds, findItems } from './find-id.ts'
import { operationInputs } from './inputs.ts'
import { toResourceList } from './lists.ts'
import { ID_WORDS, parseReferenceName, singularize } from './names.ts'
import { findMethod, itemKeysOf, keyOfSegments, nameOfSegments, type PathEntry } from './paths.ts'
import { assignItemCall, createDraft, type InputPlace, type ResourceDraft } from './resource-graph.ts'
import { answerSketch } from './sketch.ts'

/** The resources that the shape of the paths shows: collections with items, collections alone, singletons, items selected by query. */
export const findRestResources = (paths: readonly PathEntry[]): ResourceDraft[] => {
  const drafts = new Map<string, ResourceDraft>()
  for (const entry of paths) addItems(entry, drafts)
  for (const entry of paths) assignItem(entry, drafts)
  const fixed = paths.filter(
    ({ segments }) => segments.length > 0 && segments.at(-1)?.parameter === undefined,
  )
  for (const entry of fixed) assignCollection(entry, drafts)
  for (const entry of fixed) {
    if (!drafts.has(`${entry.key}/{}`)) addLoneResource(entry, drafts)
  }
  return [...drafts.values()]
}

/** One resource for every path parameter that ends a sequence of segments. */
const addItems = ({ segments }: PathEntry, drafts: Map<string, ResourceDraft>): void => {
  let parentKey: string | undefined
  segments.forEach(({ parameter }, index) => {
    if (parameter === undefined) return
    const prefix = segments.slice(0, index + 1)
    const key = keyOfSegments(prefix)
    if (!drafts.has(key)) drafts.set(key, createDraft(key, nameOfSegments(prefix), 'collection', parentKey))
    parentKey = key
  })
}

const assignItem = (
  { template, key, segments, operations }: PathEntry,
  drafts: Map<string, ResourceDraft>,
): void => {
  const parameter = segments.at(-1)?.parameter
  const draft = drafts.get(key)
  if (parameter === undefined || draft === undefined) return
  draft.itemPath ??= template
  for (const operation of operations)
    assignItemCall(draft, { operation, id: { location: 'path', name: parameter } })
}

/** POST creates, GET lists; an operation that takes the id in the query or the body acts on one item. */
const assignCollection = (entry: PathEntry, drafts: Map<string, ResourceDraft>): void => {
  const draft = drafts.get(`${entry.key}/{}`)
  if (draft === undefined) return
  draft.collectionPath ??= entry.template
  for (const operation of entry.operations) {
    const id = operation.method === 'POST' ? undefined : findKeyInput(operation, draft.name)
    if (id !== undefined) assignItemCall(draft, { operation, id })
    else if (operation.method === 'POST') draft.create ??= { operation, id: undefined }
    else if (operation.method === 'GET') draft.list ??= toResourceList(operation, draft.name)
  }
}

const addLoneResource = (entry: PathEntry, drafts: Map<string, ResourceDraft>): void => {
  const { template, key, segments, operations } = entry
  const name = nameOfSegments(segments)
  const parentKey = itemKeysOf(segments).at(-1)
  const [get, post] = [findMethod(entry, 'GET'), findMethod(entry, 'POST')]
  const create = post && { operation: post, id: undefined }
  const keyed = operations.flatMap((operation) => {
    const id = operation.method === 'POST' ? undefined : findKeyInput(operation, name)
    return id === undefined ? [] : [{ operation, id }]
  })
  const answer = get && answerSketch(get)
  const isList = answer !== undefined && findItems(answer, name)?.item?.types.has('object') === true
  const isChanged = operations.some(({ method }) => method === 'PUT' || method === 'PATCH')
  if (
    keyed.length > 0 ||
    (isList && !isChanged) ||
    (get === undefined && post !== undefined && isCreation(post, name, drafts))
  ) {
    const draft = createDraft(`${key}/{}`, name, 'collection', parentKey)
    drafts.set(draft.key, draft)
    draft.collectionPath = template
    draft.create = create
    for (const call of keyed) assignItemCall(draft, call)
    if (get !== undefined && draft.read?.operation !== get) draft.list = toResourceList(get, name)
    return
  }
  if (get === undefined || (!isChanged && findMethod(entry, 'DELETE') === undefined)) return
  const draft = createDraft(key, name, 'singleton', parentKey)
  drafts.set(key, draft)
  draft.itemPath = template
  draft.create = create
  for (const operation of operations) assignItemCall(draft, { operation, id: undefined })
}

/** Whether a POST without a list beside it adds to a collection. It must return an id, and its name must be plural or a known resource. */
const isCreation = (
  post: ApiOperation,
  name: string,
  drafts: ReadonlyMap<string, ResourceDraft>,
): boolean => {
  const last = post.path.split('/').findLast((segment) => segment !== '') ?? ''
  const isPlural = singularize(last.toLowerCase()) !== last.toLowerCase()
  if (!isPlural && ![...drafts.values()].some((draft) => draft.name === name)) return false
  if (post.responses.has('201')) return true
  const answer = answerSketch(post)
  return (
    answer !== undefined &&
    findIds(answer, { entity: name, parameter: undefined, types: new Set() }).length > 0
  )
}

/**
 * Finds the id input of an operation whose path has no id. That is a query parameter or a body property called `id`
 * or named after the resource. By default, a reader uses it only if it is required: an optional one filters a list.
 */
export const findKeyInput = (
  operation: ApiOperation,
  entity: string,
  mayBeOptional = operation.method !== 'GET',
): InputPlace | undefined => {
  const found = operationInputs(operation).find(({ location, name, field, isRequired }) => {
    if (location !== 'query' && !(location === 'body' && name === `/${field}`)) return false
    if (!mayBeOptional && !isRequired) return false
    const { entities, suffix, isMany } = parseReferenceName(field)
    return ID_WORDS.includes(suffix) && !isMany && (entities.length === 0 || entities[0] === entity)
  })
  return found && { location: found.location, name: found.name }
}

/**
 * Gives items that can only be read, such as long-running operations, the POST elsewhere that starts them: it returns exactly the schema of
 * the read. A POST that takes the id of such an item acts on an existing one.
 */
export const assignStarters = (
  drafts: readonly ResourceDraft[],
  operations: readonly ApiOperation[],
): void => {
  const taken = new Set(drafts.map(({ create }) => create?.operation))
  for (const draft of drafts) {
    const { name, kind, read, create, list, replace, patch } = draft
    const place = read?.id?.location === 'path' ? placeOfAnswer(read.operation) : ''
    if (kind !== 'collection' || place === '' || (create ?? list ?? replace ?? patch) !== undefined) continue
    const starter = operations.find(
      (operation) =>
        operation.method === 'POST' &&
        isStart(operation) &&
        !taken.has(operation) &&
        placeOfAnswer(operation) === place &&
        !operationInputs(operation).some(({ field }) => isReferenceTo(field, name)),
    )
    if (starter !== undefined) draft.create = { operation: starter, id: undefined }
  }
}

/** Whether the only success of an operation says that something begins, or is new at its own URL. */
const isStart = ({ responses }: ApiOperation): boolean =>
  !responses.has('200') &&
  (responses.has('202') ||
    responses.get('201')?.headers.some(({ name }) => name.toLowerCase() === 'location') === true)

/** The place of the schema that a response refers to; empty without one. */
const placeOfAnswer = (operation: ApiOperation): string => answerSketch(operation)?.place ?? ''

const isReferenceTo = (field: string, entity: string): boolean =>
  parseReferenceName(field).entities.includes(entity)
