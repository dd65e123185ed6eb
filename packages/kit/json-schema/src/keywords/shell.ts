import { oncePer } from '../base/bounded-cache.ts'
import {
  appendTokens,
  findAt,
  isObject,
  type Json,
  type JsonObject,
  isNumber,
  memberOf,
  textsIn,
} from '../base/json.ts'
import { type SchemaNode, type SchemaSource, UnresolvedReferenceError } from '../base/schema-set.ts'
import { resolveUri } from '../base/uris.ts'
import { isSchema, subschemaKeywords } from '../base/subschema-keywords.ts'

/** The keywords of a schema, each subschema replaced by an absolute reference to it. */
export type Shell = Readonly<JsonObject>

/** Keywords that name a schema or hold definitions. They have no meaning outside their document. */
const NAMES = new Set(['$id', '$anchor', '$dynamicAnchor', '$schema', '$vocabulary', '$defs', 'definitions'])

/** A reference that leads to a node from anywhere: its document's URI with its pointer as fragment (RFC 6901, section 6). */
export const referTo = (node: SchemaNode, ...tokens: readonly (string | number)[]): JsonObject => {
  const pointer = appendTokens(node.pointer, ...tokens)
  return { $ref: `${node.documentUri}#${pointer.split('/').map(encodeURIComponent).join('/')}` }
}

/**
 * The content of a schema in a relocatable form. Subschemas and references become absolute references, and names such as `$id`
 * are omitted. A boolean schema becomes `{}` or `{ not: {} }`.
 */
export const shellOf = oncePer((node: SchemaNode): Shell => {
  if (typeof node.schema === 'boolean') return node.schema ? {} : { not: {} }
  const entries = Object.entries(node.schema).filter(([keyword]) => !NAMES.has(keyword))
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, absoluteValue(node, keyword, value)]))
})

const absoluteValue = (node: SchemaNode, keyword: string, value: Json): Json => {
  if (keyword === '$ref' && typeof value === 'string')
    return referTo(node.set.resolve(node, value))['$ref'] ?? value
  if (keyword === '$dynamicRef' && typeof value === 'string')
    return value.startsWith('#') ? node.baseUri + value : value
  const refer = (below: Json, token?: string | number): Json =>
    isSchema(below) ? referTo(node, keyword, ...(token === undefined ? [] : [token])) : below
  const shape = subschemaKeywords.get(keyword)
  if (shape === 'one') return refer(value)
  if (shape === 'list') return Array.isArray(value) ? value.map(refer) : value
  if (shape === undefined || !isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, below]) => [name, refer(below, name)]))
}

/** A JSON type as `type` names it. */
export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/** The list that a keyword holds, or an empty one. */
export const listIn = (shell: Shell, keyword: string): Json[] => {
  const value = shell[keyword]
  return Array.isArray(value) ? value : []
}

/** The map of subschemas that a keyword holds, or an empty one. */
export const mapIn = (shell: Shell, keyword: string): JsonObject => {
  const value = shell[keyword]
  return isObject(value) ? value : {}
}

/** The number that a keyword holds, or `otherwise`. */
export const numberIn = (shell: Shell, keyword: string, otherwise: number): number => {
  const value = shell[keyword]
  return isNumber(value) ? Number(value) : otherwise
}

/** The shell without some of its keywords. */
export const without = (shell: Shell, ...keywords: readonly string[]): Shell =>
  Object.fromEntries(Object.entries(shell).filter(([keyword]) => !keywords.includes(keyword)))

/** The shell that holds further schemas as well. */
export const restrict = (shell: Shell, ...further: readonly JsonObject[]): Shell => ({
  ...shell,
  allOf: [...listIn(shell, 'allOf'), ...further],
})

/** The types a shell allows, or undefined if it names none. */
export const typesOf = (shell: Shell): readonly string[] | undefined => {
  const { type } = shell
  return typeof type === 'string' || Array.isArray(type) ? textsIn([type].flat()) : undefined
}

/** The shell for values of one type only; undefined if it allows none of that type. */
export const narrowTo = (shell: Shell, type: JsonType): Shell | undefined => {
  const types = typesOf(shell)
  if (types === undefined || types.includes(type)) return { ...shell, type }
  if (type === 'integer' && types.includes('number')) return { ...shell, type }
  return type === 'number' && types.includes('integer') ? { ...shell, type: 'integer' } : undefined
}

/** The shell for objects that have one more property. */
export const demand = (shell: Shell, name: string): Shell => ({
  ...shell,
  required: [...new Set([...listIn(shell, 'required'), name])],
})

/** A way to break one statement: a schema like that of the place, except that the statement does not hold. */
export interface Variant {
  readonly shell: Shell
  /** Plain values that break it in a typical way, tried first: one beyond the bound, a near miss of the format. */
  readonly probes: readonly Json[]
  /** Further constraints for values just beyond the bound, tried next: a length of exactly one too many. */
  readonly tight?: JsonObject
}

