import { isNumber, type Json, type JsonObject, textsIn, writeJson } from '@contract-kit/json-schema/json'
import { oncePer } from '@contract-kit/json-schema/memo'
import {
  assertionKeywords,
  childrenOf,
  conjoinedWith,
  findFlag,
  isLifted,
  isValid,
  keywordOf,
  namesBelow,
  placeOf,
  referencesOf,
  type SchemaNode,
  subschemaKeywords,
} from '@contract-kit/json-schema/schemas'

/** The prefix of references to written schemas. */
const prefix = '#/components/schemas/'

const assertions = new Set([...assertionKeywords, 'minContains', 'maxContains'])

/** Keywords that hold schemas and assert nothing by themselves. */
const idle = new Set(['$defs', 'definitions', 'contentSchema'])

/** Keywords whose schemas describe the same object. Properties that are not sent are not required there either. */
const inPlace = new Set(['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not'])

/** Keywords whose schemas a valid value may break. The validator fills in defaults behind their references even then. */
const tentative = new Set(['anyOf', 'oneOf', 'not', 'if', 'contains'])

/** Keywords whose defaults the validator fills in. */
const outlines = new Set(['properties', 'items', 'allOf'])

/**
 * Formats that both validators know. Other formats are annotations (JSON Schema 2020-12, 7.2.1): express-openapi-validator would warn
 * about them, or check them alone.
 */
const knownFormats = new Set<Json>(
  (
    'date time date-time duration uri uri-reference uri-template email hostname ipv4 ipv6 regex uuid ' +
    'json-pointer relative-json-pointer byte int32 int64 float double password binary'
  ).split(' '),
)

/**
 * Writes the schemas of requests as JSON Schema 2020-12 that knows nothing of OpenAPI or of other places: without annotations, with each
 * schema that others refer to under a name of its own. So it does not matter in which version or where a schema stands, and a component
 * may be named `id`.
 */
export class SchemaWriter {
  /** The schemas that others refer to, by name. */
  readonly named: Record<string, boolean | JsonObject> = {}
  readonly #names = new Map<string, string>()
  readonly #onNote: (note: string) => void

  constructor(onNote: (note: string) => void) {
    this.#onNote = onNote
  }

  /**
   * Writes a schema, with its references as names. If the validator does not support it, writes an outline that only fills in defaults.
   * @param keepsDefaults Whether to keep `default`, which the validator fills in.
   * @param isRequired Whether the value is required. Its default is then dropped, since the validator would fill in a missing value.
   */
  write(node: SchemaNode, keepsDefaults: boolean, isRequired = false): boolean | JsonObject {
    const isOutline = !isTaken(node)
    return this.#write(node, { scope: [node.baseUri], around: [], isOutline, keepsDefaults }, isRequired)
  }

  #write(node: SchemaNode, state: WritingState, isRequired = false): boolean | JsonObject {
    const { schema } = node
    if (typeof schema === 'boolean') return schema || state.isOutline
    const inside = { ...state, around: [...state.around, node] }
    const written: JsonObject = {}
    const references: JsonObject[] = []
    for (const [keyword, value] of Object.entries(schema)) {
      if ((keyword === '$ref' || keyword === '$dynamicRef') && typeof value === 'string')
        references.push({ $ref: prefix + this.#nameOf(node, keyword, value, inside) })
      else if (keyword !== 'default' || (state.keepsDefaults && !isRequired))
        Object.assign(written, this.#keyword(node, keyword, value, inside))
    }
    const [first, ...others] = references
    if (first !== undefined && others.length === 0 && Object.keys(written).length === 0) return first
    // The validator overlooks keywords beside a `$ref`.
    const joined = [...references, ...(Array.isArray(written['allOf']) ? written['allOf'] : [])]
    return joined.length === 0 ? written : { ...written, allOf: joined }
  }

  #keyword(node: SchemaNode, keyword: string, value: Json, state: WritingState): JsonObject | undefined {
    const { around, isOutline } = state
    if (keyword === 'readOnly') return value === true && !isOutline ? { readOnly: true } : undefined
    if (keyword === 'default') {
      // It would look like a value that the client sent.
      if (findFlag(node, 'readOnly')) return undefined
      if (isValid(node, value, { direction: 'request' })) return { default: plain(value) }
      this.#onNote(`The default at #${node.pointer} is not valid by its own schema, so it is not filled in.`)
      return undefined
    }
    if (isOutline && !outlines.has(keyword)) return undefined
    if (keyword === 'required' && Array.isArray(value)) {
      const required = textsIn(value).filter((name) => !around.some((one) => isLifted(one, name, 'request')))
      return required.length === 0 ? undefined : { required }
    }
    if (keyword === 'format') return knownFormats.has(value) ? { format: value } : undefined
    if (assertions.has(keyword)) return { [keyword]: plain(value) }
    const shape = subschemaKeywords.get(keyword)
    if (shape === undefined || idle.has(keyword)) return undefined
    const inside = {
      ...state,
      around: inPlace.has(keyword) ? around : [],
      keepsDefaults: state.keepsDefaults && !tentative.has(keyword),
    }
    const below = (...tokens: readonly (string | number)[]): boolean | JsonObject => {
      const isRequired = keyword === 'properties' && isRequiredBy(around[0] ?? node, String(tokens[0]))
      return this.#write(node.set.child(node, keyword, ...tokens), inside, isRequired)
    }
    if (shape === 'one') return { [keyword]: below() }
    if (shape === 'list')
      return Array.isArray(value) ? { [keyword]: value.map((_item, index) => below(index)) } : undefined
    const names = namesBelow(node.schema, keyword).filter((name) => !isInherited(name))
    return { [keyword]: Object.fromEntries(names.map((name) => [name, below(name)])) }
  }

  #nameOf(node: SchemaNode, keyword: string, reference: string, state: WritingState): string {
    const target = targetOf(node, keyword, reference, state.scope)
    const scope = state.scope.includes(target.baseUri) ? state.scope : [...state.scope, target.baseUri]
    const key = [placeOf(target), state.isOutline, state.keepsDefaults, ...scope].join(' ')
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const name = `s${this.#names.size}`
    this.#names.set(key, name)
    this.named[name] = this.#write(target, { ...state, scope, around: [] })
    return name
  }
}

