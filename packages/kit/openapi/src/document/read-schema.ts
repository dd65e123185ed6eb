import { appendTokens, isNumber, isObject, type Json, own } from '@contract-kit/json-schema/json'
import {
  childrenOf,
  keywordOf,
  resolveUri,
  type SchemaNode,
  subschemaKeywords,
  UnresolvedReferenceError,
} from '@contract-kit/json-schema/schemas'
import { findExpression } from '@contract-kit/json-schema/text'
import {
  DocumentError,
  type DocumentLibrary,
  findChild,
  isTextList,
  type Part,
  tellPlace,
  unresolved,
} from './document-part.ts'

/** The validated schema under a key; undefined if there is none. */
export const readSchema = (part: Part, key: string): SchemaNode | undefined => {
  const child = findChild(part, key)
  if (child === undefined) return undefined
  if (!isObject(child.value) && typeof child.value !== 'boolean')
    throw new DocumentError(`${tellPlace(child)} must be a schema.`)
  const node = part.library.schemas.node(child.documentUri, child.pointer)
  assertSoundSchema(part.library, node)
  return node
}

/**
 * Validates a schema and everything it refers to: each keyword has the right shape, and each reference resolves without a cycle.
 * Throws {@link DocumentError} otherwise. Skips schemas that are already known to be valid.
 */
const assertSoundSchema = (library: DocumentLibrary, root: SchemaNode): void => {
  const fresh: SchemaNode[] = []
  const waiting = [root]
  try {
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (library.soundSchemas.has(node)) continue
      library.soundSchemas.add(node)
      fresh.push(node)
      assertShapes(library, node)
      for (const target of referredBy(library, node)) waiting.push(target)
      for (const { child } of childrenOf(node)) waiting.push(child)
    }
    assertEnds(library, fresh)
  } catch (error) {
    // The next operation with this schema must fail as well.
    for (const node of fresh) library.soundSchemas.delete(node)
    throw error
  }
}

const assertShapes = (library: DocumentLibrary, { schema, documentUri, pointer }: SchemaNode): void => {
  if (typeof schema === 'boolean') return
  for (const [keyword, value] of Object.entries(schema)) {
    const shape = KEYWORD_SHAPES.get(keyword)
    const place = (): string => tellPlace({ library, documentUri, pointer: appendTokens(pointer, keyword) })
    if (keyword === 'pattern' && typeof value === 'string' && findExpression(value) === undefined)
      noteOnce(
        library,
        `The pattern at ${place()} is not a regular expression of ECMA-262, so it is not checked.`,
      )
    if (shape === undefined || shape.holds(value)) continue
    throw new DocumentError(`${place()} must be ${shape.wanted}${tellDialect(library, documentUri)}.`)
  }
}

const noteOnce = ({ notes }: DocumentLibrary, note: string): void => {
  if (!notes.includes(note)) notes.push(note)
}

// Usually a wrong shape comes from another dialect.
const tellDialect = (library: DocumentLibrary, documentUri: string): string => {
  const dialect = own(library.documents.get(documentUri) ?? null, 'jsonSchemaDialect')
  const isKnown = typeof dialect !== 'string' || /2020-12|oas\/3\.[12]/.test(dialect)
  return isKnown ? '' : `; the document declares the dialect ${dialect}, and JSON Schema 2020-12 is supported`
}

const referredBy = (library: DocumentLibrary, node: SchemaNode): readonly SchemaNode[] =>
  ['$ref', '$dynamicRef'].flatMap((keyword) => {
    const reference = keywordOf(node, keyword)
    if (typeof reference !== 'string') return []
    try {
      return [node.set.resolve(node, reference)]
    } catch (error) {
      if (!(error instanceof UnresolvedReferenceError)) throw error
      throw unresolved({ ...node, library }, reference, resolveUri(reference, node.baseUri).uri)
    }
  })

