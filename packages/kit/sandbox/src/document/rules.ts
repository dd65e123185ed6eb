import { isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'

/** An invalid rule in `x-sandbox` or in a rules file. The message says how to fix it. */
export class RulesError extends Error {
  override readonly name = 'RulesError'
}

/** The roles that a rule can give an operation. */
export const deeds = ['create', 'list', 'read', 'replace', 'patch', 'remove', 'act', 'example'] as const

/** A role that a rule can give an operation. */
export type Deed = (typeof deeds)[number]

/** The rule of one operation: from its `x-sandbox`, or by its operationId from a file. */
export interface OperationRule {
  readonly does: Deed | undefined
  /** Name of the kind of thing: `order`. */
  readonly resource: string | undefined
  /** The location of the item's id in the request: `path.orderId`, `query.id`, `body.orderId`. */
  readonly id: string | undefined
  /** Properties that the action sets. */
  readonly set: JsonObject | undefined
}

/** The rule of one resource. */
export interface ResourceRule {
  /** Properties whose values must be unique. */
  readonly unique: readonly string[]
  /** Initial items, or their number. */
  readonly seed: readonly JsonObject[] | number | undefined
}

/** Rules for behavior that cannot be inferred from the document. */
export interface Rules {
  /** By operationId. */
  readonly operations: ReadonlyMap<string, OperationRule>
  /** By the name of the kind, singular, lower case. */
  readonly resources: ReadonlyMap<string, ResourceRule>
}

/**
 * Reads the rules of a document: `x-sandbox` at its root and operations, overridden by those of a file. Throws a RulesError for an unknown
 * operation, resource or keyword.
 */
export function readRules(document: ApiDocument, file: unknown = {}): Rules {
  const sources = [
    toSource(own(document.raw, 'x-sandbox') ?? {}, 'x-sandbox'),
    toSource(file, 'The rules file'),
  ]
  const operations = new Map<string, OperationRule>()
  for (const operation of document.operations) {
    const given = own(operation.raw, 'x-sandbox')
    if (given !== undefined) operations.set(operation.id, toOperationRule(operation.id, given))
  }
  const resources = new Map<string, ResourceRule>()
  for (const source of sources) {
    for (const [id, given] of Object.entries(source.operations)) {
      requireOperation(document.operations, id)
      operations.set(id, toOperationRule(id, given))
    }
    for (const [name, given] of Object.entries(source.resources))
      resources.set(name, toResourceRule(name, given))
  }
  return { operations, resources }
}

interface Source {
  readonly operations: JsonObject
  readonly resources: JsonObject
}

function toSource(given: unknown, place: string): Source {
  const object = given as Json
  if (!isObject(object)) throw new RulesError(`${place} must be an object with "operations" and "resources".`)
  rejectUnknown(object, ['operations', 'resources'], place)
  const part = (name: string): JsonObject => {
    const value = own(object, name) ?? {}
    if (!isObject(value)) throw new RulesError(`"${name}" of ${place} must be an object.`)
    return value
  }
  return { operations: part('operations'), resources: part('resources') }
}

function toOperationRule(id: string, given: Json): OperationRule {
  const place = `the rule of the operation ${id}`
  if (!isObject(given)) throw new RulesError(`${capital(place)} must be an object.`)
  rejectUnknown(given, ['does', 'resource', 'id', 'set'], place)
  const does = own(given, 'does')
  const deed = deeds.find((one) => one === does)
  if (does !== undefined && deed === undefined)
    throw new RulesError(`"does" in ${place} must be one of ${deeds.join(', ')}.`)
  const set = own(given, 'set')
  if (set !== undefined && !isObject(set))
    throw new RulesError(`"set" in ${place} must be an object of properties.`)
  const where = textIn(given, 'id', place)
  if (where !== undefined && !/^(?:path|query|header|body)\../.test(where))
    throw new RulesError(`"id" in ${place} must begin with path., query., header. or body.`)
  return {
    does: deed ?? (set === undefined ? undefined : 'act'),
    resource: textIn(given, 'resource', place),
    id: where,
    set,
  }
}

function toResourceRule(name: string, given: Json): ResourceRule {
  const place = `the rule of the resource ${name}`
  if (!isObject(given)) throw new RulesError(`${capital(place)} must be an object.`)
  rejectUnknown(given, ['unique', 'seed'], place)
  const unique = own(given, 'unique') ?? []
  if (!Array.isArray(unique) || !unique.every((one) => typeof one === 'string'))
    throw new RulesError(`"unique" in ${place} must be a list of property names.`)
  const seed = own(given, 'seed')
  if (seed === undefined || isCount(seed)) return { unique, seed }
  if (Array.isArray(seed) && seed.every(isObject)) return { unique, seed }
  throw new RulesError(`"seed" in ${place} must be a number up to 1000, or a list of items.`)
}

const isCount = (value: Json): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1000

function textIn(given: JsonObject, name: string, place: string): string | undefined {
  const value = own(given, name)
  if (value === undefined || typeof value === 'string') return value
  throw new RulesError(`"${name}" in ${place} must be a string.`)
}

function rejectUnknown(given: JsonObject, known: readonly string[], place: string): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new RulesError(`"${unknown}" in ${place} is unknown; use one of ${known.join(', ')}.`)
}

function requireOperation(operations: readonly ApiOperation[], id: string): void {
  if (operations.some((operation) => operation.id === id)) return
  throw new RulesError(`There is a rule for ${id}, but the document has no such operation.`)
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
