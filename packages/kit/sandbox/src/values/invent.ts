import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import { findKeyword, isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import {
  entityOf,
  ID_WORDS,
  isStateName,
  parseReferenceName,
  singularize,
  wordsOf,
} from '@contract-kit/resources/words'
import { type Kind, pathOfItem } from '../document/kinds.ts'
import { choicesOf, findProgress, firstState } from '../document/states.ts'
import type { World } from '../operations/world.ts'
import type { Item } from '../state/item.ts'
import { valueOfAll } from './fit.ts'
import { isNumeric, typesOf } from './ids.ts'
import type { Part } from './parts.ts'

/** The item to generate properties for. */
export interface Subject {
  readonly world: World
  readonly kind: Kind
  readonly item: Item
  /** Scheme, host and base path of its URL; empty if not known. */
  readonly origin: string
  /** Names of the properties that requests may set. */
  readonly writable: ReadonlySet<string>
}

/** The value of a derived property: last change, version, number of parts. */
export function refreshPart(
  { item, writable }: Subject,
  name: string,
  { nodes }: Part,
  given: JsonObject,
): Json | undefined {
  if (writable.has(name)) return undefined
  if (isMoment(name, updated)) return momentOf(nodes, item.updatedAt)
  if (!isNumeric(nodes)) return undefined
  if (versions.has(wordsOf(name).join(''))) return accepted(nodes, item.version)
  const counted = countedBy(name)
  if (counted === undefined) return undefined
  const parts = Object.entries(given).find(([held]) => entityOf(held) === counted)?.[1]
  return Array.isArray(parts) ? accepted(nodes, parts.length) : undefined
}

/** The server's value of a property of a new item. Undefined for an optional property that only a client can set. */
export function inventPart(subject: Subject, name: string, part: Part, isTop: boolean): Json | undefined {
  const { nodes, isRequired } = part
  const preset = nodes.map((node) => findKeyword(node, 'default')).find((value) => value !== undefined)
  if (preset !== undefined) return preset
  const isReadOnly = nodes.some((node) => findKeyword(node, 'readOnly') === true)
  if (isTop) {
    const known =
      (subject.writable.has(name) ? undefined : knownPart(subject, name, nodes)) ??
      parentId(subject, name, nodes)
    if (known !== undefined) return known
  }
  if (!isTop && isIdName(name) && (isRequired || isReadOnly)) return subject.world.makeText(nodes)
  if (isRequired)
    return (isTop ? writtenAs(subject, name, nodes) : undefined) ?? plainest(subject, name, nodes)
  if (!isReadOnly || nodes.some(accepts(null)) || comesLater(subject, name, nodes)) return undefined
  return plainest(subject, name, nodes)
}

/** A server-known value by property name. */
function knownPart(subject: Subject, name: string, nodes: readonly SchemaNode[]): Json | undefined {
  const { item, kind, origin } = subject
  const joined = wordsOf(name).join('')
  if (isMoment(name, created)) return momentOf(nodes, item.createdAt)
  if (isStateName(name)) {
    const progress = findProgress(kind)
    const first = progress?.property === name ? progress.first : firstState(choicesOf(nodes))
    return first === undefined ? undefined : accepted(nodes, first)
  }
  if (selves.has(joined) || joined === `${kind.name}url` || joined === `${kind.name}uri`) {
    const path = pathOfItem(kind, item.key)
    const basePath = origin.replace(/^https?:\/\/[^/]*/, '')
    return accepted(nodes, basePath + path) ?? accepted(nodes, origin + path)
  }
  if (owners.has(joined) && item.owner !== undefined && isText(nodes)) return accepted(nodes, item.owner)
  const isBegun = findProgress(kind) !== undefined && isProgressName(name)
  if (isNumeric(nodes) && (isBegun || countedBy(name) !== undefined)) return accepted(nodes, 0)
  return undefined
}

/** A request property under another name: `articleId` for `article`, if the property is an id. */
function writtenAs({ item }: Subject, name: string, nodes: readonly SchemaNode[]): Json | undefined {
  const found = Object.entries(item.value).find(([written, value]) => {
    const { entities, suffix } = parseReferenceName(written)
    return ID_WORDS.includes(suffix) && entities[0] === entityOf(name) && nodes.every(accepts(value))
  })
  return nodes.length === 0 ? undefined : found?.[1]
}

/** The simplest value of a required property that the request lacks: null or empty if the schema allows it. */
function plainest({ world, item }: Subject, name: string, nodes: readonly SchemaNode[]): Json | undefined {
  for (const nothing of [null, [], false])
    if (nodes.length > 0 && nodes.every(accepts(nothing))) return nothing
  if (/^(at|on|date|time)$/.test(wordsOf(name).at(-1) ?? '')) {
    const moment = momentOf(nodes, item.createdAt)
    if (moment !== undefined) return moment
  }
  const isChoice = choicesOf(nodes).length > 0
  if (isText(nodes) && !isChoice && unique.has(wordsOf(name).at(-1) ?? '') && !isReference(world, name))
    return world.makeText(nodes)
  return referenced(world, name, nodes) ?? valueOfAll(nodes)
}

/** A property that is set by a later event: `canceledAt`, or `resultUrl` of a job. */
const comesLater = (subject: Subject, name: string, nodes: readonly SchemaNode[]): boolean =>
  momentOf(nodes, 0) !== undefined || (findProgress(subject.kind) !== undefined && isResultName(name))

/** Whether a property is the progress of a job: `progress`, `percentDone`. */
export const isProgressName = (name: string): boolean =>
  /^(progress|percent|percentage)$/.test(wordsOf(name)[0] ?? '')

/** Whether a property is the result of a job. */
export const isResultName = (name: string): boolean =>
  wordsOf(name).some((word) => /^(result|results|output|outcome|download|file|report|artifact)$/.test(word))

/** Whether a name is an id, such as `id` or `uuid`. */
const isIdName = (name: string): boolean => ID_WORDS.includes(wordsOf(name).join(''))

const isReference = (world: World, name: string): boolean => {
  const { entities } = parseReferenceName(name)
  return world.kinds.some((kind) => entities.includes(kind.name))
}

/** The id of an existing item, for a required reference such as `customerId`. */
function referenced(world: World, name: string, nodes: readonly SchemaNode[]): Json | undefined {
  const { entities, suffix, isMany } = parseReferenceName(name)
  if (!ID_WORDS.includes(suffix) || isMany) return undefined
  const kind = world.kinds.find((one) => entities.includes(one.name))
  const first = kind && world.store.listKind(kind.resource.key)[0]
  return first && (accepted(nodes, first.id) ?? accepted(nodes, Number(first.id)))
}

/** The id of a parent, for a reference to it: `ownerId` below `/owners/{}`. */
function parentId({ world, item }: Subject, name: string, nodes: readonly SchemaNode[]): Json | undefined {
  const { entities, suffix } = parseReferenceName(name)
  if (suffix === '') return undefined
  for (const key of item.under.toReversed()) {
    const parent = world.store.get(key)
    const kind = parent && world.kindAt(parent.kind)
    if (kind === undefined || parent === undefined || !entities.includes(kind.name)) continue
    const value = accepted(nodes, parent.id) ?? accepted(nodes, Number(parent.id))
    if (value !== undefined) return value
  }
  return undefined
}

const created = new Set(['created', 'create', 'creation', 'registered', 'added', 'opened', 'queued', 'submitted', 'requested']) // prettier-ignore
const updated = new Set(['updated', 'update', 'modified', 'changed', 'edited'])
const versions = new Set(['version', 'revision', 'rev', 'lockversion', 'versionnumber', 'revisionnumber'])
const selves = new Set(['self', 'href', 'url', 'uri', 'selfurl', 'selfuri', 'selflink', 'selfhref', 'link'])
const owners = new Set(['owner', 'ownerid', 'createdby', 'creator', 'author', 'authorid', 'userid', 'user', 'username']) // prettier-ignore
const unique = new Set([...ID_WORDS, 'token', 'reference', 'ref', 'number', 'code', 'key', 'secret'])

/** Whether a property is the time of an event. */
export function isMoment(name: string, words: ReadonlySet<string>): boolean {
  const rest = wordsOf(name).filter((word) => !momentWords.has(word))
  return rest.length === 1 && words.has(rest[0] ?? '')
}

const momentWords = new Set(['at', 'on', 'date', 'time', 'timestamp', 'last'])

/** A time in the format of the schemas; undefined if they require none. */
export function momentOf(nodes: readonly SchemaNode[], time: number): Json | undefined {
  const formats = nodes.map((node) => findKeyword(node, 'format'))
  const moment = new Date(time).toISOString()
  const choices = [
    ...(formats.includes('date-time') ? [moment, moment.replace(/\.\d+/, '')] : []),
    ...(formats.includes('date') ? [moment.slice(0, 10)] : []),
    ...(formats.length > 0 && isNumeric(nodes) ? [Math.floor(time / 1000), time] : []),
  ]
  return choices.find((choice) => nodes.every(accepts(choice)))
}

/** The counted entity of a property: `item` for `itemCount`, `numberOfItems` and `itemsTotal`. */
export function countedBy(name: string): string | undefined {
  const words = wordsOf(name)
  const rest = words.filter((word) => !['count', 'total', 'number', 'of', 'num', 'size'].includes(word))
  return rest.length === words.length || rest.length === 0
    ? undefined
    : [...rest.slice(0, -1), singularize(rest.at(-1) ?? '')].join('')
}

export const accepts =
  (value: Json) =>
  (node: SchemaNode): boolean =>
    isValid(node, value, { direction: 'response' })

/** The value, if all schemas allow it. */
const accepted = (nodes: readonly SchemaNode[], value: Json): Json | undefined =>
  nodes.every(accepts(value)) ? value : undefined

const isText = (nodes: readonly SchemaNode[]): boolean => typesOf(nodes).has('string')
