import { own, type Json } from '@contract-kit/json-schema/json'
import { findKeyword, isValid } from '@contract-kit/json-schema/schemas'
import type { ApiParameter } from '@contract-kit/openapi'
import { sketchSchema, type Sketch } from '@contract-kit/resources/exchanges'
import { wordsOf } from '@contract-kit/resources/words'
import type { Kind } from '../document/kinds.ts'
import { type World } from '../operations/world.ts'
import { hashOf } from '../values/ids.ts'
import type { Item } from '../state/item.ts'
import { byId } from '../state/store.ts'
import type { Place } from './orders.ts'

/** The end of a page: the place of its last item in the sort order. */
export interface Position extends Place {
  /** The order of the list, as a text. */
  readonly sort: string
}

/** A cursor as a request and a response have it. */
export type Cursor = string | number

/** The documented properties of a list's cursors. */
export interface CursorShape {
  readonly operationId: string
  readonly kind: Kind
  /** The cursor parameter; undefined if only links lead to the next page. */
  readonly parameter: ApiParameter | undefined
  /** The cursor properties of the response. */
  readonly shown: readonly Sketch[]
}

/** One encoding of a position as a cursor. */
interface Form {
  readonly write: (shape: CursorShape, position: Position, item: Item) => Cursor
  readonly read: (world: World, shape: CursorShape, cursor: Cursor) => Position | undefined
}

/** Encodes the end of a page as a cursor that the document allows; undefined if it allows none. */
export function writeCursor(
  world: World,
  shape: CursorShape,
  position: Position,
  item: Item,
): Cursor | undefined {
  const written = formsOf(shape).map(({ write }) => write(shape, position, item))
  const cursor = written
    .flatMap((one): readonly Cursor[] => (typeof one === 'number' ? [one, String(one)] : [one]))
    .find((one) => isAllowed(shape, one))
  if (cursor !== undefined) remember(world, shape, cursor, position)
  return cursor
}

/** Decodes a cursor; undefined if no response has contained it. */
export function readCursor(world: World, shape: CursorShape, cursor: Cursor): Position | undefined {
  for (const { read } of formsOf(shape)) {
    const position = read(world, shape, cursor)
    if (position !== undefined) return position
  }
  return memories.get(world)?.get(nameOf(shape, cursor))
}

/** Documented cursor formats: ids if the document uses the id of the last item, else opaque texts. */
function formsOf(shape: CursorShape): readonly Form[] {
  return takesId(shape) ? [asId, asText, asUuid] : [asText, asUuid, asNumber, asId]
}

function isAllowed({ parameter, shown }: CursorShape, cursor: Cursor): boolean {
  const schema = parameter?.schema
  const isTaken =
    schema === undefined ||
    isValid(schema, cursor) ||
    (typeof cursor === 'number' && isValid(schema, String(cursor)))
  return isTaken && shown.every((sketch) => sketch.accepts(cursor))
}

const idNames = new Set(['startingafter', 'lastid', 'exclusivestartkey'])

/**
 * Whether a cursor is the id of the last item. Its name or description says so (`the id of`, `this note`), it has the schema of the id, or
 * it is a UUID named `after`.
 */
function takesId({ kind, parameter }: CursorShape): boolean {
  if (parameter === undefined) return false
  const { name, description, schema } = parameter
  const word = wordsOf(name).join('')
  if (idNames.has(word)) return true
  if (/\b(?:cursor|token|opaque)\b/i.test(description)) return false
  if (/\b(?:id|identifier)\b/i.test(description)) return true
  if (kind.name !== '' && new RegExp(`\\b(?:this|that|the last) ${kind.name}\\b`, 'i').test(description))
    return true
  if (word === 'after' && schema !== undefined && findKeyword(schema, 'format') === 'uuid') return true
  const place = schema && sketchSchema(schema).place
  const idName = kind.idName
  const inItems =
    idName === undefined ? [] : kind.shown.flatMap((sketch) => sketch.fields().get(idName) ?? [])
  return place !== undefined && place !== '' && inItems.some(({ sketch }) => sketch.place === place)
}

