import { createFinding, type Finding } from '../../core/check.ts'
import { judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { changedItemRead, createdItemRead, listWithDefaults } from '../../scenarios/evidence.ts'
import type { Property } from '../property.ts'
import { appendTokens, equalJson, isObject, type Json } from '@contract-kit/json-schema/json'
import { findFlag, findKeyword, isValid, keywordOf, type SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiOperation, ApiParameter } from '@contract-kit/openapi'
import { buildResourceGraph, type Resource } from '@contract-kit/resources'
import { type ListedItem, readListedItems } from '@contract-kit/resources/exchanges'
import { readPageMarkers } from '@contract-kit/resources/lists'
import { describeProperty, describingSchemas, outlineOf } from '@contract-kit/json-schema/schemas'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { showsAnother } from '../../compare/identity.ts'
import { findMismatch, findPageFacts, findTotal, isFilter } from '../../compare/lists.ts'
import { agrees, isServerOwned } from '../../compare/same-values.ts'
import { isSameId, outcomeOf } from '../../compare/facts.ts'
import { readSent, readShown, type Thing, writesAsOneThing } from '../../compare/things.ts'

/**
 * An omitted value has its documented default: for list parameters, and for properties of a created or replaced item in the response or the
 * next read. Properties that are not shown are not judged.
 */
export const defaultNotAppliedRule: PropertyRule = {
  id: 'default-not-applied',
  title: 'Default is not applied',
  severity: 'medium',
  oracles: [
    judges(createdItemRead, ({ create, read }) => judgeRead(create, read)),
    judges(changedItemRead, ({ change, read }) =>
      change.case.request.method === 'PATCH' ? [] : judgeRead(change, read),
    ),
    judges(listWithDefaults, ({ bare, full }) => compareLists(bare, full)),
  ],
  verify: (exchange) => {
    const { method } = exchange.case.request
    if (outcomeOf(exchange) !== 'done' || exchange.verdict?.isValid !== true) return []
    return method === 'PUT' || method === 'POST' ? judgeWrite(exchange, exchange) : judgeList(exchange)
  },
}

/** Defaults are applied; scenarios of other properties provide the evidence. */
export const defaultNotApplied: Property = { rules: [defaultNotAppliedRule] }

const judgeRead = (write: Exchange, read: Exchange): readonly Finding[] => {
  if (outcomeOf(write) !== 'done' || outcomeOf(read) !== 'done' || read.verdict?.isValid !== true) return []
  // Another item has its own values.
  return showsAnother(read) ? [] : judgeWrite(write, read)
}

const judgeWrite = (write: Exchange, shown: Exchange): readonly Finding[] => {
  const pairs = writesAsOneThing(write)
    ? readSent(write).flatMap((sent) =>
        readShown(shown).map((thing) => ({ sent, thing, unset: unsetDefaults(sent) })),
      )
    : []
  // The envelopes of request and response may differ, so the pair with the most defaults is the right one.
  const [best] = pairs.toSorted((left, right) => countShown(right) - countShown(left))
  if (best === undefined) return []
  return best.unset.flatMap(({ path, value, schema }) => {
    const [name = ''] = path
    const described = describeProperty(best.thing.schemas, name).schemas
    const actual = valueAt(best.thing, path)
    if (actual === undefined || isSame(value, actual) || !isSameNotion(write, schema, described)) return []
    const message = `${describeResponse(write)} does not apply the default of ${path.join('/')}.`
    return [createFinding(defaultNotAppliedRule, write, message, appendTokens(schema.pointer, 'default'))]
  })
}

interface Pair {
  readonly thing: Thing
  readonly unset: readonly UnsetDefault[]
}

const countShown = ({ thing, unset }: Pair): number =>
  unset.filter(({ path }) => valueAt(thing, path) !== undefined).length

const valueAt = ({ value }: Thing, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (held, token) => (isObject(held) && Object.hasOwn(held, token) ? held[token] : undefined),
    value,
  )

/**
 * The response to a creation or PUT shows the sent item. The response to an action may use the same name for another value, unless both
 * have the same enum.
 */
const isSameNotion = (write: Exchange, schema: SchemaNode, described: readonly SchemaNode[]): boolean => {
  if (described.length === 0) return false
  if (write.case.request.method === 'PUT' || write.response.status === 201 || isCreation(write)) return true
  const choice = findKeyword(schema, 'enum')
  return choice !== undefined && described.some((node) => equalJson(findKeyword(node, 'enum'), choice))
}

/** Whether an operation creates an item of the API. */
const isCreation = ({ document, case: { operation } }: Exchange): boolean =>
  buildResourceGraph(document).resources.some(
    ({ create }) => create !== undefined && create.operation === operation,
  )

/** Whether a value equals the default; a partial match of a text does not count. */
const isSame = (value: Json, actual: Json): boolean =>
  typeof value === 'string' && typeof actual === 'string'
    ? value.toLowerCase() === actual.toLowerCase()
    : agrees(value, actual)

const listedBy = ({ document, case: { operation } }: Exchange): Resource | undefined =>
  buildResourceGraph(document).resources.find(
    ({ list }) => list !== undefined && list.operation === operation,
  )

const judgeList = (exchange: Exchange): readonly Finding[] => {
  const { operation } = exchange.case
  const resource = listedBy(exchange)
  if (operation === undefined || resource === undefined) return []
  return findDefaultsOfList(resource, operation, exchange).map(({ name, pointer }) =>
    createFinding(
      defaultNotAppliedRule,
      exchange,
      `${describeResponse(exchange)} does not apply the default of the query parameter ${name}.`,
      appendTokens(pointer, 'schema'),
      name,
    ),
  )
}

/** A list without parameters equals the list with all defaults. */
const compareLists = (bare: Exchange, full: Exchange): readonly Finding[] => {
  const resource = listedBy(full)
  if (resource === undefined || outcomeOf(full) !== 'done' || full.verdict?.isValid !== true) return []
  const [some, others] = [bare, full].map((list) => readListedItems(resource, list))
  if (outcomeOf(bare) !== 'done' || some === undefined || others === undefined) return []
  if (judgeList(bare).length > 0) return []
  const isCut = [bare, full].some(({ response }) => readPageMarkers(response).hasMore !== false)
  const isShown = ({ id }: ListedItem): boolean => others.some((other) => isSameId(id, other.id))
  // The order of items on a page may not be defined, but their number is.
  const isSameList = some.length === others.length && (isCut || some.every(isShown))
  const message = `${describeResponse(bare)} differs from the list that is returned when the documented defaults are sent.`
  return isSameList ? [] : [createFinding(defaultNotAppliedRule, bare, message)]
}

/** An omitted property with its documented default. */
interface UnsetDefault {
  /** Names from the thing to the property. */
  readonly path: readonly string[]
  readonly value: Json
  /** The schema that sets the default. */
  readonly schema: SchemaNode
}

/** The defaults of a sent thing's omitted properties, including nested objects. */
const unsetDefaults = (sent: Thing, path: readonly string[] = []): readonly UnsetDefault[] =>
  namesOf(sent).flatMap((name): readonly UnsetDefault[] => {
    const { schemas } = describeProperty(sent.schemas, name)
    if (Object.hasOwn(sent.value, name)) {
      const value = sent.value[name]
      if (!isObject(value)) return []
      return unsetDefaults({ value, schemas: describingSchemas(schemas, value, 'request') }, [...path, name])
    }
    const schema = schemas
      .flatMap((node) => outlineOf(node).always)
      .find((node) => keywordOf(node, 'default') !== undefined)
    const value = schema && keywordOf(schema, 'default')
    if (schema === undefined || value === undefined || value === null || isServerOwned(name, false)) return []
    const isClients = schemas.every(
      (node) => findFlag(node, 'readOnly') === undefined && findFlag(node, 'writeOnly') === undefined,
    )
    return isClients && isValid(schema, value) ? [{ path: [...path, name], value, schema }] : []
  })

const namesOf = ({ schemas }: Thing): readonly string[] => [
  ...new Set(
    schemas.flatMap((node) => {
      const properties = keywordOf(node, 'properties')
      return isObject(properties) ? Object.keys(properties) : []
    }),
  ),
]

/**
 * Finds omitted list parameters with a contradicted default: more items than the default page size, another page than the first, or items
 * that a default filter excludes.
 */
const findDefaultsOfList = (
  resource: Resource,
  operation: ApiOperation,
  exchange: Exchange,
): readonly ApiParameter[] =>
  operation.parameters.filter((parameter) => {
    const value = parameter.schema && findKeyword(parameter.schema, 'default')
    if (parameter.in !== 'query' || value === undefined || value === null) return false
    if (isSent(exchange, parameter.name)) return false
    const { size, position } = resource.list?.paging ?? {}
    if (parameter.name === size) return isOtherSize(resource, exchange, size, value)
    if (parameter.name === position)
      return findPageFacts(exchange.response, position).some((actual) => actual !== value)
    return (
      isFilter(operation, parameter) &&
      hasFixedValues(parameter) &&
      findMismatch(resource, exchange, parameter, value)
    )
  })

/** Whether the query contains the parameter, from values or a followed link. */
const isSent = ({ case: { values, request } }: Exchange, name: string): boolean =>
  Object.hasOwn(values?.query ?? {}, name) ||
  new URLSearchParams(request.target.split('?').slice(1).join('?')).has(name)

/** Names that some APIs use for the page length instead of its limit. */
const LENGTHS = new Set(['size', 'count', 'rows', 'num', 'first', 'top', 'take'])

const isOtherSize = (resource: Resource, exchange: Exchange, size: string, value: Json): boolean => {
  const count = readListedItems(resource, exchange)?.length ?? 0
  if (typeof value === 'number' && count > value) return true
  const isLength = LENGTHS.has(size) && findTotal(exchange.response) <= count
  return findPageFacts(exchange.response, size).some(
    (actual) => actual !== value && !(isLength && actual === count),
  )
}

const hasFixedValues = ({ schema }: ApiParameter): boolean =>
  schema !== undefined &&
  (findKeyword(schema, 'enum') !== undefined || findKeyword(schema, 'type') === 'boolean')