// A schema that applies itself to the same value never terminates (JSON Schema 2020-12, 9.4.1).
const assertEnds = (library: DocumentLibrary, nodes: readonly SchemaNode[]): void => {
  const open = new Set<SchemaNode>()
  const ended = new Set<SchemaNode>()
  const visit = (node: SchemaNode): void => {
    if (ended.has(node)) return
    if (open.has(node))
      throw new DocumentError(
        `The schema at ${tellPlace({ ...node, library })} refers to itself without end.`,
      )
    open.add(node)
    for (const target of referredBy(library, node)) visit(target)
    for (const { child, inPlace } of childrenOf(node)) if (inPlace) visit(child)
    open.delete(node)
    ended.add(node)
  }
  for (const node of nodes) visit(node)
}

/** The required shape of a keyword's value, and its description. */
interface KeywordShape {
  readonly holds: (value: Json) => boolean
  /** The end of the message "`minLength` must be …". */
  readonly wanted: string
}

const TYPE_NAMES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']
const TYPES = new Set<Json>(TYPE_NAMES)

const isSchema = (value: Json): boolean => isObject(value) || typeof value === 'boolean'

const schema: KeywordShape = { holds: isSchema, wanted: 'a schema' }
const schemaList: KeywordShape = {
  holds: (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
  wanted: 'a list of schemas',
}
const schemaMap: KeywordShape = {
  holds: (value) => isObject(value) && Object.values(value).every(isSchema),
  wanted: 'an object of schemas by name',
}
const SUBSCHEMA_SHAPES = { one: schema, list: schemaList, map: schemaMap } as const
const number: KeywordShape = { holds: isNumber, wanted: 'a number' }
const count: KeywordShape = {
  holds: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0,
  wanted: 'a whole number of 0 or more',
}
const flag: KeywordShape = { holds: (value) => typeof value === 'boolean', wanted: 'true or false' }
const text: KeywordShape = { holds: (value) => typeof value === 'string', wanted: 'a text' }
const textList: KeywordShape = { holds: isTextList, wanted: 'a list of texts' }

const all = (
  keywords: readonly string[],
  shape: KeywordShape,
): readonly (readonly [string, KeywordShape])[] => keywords.map((keyword) => [keyword, shape])

/** The shape of each keyword that gives a schema its meaning (JSON Schema 2020-12; OpenAPI 3.1, "Schema Object"). */
const KEYWORD_SHAPES: ReadonlyMap<string, KeywordShape> = new Map([
  ...[...subschemaKeywords].map(([keyword, shape]) => [keyword, SUBSCHEMA_SHAPES[shape]] as const),
  ...all(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'], number),
  ...all(
    [
      'minLength',
      'maxLength',
      'minItems',
      'maxItems',
      'minContains',
      'maxContains',
      'minProperties',
      'maxProperties',
    ],
    count,
  ),
  ...all(['uniqueItems', 'readOnly', 'writeOnly', 'deprecated'], flag),
  ...all(
    [
      'pattern',
      'format',
      'contentEncoding',
      'contentMediaType',
      '$ref',
      '$dynamicRef',
      '$id',
      '$anchor',
      '$dynamicAnchor',
    ],
    text,
  ),
  ['required', textList],
  ['enum', { holds: Array.isArray, wanted: 'a list' }],
  ['multipleOf', { holds: (value) => isNumber(value) && value > 0, wanted: 'a number above 0' }],
  [
    'dependentRequired',
    {
      holds: (value) => isObject(value) && Object.values(value).every(isTextList),
      wanted: 'an object of lists of texts',
    },
  ],
  [
    'type',
    {
      holds: (value) =>
        TYPES.has(value) ||
        (Array.isArray(value) && value.length > 0 && value.every((item) => TYPES.has(item))),
      wanted: `one or more of ${TYPE_NAMES.join(', ')}, each a text (null in quotes)`,
    },
  ],
  [
    'discriminator',
    {
      holds: (value) => isObject(value) && typeof value['propertyName'] === 'string',
      wanted: 'an object with a `propertyName`',
    },
  ],
])
