import type { ApiOperation } from '../document/api-document.ts'
import { findProducers } from './find-producers.ts'
import { idQueryOf } from './finish-resources.ts'
import type { OperationInput } from './operation-inputs.ts'
import { ID_WORDS, entityOf, parseReferenceName } from './reference-name.ts'
import type { Resource } from './resource-graph.ts'
import type { ResourceNames } from './resource-names.ts'
import { mayFit } from './sketch.ts'
import { wordsOf } from './words-of.ts'

/** The resource that an input outside the path refers to by its name; undefined where there is no such thing. */
export const findTarget = (
  operation: ApiOperation,
  input: OperationInput,
  names: ResourceNames,
): Resource | undefined => {
  const { entities, suffix } = parseReferenceName(input.field)
  const around = entities.length === 0 ? [entityOf(input.container)] : entities
  const target = around.flatMap(names.named)[0] ?? findPerson(entities, names)
  if (target !== undefined && isReference(target, suffix) && mayFit(idQueryOf(target).types, input.types))
    return isOwnId(operation, target, input) ? undefined : target
  const known = names.idCalled(wordsOf(input.field).join(''))
  return known === undefined || isOwnId(operation, known, input) ? undefined : known
}

/** A weak suffix such as `code` or `name` refers to a thing only where the thing is known by it. */
const isReference = (target: Resource, suffix: string): boolean =>
  ID_WORDS.includes(suffix) ||
  (suffix !== '' && isIdSuffix(target, suffix) && findProducers(target, suffix).length > 0)

const isIdSuffix = (target: Resource, suffix: string): boolean => {
  const { parameter } = idQueryOf(target)
  return (
    parameter !== undefined && (wordsOf(parameter).at(-1) === suffix || entityOf(parameter) === target.name)
  )
}

/** The id that an operation chooses for the thing it makes is no reference to another. */
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

/** Who plays a role, such as the owner of `ownerId`: the users, where the API keeps such people under one name only. */
const findPerson = (entities: readonly string[], names: ResourceNames): Resource | undefined => {
  if (!entities.some((entity) => ROLES.has(entity))) return undefined
  const people = PERSONS.flatMap(names.named).filter(({ parent }) => parent === undefined)
  return people.length === 1 ? people[0] : undefined
}
