import { isObject, own, type Json } from '@contract-kit/json-schema/json'
import { findKeyword, isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { isOrderName } from '@contract-kit/resources/lists'
import { isSameName, wordsOf } from '@contract-kit/resources/words'
import type { Kind } from '../document/kinds.ts'
import type { Item } from '../state/item.ts'
import { toText } from '../values/to-text.ts'
import type { Listing, Values } from './listing.ts'

/** A property by which a list is sorted. */
interface SortKey {
  readonly path: readonly string[]
  readonly isDown: boolean
  /** Whether its texts are numbers, such as amounts of money. */
  readonly isDecimal: boolean
}

/** The order of a list. Items with equal keys are in creation order. */
export interface Order {
  readonly keys: readonly SortKey[]
  readonly isNewestFirst: boolean
  /** The same order as a text for `parseOrder`. */
  readonly text: string
}

/** The place of an item in an order. */
export interface Place {
  readonly keys: readonly Json[]
  readonly order: number
}

/** The requested order, else the documented default: by creation, newest first if the document says so. */
export function readOrder(listing: Listing, kind: Kind, values: Values): Order {
  const { parameters, operation } = listing
  const isDown = ({ name }: { readonly name: string }): boolean => isDirection(listing, name)
  const down = parameters.filter(isDown).some(({ name }) => isDownward(name, values[name]))
  const tokens = parameters
    .filter((parameter) => isOrderName(parameter.name) && !isDown(parameter))
    .flatMap(({ name }) => toTokens(values[name] ?? null))
  const order = parseOrder(kind, tokens.join(','), down)
  if (order.text !== '') return order
  const prose = [operation.raw['description'], operation.raw['summary']].filter(
    (one) => typeof one === 'string',
  )
  return { ...order, isNewestFirst: down !== newestFirst.test(prose.join(' ')) }
}

/** Whether a parameter only sets the sort direction. */
export const isDirection = (listing: Listing, name: string): boolean =>
  directions.has(wordsOf(name).join('')) || isChoiceOfDirection(listing, name)

const newestFirst =
  /\b(?:newest|latest|most recent(?:ly \w+)?)(?: \w+)? (?:first|come first|to oldest)\b|\breverse[- ]chronological/i

const directions = new Set([
  'direction', 'dir', 'sortdirection', 'sortdir', 'sortorder', 'orderdirection', 'orderdir', 'desc', 'descending', 'reverse',
]) // prettier-ignore

/** `order` with the values `asc` and `desc`. */
function isChoiceOfDirection({ parameters }: Listing, name: string): boolean {
  const parameter = parameters.find((one) => one.name === name)
  const choices = parameter?.schema && isOrderName(name) ? findKeyword(parameter.schema, 'enum') : undefined
  return Array.isArray(choices) && choices.length > 0 && choices.every((one) => asDirection.test(toText(one)))
}

const asDirection = /^(?:asc|desc|ascending|descending|1|-1)$/i

const isDownward = (name: string, value: Json | undefined): boolean =>
  typeof value === 'boolean'
    ? value && /desc|reverse/.test(wordsOf(name).join(''))
    : /^(?:desc|descending|-1)$/i.test(toText(value))

/** The parts of a sort value: texts, lists of texts, or objects such as `{ field, direction }`. */
function toTokens(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(toTokens)
  if (!isObject(value)) return value === null ? [] : [toText(value)]
  const by = Object.entries(value).find(([name]) => /^(?:field|by|property|key|name|column|sort)/i.test(name))
  const how = Object.entries(value).find(([name]) => /dir|order|desc/i.test(name))
  const isDown = how !== undefined && (how[1] === true || isDownward(how[0], how[1]))
  return by === undefined ? [] : [`${isDown ? '-' : ''}${toText(by[1])}`]
}

/**
 * Parses `price,-name`, `name:desc`, `name,desc`, `desc(name)` and `created_at_desc`. Ignores unknown properties. `down` is the direction
 * of names without one.
 */
export function parseOrder(kind: Kind, text: string, down = false): Order {
  const keys: SortKey[] = []
  let isNewestFirst = false
  for (const token of text.split(/[,;]/).map((part) => part.trim())) {
    const last = keys.at(-1)
    if (asDirection.test(token) && last !== undefined) {
      keys.splice(-1, 1, { ...last, isDown: isDownward('', token) })
      continue
    }
    const { name, isDown = down } = parseToken(token)
    const key = findKey(kind, name)
    if (key !== undefined) keys.push({ ...key, isDown })
    else if (newest.has(wordsOf(name).join(''))) isNewestFirst = true
  }
  const [first] = keys
  if (first !== undefined) isNewestFirst = first.isDown && isCreation(first.path.join('.'))
  const written = keys.map(({ path, isDown }) => `${isDown ? '-' : ''}${path.join('.')}`)
  return { keys, isNewestFirst, text: written.length === 0 && isNewestFirst ? 'newest' : written.join(',') }
}

const newest = new Set(['newest', 'latest', 'recent', 'mostrecent', 'newestfirst', 'latestfirst'])

/** Whether a property is the creation time. Items created at the same time are then also newest first. */
export const isCreation = (name: string): boolean =>
  wordsOf(name).some((word) => ['created', 'creation', 'added', 'inserted'].includes(word))

function parseToken(token: string): { readonly name: string; readonly isDown?: boolean } {
  const [, outer, inner] = /^(asc|desc)\(([^()]+)\)$/i.exec(token) ?? []
  if (inner !== undefined) return { name: inner, isDown: isDownward('', outer) }
  const [, sign = '', rest = ''] = /^([-+!]?)(.*)$/s.exec(token) ?? []
  const [, name, direction] = /^(.+?)[\s:.|_-]*(asc(?:ending)?|desc(?:ending)?)$/i.exec(rest) ?? []
  if (name !== undefined && direction !== undefined && wordsOf(rest).at(-1) === direction.toLowerCase())
    return { name, isDown: isDownward('', direction) }
  return sign === '' ? { name: rest } : { name: rest, isDown: sign !== '+' }
}

function findKey({ shown }: Kind, name: string): Omit<SortKey, 'isDown'> | undefined {
  if (name === '') return undefined
  const wanted = name.split('.')
  for (const sketch of shown) {
    const path: string[] = []
    let at = sketch
    for (const part of wanted) {
      const fields = [...at.fields(), ...(at.fields().get('attributes')?.sketch.fields() ?? [])]
      const found =
        fields.find(([field]) => isSameName(field, part)) ??
        fields.find(([field]) => isSameName(field, `${part}At`) || isSameName(field, `${part}Date`))
      if (found === undefined) break
      path.push(found[0])
      at = found[1].sketch
    }
    if (path.length === wanted.length) return { path, isDecimal: at.nodes.some(isDecimal) }
  }
  return undefined
}

/** Whether a text is a number, such as an amount of money: `10.00`. */
const isDecimal = (node: SchemaNode): boolean =>
  findKeyword(node, 'format') === 'decimal' || (isValid(node, '10.00') && !isValid(node, 'ten'))

/** The place of an item in an order. */
export const placeOf = ({ value, order }: Item, { keys }: Order): Place => ({
  order,
  keys: keys.map(({ path, isDecimal: isNumeric }) => {
    const [first = '', ...rest] = path
    const start = own(value, first) ?? own(own(value, 'attributes') ?? null, first)
    const held = rest.reduce<Json>((part, name) => own(part, name) ?? null, start ?? null)
    return isNumeric && typeof held === 'string' && held !== '' ? Number(held) : held
  }),
})

/** Compares two places. Items without a value come last in either direction. */
export function comparePlaces({ keys, isNewestFirst }: Order, one: Place, other: Place): number {
  for (const [index, { isDown }] of keys.entries()) {
    const left = one.keys[index] ?? null
    const right = other.keys[index] ?? null
    const low = rankOf(left)
    const high = rankOf(right)
    if (low === missing || high === missing) {
      if (low !== high) return low === missing ? 1 : -1
      continue
    }
    const difference = low === high ? compareValues(left, right) : low - high
    if (difference !== 0) return isDown ? -difference : difference
  }
  return isNewestFirst ? other.order - one.order : one.order - other.order
}

const missing = 9

function rankOf(value: Json): number {
  if (value === null || Array.isArray(value) || isObject(value)) return missing
  if (typeof value === 'string') return dateTime.test(value) ? 1 : 2
  return typeof value === 'boolean' ? 3 : 0
}

const dateTime = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}/

function compareValues(left: Json, right: Json): number {
  if (typeof left === 'string' && typeof right === 'string') {
    const moments = dateTime.test(left) ? Date.parse(left) - Date.parse(right) : 0
    if (moments !== 0 && !Number.isNaN(moments)) return moments
    return left < right ? -1 : left > right ? 1 : 0
  }
  return Number(left) - Number(right)
}
