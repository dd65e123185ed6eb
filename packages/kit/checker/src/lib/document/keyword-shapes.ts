import { isObject, type Json } from '../schema/json.ts'
import { subschemaKeywords } from '../schema/subschema-keywords.ts'
import { isTextList } from './expect-part.ts'

/** What a keyword must hold, and how to say so. */
export interface KeywordShape {
  readonly holds: (value: Json) => boolean
  /** Completes "`minLength` must be …". */
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
const number: KeywordShape = { holds: (value) => typeof value === 'number', wanted: 'a number' }
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
export const KEYWORD_SHAPES: ReadonlyMap<string, KeywordShape> = new Map([
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
  ['multipleOf', { holds: (value) => typeof value === 'number' && value > 0, wanted: 'a number above 0' }],
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
