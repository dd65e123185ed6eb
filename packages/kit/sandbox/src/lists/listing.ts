import { isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import { oncePer } from '@contract-kit/json-schema/memo'
import { findKeyword, type SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiOperation, ApiParameter } from '@contract-kit/openapi'
import { type Paging, type Resource, type ResourceList } from '@contract-kit/resources'
import { membersOf } from '@contract-kit/resources/filters'
import { toResourceList } from '@contract-kit/resources/lists'
import { wordsOf } from '@contract-kit/resources/words'
import type { Input } from '../http/call.ts'
import type { Item } from '../state/item.ts'
import { bodyOutline } from '../document/writable.ts'

/** A list operation with all its parameters. */
export interface Listing {
  /** The documented operation. */
  readonly operation: ApiOperation
  /** The pagination and the location of the items in the response. */
  readonly list: ResourceList
  /** The query parameters or body properties. Members of a page object are named `page[size]`. */
  readonly parameters: readonly ApiParameter[]
  /** Whether a URL can lead to another page. */
  readonly isPagedByQuery: boolean
}

/** Whether a list includes an item. */
export type Test = (item: Item) => boolean

/** The condition that a request sets on list items. */
export interface Demand {
  readonly test: Test
  /** All items that pass the test, in creation order, if an index has them. */
  readonly found?: readonly Item[] | undefined
}

/** Parameter values of a list request by name, including defaults. */
export type Values = Readonly<Record<string, Json>>

/** Reads a list operation. For a search by body, the properties of the body are the parameters. */
export const readListing = oncePer((resource: Resource): Listing => {
  const operation = resource.list?.operation
  if (operation === undefined) throw new Error(`${resource.name} has no list`)
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
  const parameters = [...inQuery, ...bodyParameters(operation)].flatMap(splitPage)
  // The validator checks required parameters.
  const relaxed = { ...operation, parameters: parameters.map((one) => ({ ...one, required: false })) }
  const { paging: documentedPaging, ...list } = toResourceList(relaxed, resource.name)
  const paging = documentedPaging && withoutMoments(documentedPaging, relaxed.parameters)
  const position = paging?.position
  return {
    operation,
    list: { ...list, paging, itemsPointer: resource.list?.itemsPointer ?? list.itemsPointer },
    parameters: relaxed.parameters,
    isPagedByQuery:
      operation.method === 'GET' &&
      (position === undefined ||
        inQuery.some(({ name }) => name === position || position.startsWith(`${name}[`))),
  }
})

/** `after` with a time filters by time and is not a cursor. */
function withoutMoments(paging: Paging, parameters: readonly ApiParameter[]): Paging | undefined {
  const schema = parameters.find(({ name }) => name === paging.position)?.schema
  if (schema === undefined || !isMoment(schema)) return paging
  return paging.size === undefined ? undefined : { ...paging, position: undefined }
}

/** Whether a parameter is a date or time. */
export function isMoment(schema: SchemaNode): boolean {
  const format = findKeyword(schema, 'format')
  return format === 'date' || format === 'date-time'
}

/** The parameter values of a request, with schema defaults for missing ones. */
export function readValues({ parameters }: Listing, { query, body }: Input): Values {
  const holders = [query, body].filter((one) => isObject((one ?? null) as Json)) as readonly JsonObject[]
  return Object.fromEntries(
    parameters.flatMap(({ name, schema }) => {
      const sent = holders.map((holder) => valueAt(holder, name)).find((value) => value !== undefined)
      const value = sent ?? (schema && findKeyword(schema, 'default'))
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** The value of a name such as `page[size]`, which may be a member. */
function valueAt(holder: JsonObject, name: string): Json | undefined {
  const [, outer, member] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(name) ?? []
  const whole = own(holder, name)
  if (whole !== undefined || outer === undefined || member === undefined) return whole
  const object = own(holder, outer)
  return isObject(object ?? null) ? own(object, member) : undefined
}

function bodyParameters(operation: ApiOperation): readonly ApiParameter[] {
  const outline = operation.method === 'GET' ? undefined : bodyOutline(operation)
  return [...(outline?.fields() ?? [])].flatMap(([name, { sketch, isRequired }]) => {
    const [schema] = sketch.nodes
    return schema === undefined ? [] : [toParameter(operation, name, schema, isRequired)]
  })
}

const toParameter = (
  { documentUri, pointer }: Pick<ApiOperation, 'documentUri' | 'pointer'>,
  name: string,
  schema: SchemaNode,
  required: boolean,
): ApiParameter => {
  const prose = findKeyword(schema, 'description')
  return {
    documentUri,
    pointer,
    name,
    in: 'query',
    required,
    description: typeof prose === 'string' ? prose : '',
    schema,
    style: 'form',
    explode: true,
    allowReserved: false,
    allowEmptyValue: false,
    contentType: undefined,
    examples: [],
  }
}

const pageHolders = new Set(['page', 'paging', 'pagination'])

/** Splits a page object into one parameter per member; returns other parameters unchanged. */
function splitPage(parameter: ApiParameter): readonly ApiParameter[] {
  const { name, schema } = parameter
  const members = schema !== undefined && pageHolders.has(wordsOf(name).join('')) ? membersOf(schema) : []
  return members.length === 0
    ? [parameter]
    : members.map(([member, node]) => toParameter(parameter, `${name}[${member}]`, node, false))
}
