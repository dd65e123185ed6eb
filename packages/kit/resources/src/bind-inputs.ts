import { appendTokens, isObject, type Json, parsePointer } from '@contract-kit/json-schema/json'
import { findKeyword, isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import { findIds, findItems, type IdQuery } from './find-id.ts'
import { idInputOf, idQueryOf, nameResources, type ResourceNames } from './finish-resources.ts'
import { findBodyMedia, type OperationInput, operationInputs } from './inputs.ts'
import { findItemId } from './lists.ts'
import { entityOf, ID_WORDS, isSameName, parseReferenceName, wordsOf } from './names.ts'
import { keyOfSegments, pathSegments } from './paths.ts'
import { describesNames, idExpression } from './resource-names.ts'
import type { DeclaredLink, InputBinding, InputPlace, Producer, Resource } from './resource-graph.ts'
import {
  answerSketch,
  isScalar,
  mayFit,
  type Sketch,
  type SketchPlace,
  sketchSchema,
  walkSketch,
} from './sketch.ts'

/** Finds the resource that each input of an operation refers to, and the operations that return its id. */
export const createBinder = (
  document: ApiDocument,
  resources: readonly Resource[],
  links: readonly DeclaredLink[],
): ((operation: ApiOperation) => readonly InputBinding[]) => {
  let mentions: ReturnType<typeof findMentions> | undefined
  const names = nameResources(resources)
  const findOwner = createOwnerFinder(resources)
  const linked = groupLinks(links)
  const known = new Map<ApiOperation, readonly InputBinding[]>()

  const mentioned = (entities: readonly string[], { types }: OperationInput): readonly Producer[] =>
    [...new Set(entities)]
      .flatMap((entity) => (mentions ??= findMentions(document)).get(entity) ?? [])
      .filter((mention) => mayFit(mention.types, types))
      .map(({ producer }) => producer)

  const inferred = (
    resource: Resource | undefined,
    owner: Resource | undefined,
    input: OperationInput,
  ): readonly Producer[] => {
    const { entities, suffix } = parseReferenceName(input.field)
    const kin =
      resource === undefined
        ? []
        : [resource, ...names.named(resource.name).filter((each) => each !== resource)]
    const named = owner === undefined ? suffix : ''
    const direct = kin.flatMap((each) => [
      ...findProducers(each, named),
      ...(isIdOf(each, named) ? savedIds(each, document) : []),
    ])
    const isIdLike = ID_WORDS.includes(suffix) || (owner !== undefined && suffix === '')
    if (direct.length > 0 || !isIdLike) return direct
    return mentioned([...(owner === undefined ? [] : [owner.name]), ...entities.slice(0, 1)], input)
  }

  const bind = (operation: ApiOperation, input: OperationInput): InputBinding | undefined => {
    const { location, name, isRequired } = input
    const owner = findOwner(operation, input)
    const resource =
      owner === undefined ? findTarget(operation, input, names) : giverOf(owner, operation, input, names)
    if (resource !== undefined && location !== 'path' && describesNames(input.schemas, resource.name)) {
      const producers = namedFields(resource, 'name').filter((each) => each.operation !== operation)
      return { location, name, isRequired, resource, producers, takesName: true }
    }
    const isChosen = resource !== undefined && resource.create?.operation === operation
    const producers = [
      ...linked(operation, input),
      ...(isChosen ? [] : inferred(resource, owner, input)),
    ].filter((producer) => producer.operation !== operation)
    return resource === undefined && producers.length === 0
      ? undefined
      : { location, name, isRequired, resource, producers }
  }

  return (operation) => {
    const listed = known.get(operation)
    if (listed !== undefined) return listed
    const bindings = operationInputs(operation).flatMap((input) => bind(operation, input) ?? [])
    const sorted = [
      ...bindings.filter(({ location }) => location === 'path'),
      ...bindings.filter(({ location }) => location !== 'path'),
    ]
    known.set(operation, sorted)
    return sorted
  }
}

/**
 * Finds the resource that provides the ids for a path parameter. It is the owner itself, or another resource of the same name if the owner
 * provides none. For example, the tags provide the ids for `PUT /books/{bookId}/tags/{tagId}`.
 */
const giverOf = (
  owner: Resource,
  operation: ApiOperation,
  { field }: OperationInput,
  names: ResourceNames,
): Resource => {
  const isGiving =
    owner.create === undefined ? owner.list !== undefined : owner.create.operation !== operation
  if (isGiving) return owner
  const others = [owner.name, ...parseReferenceName(field).entities].flatMap(names.named)
  return (
    others.find((each) => each !== owner && (each.create !== undefined || each.list !== undefined)) ?? owner
  )
}

/** Finds the resource that an input identifies by its position: in the path, or where an operation takes the id of its item. */
type FindOwner = (operation: ApiOperation, place: InputPlace) => Resource | undefined

/** Looks up owners of inputs; built once for a document. */
const createOwnerFinder = (resources: readonly Resource[]): FindOwner => {
  const byKey = new Map(resources.map((resource) => [resource.key, resource]))
  const places = new Map<ApiOperation, Map<string, Resource>>()
  for (const resource of resources) {
    for (const call of [resource.read, resource.replace, resource.patch, resource.remove]) {
      if (call?.id === undefined) continue
      const byPlace = places.get(call.operation) ?? new Map<string, Resource>()
      places.set(call.operation, byPlace.set(`${call.id.location} ${call.id.name}`, resource))
    }
  }
  return (operation, { location, name }) => {
    if (location !== 'path') return places.get(operation)?.get(`${location} ${name}`)
    const segments = pathSegments(operation.path)
    const index = segments.findIndex(({ parameter }) => parameter === name)
    return index === -1 ? undefined : byKey.get(keyOfSegments(segments.slice(0, index + 1)))
  }
}

/** The sources for the id of a resource, or for the property that a reference names by its suffix; creation first. */
const findProducers = (resource: Resource, suffix: string): readonly Producer[] =>
  isIdOf(resource, suffix) ? [...createdIds(resource), ...listedIds(resource)] : namedFields(resource, suffix)

/** Whether a suffix names the id of a resource, not another property. */
const isIdOf = (resource: Resource, suffix: string): boolean =>
  suffix === '' || ID_WORDS.includes(suffix) || suffixOf(resource) === suffix

const suffixOf = (resource: Resource): string => wordsOf(idQueryOf(resource).parameter ?? '').at(-1) ?? ''

const createdIds = ({ create, createdId }: Resource): readonly Producer[] =>
  create === undefined
    ? []
    : createdId.map((expression) => ({
        operation: create.operation,
        expression,
        origin: expression.startsWith('$response.header.') ? 'location' : 'inferred',
      }))

const listedIds = (resource: Resource): readonly Producer[] =>
  resource.list === undefined ? [] : idsInList(resource, resource.list.operation)

/** The ids in the list that a list of new items on the collection returns: `PUT /prices`, or a POST there. */
const savedIds = (resource: Resource, { operations }: ApiDocument): readonly Producer[] =>
  operations.flatMap((operation) => {
    if (operation.path !== resource.collectionPath || !/^(PUT|POST)$/.test(operation.method)) return []
    const schema = operation.body && findBodyMedia(operation.body)?.schema
    return schema !== undefined && isList(sketchSchema(schema)) ? idsInList(resource, operation) : []
  })

const idsInList = (resource: Resource, operation: ApiOperation): readonly Producer[] => {
  const query = idQueryOf(resource)
  const answer = answerSketch(operation)
  const { pointer, item } = (answer && findItems(answer, resource.name)) ?? {}
  const id = item && findItemId(item, query)
  return item === undefined || id === undefined
    ? []
    : [inferred(operation, idExpression(item, id, { ...query, prefix: `${pointer}/*` }))]
}

const isList = ({ types }: Sketch): boolean => types.has('array') && types.size === 1

/** A property other than the id, such as the `code` that `productCode` names. */
const namedFields = ({ name, create, list, read }: Resource, suffix: string): readonly Producer[] => {
  const query: IdQuery = { entity: name, parameter: suffix, types: new Set() }
  const isNamed = (pointer: string) => {
    const last = parsePointer(pointer).at(-1) ?? ''
    return isSameName(last, suffix) || entityOf(last) === name + suffix
  }
  const fromOne = [create, read].flatMap((call) => {
    const answer = call && answerSketch(call.operation)
    if (call === undefined || answer === undefined) return []
    return findIds(answer, query)
      .filter(isNamed)
      .map((pointer) => inferred(call.operation, `$response.body#${pointer}`))
  })
  const answer = list && answerSketch(list.operation)
  const items = answer && findItems(answer, name)
  const inItem = items?.item && findItemId(items.item, query)
  if (list === undefined || items === undefined || inItem === undefined || !isNamed(inItem)) return fromOne
  return [...fromOne, inferred(list.operation, `$response.body#${items.pointer}/*${inItem}`)]
}

const inferred = (operation: ApiOperation, expression: string): Producer => ({
  operation,
  expression,
  origin: 'inferred',
})

/** The resource that an input outside the path refers to by its name; undefined if there is no such resource. */
const findTarget = (
  operation: ApiOperation,
  input: OperationInput,
  names: ResourceNames,
): Resource | undefined => {
  const { entities, suffix } = parseReferenceName(input.field)
  const around = entities.length === 0 ? [entityOf(input.container)] : entities
  const target = around.flatMap(names.named)[0] ?? findPerson(entities, names)
  const isReferring =
    target !== undefined && (isReference(target, suffix) || (suffix === '' && holdsId(input, target)))
  if (target !== undefined && input.location === 'body' && describesNames(input.schemas, target.name))
    return isAbout(operation, target) ? undefined : target
  if (isReferring && mayFit(idQueryOf(target).types, input.types))
    return isOwnId(operation, target, input) ? undefined : target
  const known = names.idCalled(wordsOf(input.field).join(''))
  return known === undefined || isOwnId(operation, known, input) ? undefined : known
}

/** Whether an operation writes an item, so that its body has the item's own name. */
const isAbout = (operation: ApiOperation, { create, replace, patch }: Resource): boolean =>
  [create, replace, patch].some((call) => call?.operation === operation)

/** A weak suffix such as `code` or `name` is a reference only if the resource is identified by it. */
const isReference = (target: Resource, suffix: string): boolean =>
  ID_WORDS.includes(suffix) ||
  (suffix !== '' && isIdSuffix(target, suffix) && findProducers(target, suffix).length > 0)

/**
 * Whether a bare noun in a body, such as the `customer` of an invoice, holds an id: it has the pattern or the UUID format of the id in the
 * path, an example of such an id, or a description of one. Without that, a `price` may as well be an amount.
 */
const holdsId = ({ location, field, schemas }: OperationInput, target: Resource): boolean => {
  if (location !== 'body' || parseReferenceName(field).isMany) return false
  const own = idInputOf(target)?.schemas ?? []
  const [pattern] = textsOf(own, 'pattern')
  if (pattern !== undefined && textsOf(schemas, 'pattern').includes(pattern)) return true
  if ([own, schemas].every((each) => textsOf(each, 'format').includes('uuid'))) return true
  const examples = [...valuesOf(schemas, 'example'), ...valuesOf(schemas, 'examples').flat()]
  const isExample = (value: Json): boolean => own.every((each) => isValid(each, value))
  if (pattern !== undefined && PREFIXED.test(pattern) && examples.some(isExample)) return true
  return textsOf(schemas, 'description').some((text) => isAboutId(text, target))
}

/** A pattern that few other texts match: `^cus_[a-z]{14}$`. */
const PREFIXED = /^\^[A-Za-z]{2,}[_-]/

const ID_OF =
  /^(?:(?:the|an?|unique) )*(?:(?:id|uuid|identifier) (?:of|for)|([\w -]+?)(?:['’]s)? (?:id|uuid|identifier))\b/i

/** Whether the subject of a description is an id: `ID of the customer`, `The customer's identifier`. */
const isAboutId = (description: string, { name }: Resource): boolean => {
  const [found, noun] = ID_OF.exec(description) ?? []
  return found !== undefined && (noun === undefined || entityOf(noun) === name)
}

const valuesOf = (nodes: readonly SchemaNode[], keyword: string): readonly Json[] =>
  nodes.flatMap((node) => findKeyword(node, keyword) ?? [])

const textsOf = (nodes: readonly SchemaNode[], keyword: string): readonly string[] =>
  valuesOf(nodes, keyword).filter((value) => typeof value === 'string')

const isIdSuffix = (target: Resource, suffix: string): boolean => {
  const { parameter } = idQueryOf(target)
  return (
    parameter !== undefined && (wordsOf(parameter).at(-1) === suffix || entityOf(parameter) === target.name)
  )
}

/** Whether an input is the id that the caller chooses for a new item, not a reference. */
const isOwnId = (
  operation: ApiOperation,
  { name: entity, create }: Resource,
  { location, name, field }: OperationInput,
): boolean => {
  if (location !== 'body' || name !== `/${field}` || create?.operation !== operation) return false
  const { entities } = parseReferenceName(field)
  return entities.length === 0 || entities[0] === entity
}

const PERSONS = ['user', 'person', 'account', 'member', 'customer', 'employee', 'profile', 'contact']

const ROLES = new Set([
  ...PERSONS,
  ...'owner author creator createdby updatedby assignee assignedto manager reviewer reporter sender recipient receiver'.split(
    ' ',
  ),
  ...'follower participant seller buyer borrower host guest student teacher patient'.split(' '),
])

/** The resource for a role, such as the owner of `ownerId`: the users, if the API keeps such people under one name only. */
const findPerson = (entities: readonly string[], names: ResourceNames): Resource | undefined => {
  if (!entities.some((entity) => ROLES.has(entity))) return undefined
  const people = PERSONS.flatMap(names.named).filter(({ parent }) => parent === undefined)
  return people.length === 1 ? people[0] : undefined
}

/** The values that declared links assign to an input: expressions and, for path parameters, constants. */
type LinkProducers = (operation: ApiOperation, place: InputPlace) => readonly Producer[]

/** Looks up the values of declared links, by operation and place. */
const groupLinks = (links: readonly DeclaredLink[]): LinkProducers => {
  const groups = new Map<ApiOperation, Map<string, Producer[]>>()
  for (const { source, target, inputs, body } of links) {
    const places = groups.get(target) ?? new Map<string, Producer[]>()
    groups.set(target, places)
    const fromBody = Object.entries(isObject(body) ? body : {}).map(([name, value]) => ({
      location: 'body' as const,
      name: appendTokens('', name),
      value,
    }))
    for (const { location, name, value } of [...inputs, ...fromBody]) {
      if (typeof value !== 'string' || (location !== 'path' && !value.includes('$'))) continue
      const producers = places.get(`${location} ${name}`) ?? []
      producers.push({ operation: source, expression: value, origin: 'link' })
      places.set(`${location} ${name}`, producers)
    }
  }
  return (operation, { location, name }) => groups.get(operation)?.get(`${location} ${name}`) ?? []
}

/** A place in a response that holds an id, with its possible JSON types. */
interface Mention {
  readonly producer: Producer
  readonly types: ReadonlySet<string>
}

/** The most places kept for one resource. */
const MAX_MENTIONS = 20

/**
 * Finds every place in a successful response whose name refers to a resource. For example, `customerId` in an order is the id of a
 * customer. This is the last resort for resources that no operation creates or lists.
 */
const findMentions = (document: ApiDocument): ReadonlyMap<string, readonly Mention[]> => {
  const found = new Map<string, Mention[]>()
  for (const operation of document.operations) {
    const answer = answerSketch(operation)
    const seen = new Set<string>()
    const isNew = ({ sketch: { place } }: SketchPlace): boolean => {
      if (place === undefined || place === '') return true
      return seen.size < seen.add(place).size
    }
    for (const place of answer === undefined ? [] : walkSketch(answer, isNew)) {
      const producer: Producer = {
        operation,
        expression: `$response.body#${place.pointer}`,
        origin: 'inferred',
      }
      for (const entity of entitiesAt(place)) {
        const mentions = found.get(entity) ?? []
        if (mentions.length < MAX_MENTIONS)
          found.set(entity, [...mentions, { producer, types: place.sketch.types }])
      }
    }
  }
  return found
}

/** The resources whose id may be at a place: by its own name, and for a bare `id` by the name around it. */
const entitiesAt = ({ sketch, field, container, depth }: SketchPlace): readonly string[] => {
  if (depth === 0 || sketch.fields().size > 0 || !isScalar(sketch) || sketch.types.has('array')) return []
  const { entities, suffix } = parseReferenceName(field)
  if (!ID_WORDS.includes(suffix)) return []
  return entities.length > 0 ? entities : parseReferenceName(container).entities
}
