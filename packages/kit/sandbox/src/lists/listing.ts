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

/** A list as an operation gives it: everything that a request may ask of it. */
export interface Listing {
  /** As the document has it. */
  readonly operation: ApiOperation
  /** Its paging and its place in the response. */
  readonly list: ResourceList
  /** What a request may say, by query or by body. Members of an object that describes the page have the name `page[size]`. */
  readonly parameters: readonly ApiParameter[]
  /** Whether a URL can lead to another page. */
  readonly isPagedByQuery: boolean
}

/** Whether an item is in a list. */
export type Test = (item: Item) => boolean

/** What a request asks of the items of a list. */
export interface Demand {
  readonly test: Test
  /** All items that pass the test, in the order of their creation, where an index has them. */
  readonly found?: readonly Item[] | undefined
}

/** What a request asks of a list, by the names of its parameters, defaults included. */
export type Values = Readonly<Record<string, Json>>

/** Reads how an operation lists. A search by body is a list whose parameters are the properties of the body. */
export const readListing = oncePer((resource: Resource): Listing => {
  const operation = resource.list?.operation
  if (operation === undefined) throw new Error(`${resource.name} has no list`)
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
  const parameters = [...inQuery, ...bodyParameters(operation)].flatMap(splitPage)
  // Whether a parameter is required is the validator's concern.
  const asked = { ...operation, parameters: parameters.map((one) => ({ ...one, required: false })) }
  const { paging: told, ...list } = toResourceList(asked, resource.name)
  const paging = told && withoutMoments(told, asked.parameters)
  const position = paging?.position
  return {
    operation,
    list: { ...list, paging, itemsPointer: resource.list?.itemsPointer ?? list.itemsPointer },
    parameters: asked.parameters,
    isPagedByQuery:
      operation.method === 'GET' &&
      (position === undefined ||
        inQuery.some(({ name }) => name === position || position.startsWith(`${name}[`))),
  }
})

/** `after` with a time limits the items by their times; it is no cursor. */
function withoutMoments(paging: Paging, parameters: readonly ApiParameter[]): Paging | undefined {
  const schema = parameters.find(({ name }) => name === paging.position)?.schema
  if (schema === undefined || !isMoment(schema)) return paging
  return paging.size === undefined ? undefined : { ...paging, position: undefined }
}

/** Whether a parameter takes a date or a time. */
export function isMoment(schema: SchemaNode): boolean {
  const format = findKeyword(schema, 'format')
  return format === 'date' || format === 'date-time'
}

/** The values of a request. One that the request leaves out has the default of its schema. */
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

/** The value of a name such as `page[size]`, which may be that of a member. */
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

/** The members of an object that describes the page, each as a parameter of its own; every other parameter as it is. */
function splitPage(parameter: ApiParameter): readonly ApiParameter[] {
  const { name, schema } = parameter
  const members = schema !== undefined && pageHolders.has(wordsOf(name).join('')) ? membersOf(schema) : []
  return members.length === 0
    ? [parameter]
    : members.map(([member, node]) => toParameter(parameter, `${name}[${member}]`, node, false))
}