/** Whether the validator sees a property of this name in every object, such as `constructor`. */
export const isInherited = (name: string): boolean => name in Object.prototype

/** Whether a schema, or one that it refers to or joins, requires a property. */
const isRequiredBy = (schema: SchemaNode, name: string): boolean =>
  conjoinedWith(schema).some((part) => textsIn(keywordOf(part, 'required')).includes(name))

interface WritingState {
  /** The resources that were entered on the way, the outermost first. */
  readonly scope: readonly string[]
  /** The schemas that describe the same object, down to this one. */
  readonly around: readonly SchemaNode[]
  readonly isOutline: boolean
  readonly keepsDefaults: boolean
}

/** The target of a reference. `$dynamicRef` looks for its anchor in the outermost resource first (JSON Schema 2020-12, 8.2.3.2). */
function targetOf(
  node: SchemaNode,
  keyword: string,
  reference: string,
  scope: readonly string[],
): SchemaNode {
  const found = node.set.resolve(node, reference)
  const anchor = keyword === '$dynamicRef' ? /#([^/]+)$/.exec(reference)?.[1] : undefined
  if (anchor === undefined || node.set.findDynamicAnchor(found.baseUri, anchor) === undefined) return found
  const anchored = scope.map((uri) => node.set.findDynamicAnchor(uri, anchor))
  return anchored.find((one) => one !== undefined) ?? found
}

/** Converts all numbers to doubles, the only numbers that the validator supports. */
function plain(value: Json): Json {
  if (isNumber(value)) return Number(value)
  return typeof value === 'object' ? (JSON.parse(writeJson(value)) as Json) : value
}

/**
 * Whether express-openapi-validator implements the keywords of a schema correctly. It rejects tuples, and patterns that are invalid with
 * the flag `u`. It divides binary fractions, so 19.99 is no multiple of 0.01. It supports a discriminator only beside a union, and finds
 * the names of the prototype in every object. It compares each item of a list with all others, which takes seconds for
 * thousands of objects.
 */
export const isTaken = oncePer((root: SchemaNode): boolean => {
  const reached = new Set([root])
  for (const node of reached) {
    const tuple = keywordOf(node, 'prefixItems')
    const [least, most, rest] = ['minItems', 'maxItems', 'items'].map((keyword) => keywordOf(node, keyword))
    if (Array.isArray(tuple) && (least !== tuple.length || (most !== tuple.length && rest !== false)))
      return false
    const divisor = keywordOf(node, 'multipleOf')
    if (typeof divisor === 'number' && !Number.isInteger(divisor)) return false
    const isUnion = ['oneOf', 'anyOf'].some((keyword) => keywordOf(node, keyword) !== undefined)
    if (keywordOf(node, 'discriminator') !== undefined && !isUnion) return false
    if (keywordOf(node, 'uniqueItems') === true) return false
    const names = [...textsIn(keywordOf(node, 'required')), ...namesBelow(node.schema, 'properties')]
    if (names.some(isInherited)) return false
    const patterns = [keywordOf(node, 'pattern'), ...namesBelow(node.schema, 'patternProperties')]
    if (!patterns.every(isUnicodePattern)) return false
    for (const next of [...referencesOf(node), ...childrenOf(node).map(({ child }) => child)])
      reached.add(next)
  }
  return true
})

function isUnicodePattern(pattern: Json | undefined): boolean {
  if (typeof pattern !== 'string') return true
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}
