import type { ApiDocument, ApiOperation } from '../document/api-document.ts'
import { createOwnerFinder } from './find-owner.ts'
import { findProducers } from './find-producers.ts'
import { findTarget } from './find-target.ts'
import { groupLinks } from './link-producers.ts'
import { findMentions } from './mentions.ts'
import { operationInputs, type OperationInput } from './operation-inputs.ts'
import { ID_WORDS, parseReferenceName } from './reference-name.ts'
import type { DeclaredLink, InputBinding, Producer, Resource } from './resource-graph.ts'
import { nameResources, type ResourceNames } from './resource-names.ts'
import { mayFit } from './sketch.ts'

/** Finds, for every input of an operation that refers to a thing, whose id it is and who gives it. */
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
    const direct = kin.flatMap((each) => findProducers(each, owner === undefined ? suffix : ''))
    const isIdLike = ID_WORDS.includes(suffix) || (owner !== undefined && suffix === '')
    if (direct.length > 0 || !isIdLike) return direct
    return mentioned([...(owner === undefined ? [] : [owner.name]), ...entities.slice(0, 1)], input)
  }

  const bind = (operation: ApiOperation, input: OperationInput): InputBinding | undefined => {
    const { location, name, isRequired } = input
    const owner = findOwner(operation, input)
    const resource =
      owner === undefined ? findTarget(operation, input, names) : giverOf(owner, operation, input, names)
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
 * Who gives the ids of what stands at a place in the path: the thing itself, or another of its name where it gives none, such
 * as the tags for `PUT /books/{bookId}/tags/{tagId}`.
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