/** The id of the last item. The place of a deleted item is remembered. */
const asId: Form = {
  write: ({ kind }, _position, { id, value }) => {
    const name = kind.idName
    const shown = name === undefined ? undefined : own(value, name)
    return typeof shown === 'number' || typeof shown === 'string' ? shown : id
  },
  read: (world, { kind }, cursor) => {
    const id = String(cursor)
    const direct = world.store.get(world.keyFor(kind, [], id))
    const item = direct ?? world.store.listBy(kind.resource.key, byId, id)[0]
    return item === undefined ? undefined : { order: item.order, keys: [], sort: currentOrder }
  },
}

/** Stands for the requested order, since an id has a place in every order. */
export const currentOrder = '*'

/** The position itself with a checksum, so made-up cursors are rejected. */
const asText: Form = {
  write: (shape, { order, sort, keys }) => {
    const text = Buffer.from(JSON.stringify([order, sort, ...keys])).toString('base64url')
    return checksum(shape, text) + text
  },
  read: (_world, shape, cursor) => {
    if (typeof cursor !== 'string') return undefined
    const text = cursor.slice(checksumLength)
    if (text === '' || checksum(shape, text) !== cursor.slice(0, checksumLength)) return undefined
    const [order, sort, ...keys] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
      number,
      string,
      ...Json[],
    ]
    return { order, sort, keys }
  },
}

const checksumLength = 6

const checksum = ({ operationId }: CursorShape, text: string): string =>
  hashOf(`${operationId} ${text}`).toString(36).padStart(checksumLength, '0').slice(-checksumLength)

/** The position as a UUID of version 8 (RFC 9562, 5.8). The keys of sorted lists are remembered. */
const asUuid: Form = {
  write: (shape, { order, sort }) => toUuid(shape, order, sort),
  read: (world, shape, cursor) => {
    const known = memories.get(world)?.get(nameOf(shape, cursor))
    if (known !== undefined || typeof cursor !== 'string') return known
    const order = Number.parseInt(cursor.replaceAll('-', '').slice(0, 12), 16)
    return toUuid(shape, order, '') === cursor.toLowerCase() ? { order, sort: '', keys: [] } : undefined
  },
}

function toUuid({ operationId }: CursorShape, order: number, sort: string): string {
  const hex = order.toString(16).padStart(12, '0')
  const [one, other] = ['a', 'b'].map((salt) =>
    hashOf(`${salt} ${operationId} ${order} ${sort}`).toString(16).padStart(8, '0'),
  )
  const rest = `${one}${other}`
  return `${hex.slice(0, 8)}-${hex.slice(8)}-8${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(4)}`
}

/** The number of the last item in creation order. */
const asNumber: Form = {
  write: (_shape, { order }) => order,
  read: (world, shape, cursor) => {
    const known = memories.get(world)?.get(nameOf(shape, cursor))
    const order = Number(cursor)
    if (known !== undefined || !Number.isSafeInteger(order)) return known
    return { order, sort: '', keys: [] }
  },
}

/** The latest positions of cursors that do not encode them. */
const memories = new WeakMap<World, Map<string, Position>>()
const memorySize = 10_000

function remember(world: World, shape: CursorShape, cursor: Cursor, position: Position): void {
  const memory = memories.get(world) ?? new Map<string, Position>()
  memories.set(world, memory)
  const name = nameOf(shape, cursor)
  memory.delete(name)
  memory.set(name, position)
  const [oldest] = memory.keys()
  if (memory.size > memorySize && oldest !== undefined) memory.delete(oldest)
}

const nameOf = ({ operationId }: CursorShape, cursor: Cursor): string => `${operationId} ${cursor}`
