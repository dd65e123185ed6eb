import {
  CORE_SCHEMA,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  floatCoreTag,
  intCoreTag,
  loadAll,
  mapTag,
  mergeTag,
  NOT_RESOLVED,
  type Schema,
  seqTag,
  YAMLException,
} from 'js-yaml'
import { BoundedCache } from '@contract-kit/json-schema/memo'
import { type Json, parseJson, readNumber } from '@contract-kit/json-schema/json'
import { DocumentError } from './document-part.ts'

/**
 * Parses JSON or YAML 1.2. `name` is the document's name in error messages. `read` converts the text of a number; by default,
 * integers are not rounded. Throws {@link DocumentError} with the line.
 */
export const parseDocumentText = (text: string, name: string, read?: ReadDigits): Json => {
  const json = parseAsJson(text, read)
  if (json !== undefined) return json
  return read === undefined
    ? parsedTexts.get(text, () => ({ root: parseYaml(text, name, readNumber) })).root
    : parseYaml(text, name, read)
}

type ReadDigits = (digits: string) => Json

/** Caches parsed YAML, which takes ten times as long as JSON. */
const parsedTexts = new BoundedCache<{ readonly root: Json }>(8)

// JSON is YAML, but its own parser is ten times faster. If it rejects the text, the YAML parser may accept it, or name the line.
const parseAsJson = (text: string, read?: ReadDigits): Json | undefined => {
  if (!/^\uFEFF?\s*[{[]/.test(text)) return undefined
  try {
    return parseJson(text.replace(/^\uFEFF/, ''), read)
  } catch {
    return undefined
  }
}

const parseYaml = (text: string, name: string, read: ReadDigits): Json => {
  let documents: unknown[]
  try {
    documents = loadAll(text.replace(/^\uFEFF/, ''), { schema: schemaOf(read), maxDepth: 1_000 })
    if (documents.length > 1) throw new YAMLException('there is more than one document')
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const { reason, mark } = error
    const line = mark === undefined ? '' : ` at line ${mark.line + 1}, column ${mark.column + 1}`
    throw new DocumentError(`${name} is neither JSON nor YAML${line}: ${reason.replace(/[.:]?\s*$/, '')}.`)
  }
  const [root = null] = documents
  return /(?:^|[\s,[{:-])\*[^\s,[\]{}]/m.test(text) ? copyAliases(root, text, name) : (root as Json)
}

/** The core schema of YAML 1.2, with merge keys. Unknown tags are ignored. */
const schemaOf = (read: ReadDigits): Schema => {
  const resolve = (source: string, isExplicit: boolean, tag: string): Json | typeof NOT_RESOLVED => {
    const digits = digitsOf(source)
    if (digits !== undefined) return read(digits)
    // JSON has neither infinity nor NaN.
    return typeof floatCoreTag.resolve(source, isExplicit, tag) === 'number' ? null : NOT_RESOLVED
  }
  const numbers = [intCoreTag, floatCoreTag].map((tag) => ({ ...tag, resolve }))
  return CORE_SCHEMA.withTags(mergeTag, ...numbers, ...unknownTags)
}

const ignored = { matchByTagPrefix: true, identify: () => false }
const unknownTags = ['!', 'tag:'].flatMap((prefix) => [
  defineScalarTag(prefix, { ...ignored, resolve: (source) => source }),
  defineSequenceTag(prefix, { ...seqTag, ...ignored }),
  defineMappingTag(prefix, { ...mapTag, ...ignored }),
])

/** The number of a plain text of YAML as JSON writes it; undefined for another text. */
const digitsOf = (source: string): string | undefined => {
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(source)) return source
  if (/^0o[0-7]+$|^0x[\da-fA-F]+$/.test(source)) return String(BigInt(source))
  const parts = /^([-+]?)(?=\.?\d)0*(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(source)
  if (parts === null) return undefined
  const [, sign, whole, fraction, exponent] = parts
  const digits = `${whole || '0'}${fraction ? `.${fraction}` : ''}`
  return `${sign === '-' ? '-' : ''}${digits}${exponent === undefined ? '' : `e${exponent}`}`
}

/** Copies aliased values. Throws {@link DocumentError} if a value contains itself, or is far larger than its text. */
const copyAliases = (root: unknown, text: string, name: string): Json => {
  const open = new Set<unknown>()
  let left = 10_000 + 100 * text.length
  const refuse = (reason: string): DocumentError =>
    new DocumentError(`${name} has YAML anchors that cannot be resolved: ${reason}.`)
  const copy = (value: unknown): Json => {
    if (typeof value !== 'object' || value === null) return value as Json
    if (open.has(value)) throw refuse('one of them stands within itself')
    left -= 1
    if (left < 0) throw refuse('together they stand for too much')
    open.add(value)
    const copied = Array.isArray(value)
      ? value.map(copy)
      : Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)]))
    open.delete(value)
    return copied
  }
  return copy(root)
}