/** One statement of one schema, and the ways to break it. */
export interface Breach {
  readonly keyword: string
  /** The name of the scenario: `value_above_maximum`, `incorrect_type`, … */
  readonly scenario: string
  /** Whether each variant is a separate case (a wrong type each), or any one represents all. */
  readonly each: boolean
  /** The property that the object must lack, if that is the whole breach. */
  readonly lacks?: string
  readonly variants: readonly Variant[]
}

/** A breach with a single variant; none if there is no shell. */
export const toBreach = (
  keyword: string,
  scenario: string,
  shell: Shell | undefined,
  telling: { readonly probes?: readonly Json[]; readonly tight?: JsonObject } = {},
): Breach => ({
  keyword,
  scenario,
  each: false,
  variants: shell === undefined ? [] : [{ shell, probes: [], ...telling }],
})

/** The keywords that bound a count, and the scenario names of values beyond the bounds. */
export interface CountBounds {
  readonly type: JsonType
  readonly least: string
  readonly most: string
  readonly below: string
  readonly above: string
  /** The largest size of a generated value. */
  readonly largest: number
}

/** How a count breaks its bounds: by one too few, and by one too many. */
export const countBreaches = (
  shell: Shell,
  { type, least, most, below, above, largest }: CountBounds,
): Breach[] => {
  const beyond = (keyword: string, opposite: string, scenario: string, step: 1 | -1): Breach[] => {
    const bound = shell[keyword]
    if (typeof bound !== 'number' || (step < 0 ? bound < 1 : bound >= largest)) return []
    const narrowed = narrowTo(without(shell, keyword), type)
    const broken = narrowed && restrict(narrowed, { [opposite]: bound + step })
    return [toBreach(keyword, scenario, broken, { tight: { [keyword]: bound + step } })]
  }
  return [...beyond(least, most, below, -1), ...beyond(most, least, above, 1)]
}

/**
 * One derived schema on top of the documents of another source: its references lead into them, but not the other way round. Thousands of
 * derived schemas thus leave the user's set unchanged, and are freed when they are no longer needed.
 */
class DerivedSource implements SchemaSource {
  readonly #home: SchemaNode
  readonly #uri: string
  readonly #schema: JsonObject
  readonly #nodes = new Map<string, SchemaNode>()

  constructor(home: SchemaNode, uri: string, schema: JsonObject) {
    this.#home = home
    this.#uri = uri
    this.#schema = schema
  }

  node(documentUri: string, pointer = ''): SchemaNode {
    if (documentUri !== this.#uri) return this.#home.set.node(documentUri, pointer)
    return this.#nodes.get(pointer) ?? this.#create(pointer, findAt(this.#schema, pointer))
  }

  child(node: SchemaNode, ...tokens: readonly (string | number)[]): SchemaNode {
    const pointer = appendTokens(node.pointer, ...tokens)
    return (
      this.#nodes.get(pointer) ??
      this.#create(pointer, tokens.reduce<Json | undefined>(memberOf, node.schema))
    )
  }

  /** All references are absolute, so they mean the same wherever they stand. */
  resolve(from: SchemaNode, reference: string): SchemaNode {
    const known = targetsOf(this.#home.set).get(reference)
    if (known !== undefined) return known
    const { uri, fragment } = resolveUri(reference, from.baseUri)
    if (uri === this.#uri) return this.node(uri, fragment)
    const target = this.#home.set.resolve(from, reference)
    targetsOf(this.#home.set).set(reference, target)
    return target
  }

  findDynamicAnchor(baseUri: string, name: string): SchemaNode | undefined {
    return this.#home.set.findDynamicAnchor(baseUri, name)
  }

  usesVocabulary(baseUri: string, vocabularyUri: string): boolean {
    return this.#home.set.usesVocabulary(baseUri, vocabularyUri)
  }

  #create(pointer: string, schema: Json | undefined): SchemaNode {
    if (!isSchema(schema)) throw new UnresolvedReferenceError(`#${pointer}`, this.#uri)
    // Keep the base of the original, so that the dynamic scope starts at the same resource (Core, 8.2.3.2).
    const { baseUri } = this.#home
    const node: SchemaNode = {
      set: this,
      documentUri: this.#uri,
      pointer,
      baseUri,
      dialect: '2020-12',
      schema,
    }
    this.#nodes.set(pointer, node)
    return node
  }
}

const targetsOf = oncePer((_source: SchemaSource) => new Map<string, SchemaNode>())

const SCHEME = 'derived://schema/'

let derived = 0

/** Whether a schema was derived, rather than written in a document of the user. */
export const isDerived = (node: SchemaNode): boolean => node.documentUri.startsWith(SCHEME)

/**
 * A JSON Schema 2020-12 schema that replaces `home`: its absolute references resolve as those of `home` do. Its URI is
 * unique, so that caches by place never confuse it, and never appears in a value.
 */
export const createDerivedNode = (home: SchemaNode, schema: JsonObject): SchemaNode => {
  derived += 1
  const uri = `${SCHEME}${derived}`
  return new DerivedSource(home, uri, schema).node(uri)
}
