import type { Json } from '@contract-kit/json-schema/json'
import { findKeyword, isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { validValuesOf } from '@contract-kit/json-schema/values'
import { sample } from 'fast-check'
import { exampleOf } from './fit.ts'
import { toText } from './to-text.ts'

/** Input for id generation. */
export interface IdHints {
  /** Whether the id is unused. */
  readonly isFree: (id: Json) => boolean
  /** Milliseconds since the epoch, for time-based ids. */
  readonly now: number
  /** The name of the item, for ids derived from it: `My trip` gives `my-trip`. */
  readonly name?: string | undefined
}

/** Generates ids in the documented format. Each id is new and never reused. */
export class IdMaker {
  readonly #nodes: readonly SchemaNode[]
  readonly #seed: number
  readonly #made = new Set<Json>()
  #count: number

  /** `nodes` are all schemas of the id, in responses and paths. `count` is the number of ids generated before. */
  constructor(nodes: readonly SchemaNode[], seed: number, count = 0) {
    this.#nodes = nodes
    this.#seed = seed
    this.#count = count
  }

  /** An unused value; undefined if the schemas leave none. */
  make({ isFree, now, name }: IdHints): Json | undefined {
    const slug = name === undefined ? '' : slugOf(name)
    if (slug !== '' && this.#takes(slug, isFree)) return this.#keep(slug)
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      this.#count += 1
      const seed = this.#seed + this.#count * 7919
      if (slug !== '' && this.#takes(`${slug}-${this.#count}`, isFree))
        return this.#keep(`${slug}-${this.#count}`)
      for (const make of attempt < counted && isNumeric(this.#nodes) ? [countUp] : makers) {
        const id = make(this.#nodes, seed, this.#count, now)
        if (id !== undefined && this.#takes(id, isFree)) return this.#keep(id)
      }
    }
    return undefined
  }

  /** Reserves an id chosen by a client. */
  reserve(id: Json): void {
    this.#made.add(id)
  }

  #keep(id: Json): Json {
    this.#made.add(id)
    return id
  }

  #takes(id: Json, isFree: IdHints['isFree']): boolean {
    return !this.#made.has(id) && this.accepts(id) && isFree(id)
  }

  /** Whether a value matches the id format. */
  accepts(id: Json): boolean {
    return (
      isPathSafe(id) &&
      this.#nodes.every((node) => isValid(node, id) || (typeof id !== 'string' && isValid(node, toText(id))))
    )
  }
}

/** More attempts would take seconds if no id is left, and rarely find one. */
const attempts = 500

/** Number of consecutive numbers to try before random ones. */
const counted = 400

type Make = (nodes: readonly SchemaNode[], seed: number, count: number, now: number) => Json | undefined

/** The JSON types that schemas name. */
export const typesOf = (nodes: readonly SchemaNode[]): ReadonlySet<Json> =>
  new Set(nodes.flatMap((node) => findKeyword(node, 'type') ?? []))

/** Whether schemas are numeric. */
export const isNumeric = (nodes: readonly SchemaNode[]): boolean =>
  typesOf(nodes).has('integer') || typesOf(nodes).has('number')

/** Counts up from the lowest allowed number. */
const countUp: Make = (nodes, _seed, count) => {
  if (!isNumeric(nodes)) return undefined
  const least = nodes.flatMap((node) => {
    const minimum = findKeyword(node, 'minimum')
    return typeof minimum === 'number' && Number.isSafeInteger(minimum) ? [minimum] : []
  })
  return Math.max(0, ...least.map((one) => one - 1)) + count
}

/** A UUID, if the document requires one. */
const uuid: Make = (nodes, seed) => {
  if (!nodes.some((node) => findKeyword(node, 'format') === 'uuid')) return undefined
  return uuidOf(seed)
}

/** A URN, if the id is a URI. It fits into one path segment, unlike a URL (RFC 9562, section 4). */
const urn: Make = (nodes, seed) => {
  if (!nodes.some((node) => findKeyword(node, 'format') === 'uri')) return undefined
  return `urn:uuid:${uuidOf(seed)}`
}

/** A UUID of version 4 (RFC 9562, 5.4), from a seed. */
function uuidOf(seed: number): string {
  const hex = hexOf(seed, 30)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(15, 18)}-${hex.slice(18, 30)}`
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A ULID: time, then random characters in Crockford's Base32. Prefix and case follow the document's example. */
const ulid: Make = (nodes, seed, _count, now) => {
  const example = textExampleOf(nodes)
  const [, prefix, text = ''] = /^(.*?)([0-7][0-9A-HJKMNP-TV-Z]{25})$/i.exec(example ?? '') ?? []
  if (prefix === undefined) return undefined
  const random = randomOf(seed)
  const time = Array.from(
    { length: 10 },
    (_sign, index) => crockford[Math.floor(now / 32 ** (9 - index)) % 32],
  )
  const chance = Array.from({ length: 16 }, () => crockford[random() % 32])
  const made = [...time, ...chance].join('')
  return prefix + (text === text.toLowerCase() ? made.toLowerCase() : made)
}

/** A text like the document's example: words stay, digits and random letters change. */
const likeExample: Make = (nodes, seed) => {
  const example = textExampleOf(nodes)
  if (example === undefined) return undefined
  const random = randomOf(seed)
  const [, prefix = '', rest = ''] = /^(.*[_-](?=[^_-]*\d|[^_-]{8,}$)|.*?[_-])?(.+)$/s.exec(example) ?? []
  const changed = rest.replaceAll(/[a-z\d]/gi, (sign) => {
    const isHex = /^[\da-f]+$/i.test(rest) && /\d/.test(rest)
    const letters = isHex ? 'abcdef' : 'abcdefghijklmnopqrstuvwxyz'
    const signs = /\d/.test(sign) ? '0123456789' : /[a-z]/.test(sign) ? letters : letters.toUpperCase()
    return signs[random() % signs.length] ?? sign
  })
  return changed === rest ? undefined : prefix + changed
}

const textExampleOf = (nodes: readonly SchemaNode[]): string | undefined =>
  nodes.map(exampleOf).find((value): value is string => typeof value === 'string')

/** Any text that the schemas allow. */
const anyText: Make = (nodes, seed) => {
  const types = typesOf(nodes)
  const isPlain = nodes.every((node) =>
    ['pattern', 'format', 'enum', 'const', 'maxLength', 'minLength'].every(
      (keyword) => findKeyword(node, keyword) === undefined,
    ),
  )
  if (isPlain && (types.size === 0 || types.has('string'))) return hexOf(seed, 12)
  const [narrowest] = nodes.toSorted((one, other) => weightOf(other) - weightOf(one))
  if (narrowest === undefined) return hexOf(seed, 12)
  const found = sample(validValuesOf(narrowest), { seed, numRuns: 4 })
  return found.find((value) => typeof value === 'string' && /^[\w.~-]+$/.test(value)) ?? found[0]
}

/** Digits and letters of at least the minimum length, for texts without other constraints. */
const hexText: Make = (nodes, seed) => {
  if (!typesOf(nodes).has('string')) return undefined
  const bounds = nodes.flatMap((node) => findKeyword(node, 'minLength') ?? [])
  const least = Math.max(8, ...bounds.map(Number))
  const most = Math.min(...nodes.map((node) => Number(findKeyword(node, 'maxLength') ?? 12)))
  return hexOf(seed, Math.max(least, Math.min(most, 12)))
}

const weightOf = (node: SchemaNode): number => Object.keys(node.schema).length

const makers: readonly Make[] = [uuid, urn, ulid, likeExample, countUp, hexText, anyText]

/**
 * A new identifying text, such as a token or a request id: like the schema's example, else random. Each seed gives another text. Undefined
 * if the schemas allow none.
 */
export function freshText(nodes: readonly SchemaNode[], seed: number): string | undefined {
  // Only few texts are similar to a short example.
  const isLong = (textExampleOf(nodes) ?? '').length >= 8
  const candidates: readonly Make[] = [
    uuid,
    ...(isLong ? [likeExample] : []),
    () => uuidOf(seed),
    () => hexOf(seed, 32),
    anyText,
  ]
  for (const make of candidates) {
    const text = make(nodes, seed, 0, 0)
    if (typeof text === 'string' && nodes.every((node) => isValid(node, text))) return text
  }
  return undefined
}

/** Whether an id is safe in a path: no slash, and no dot segment, which clients remove (RFC 3986, 5.2.4). */
const isPathSafe = (id: Json): boolean =>
  typeof id === 'number' || (typeof id === 'string' && id !== '' && !/^\.{1,2}$|[/\\]/.test(id))

/** A slug for paths: `Über uns` gives `uber-uns`. */
const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z\d\s_-]+/g, '')
    .trim()
    .replaceAll(/[\s_-]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40)

function hexOf(seed: number, length: number): string {
  const random = randomOf(seed)
  return Array.from({ length }, () => (random() % 16).toString(16)).join('')
}

/** A seeded generator of integers (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** A stable hash of a text (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
