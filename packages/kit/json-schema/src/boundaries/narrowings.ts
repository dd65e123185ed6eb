import { isObject, type Json, type JsonObject } from '../base/json.ts'
import { type Direction, keywordOf, type SchemaNode } from '../base/schema-set.ts'
import { isTransmitted } from '../base/subschemas.ts'
import { findPropertyNames } from '../break/object-steps.ts'
import type { Place } from '../break/places.ts'
import { ITEMS } from '../keywords/arrays.ts'
import { toRounded } from '../keywords/numbers.ts'
import {
  type CountBounds,
  demand,
  listIn,
  mapIn,
  narrowTo,
  numberIn,
  referTo,
  restrict,
  type Shell,
  shellOf,
  typesOf,
  without,
} from '../keywords/shell.ts'
import { isDecimalText, LENGTHS, textConstraintsIn } from '../keywords/strings.ts'
import { boundaryTexts } from '../text/boundary-texts.ts'
import type { TextConstraints } from '../text/find-language.ts'
import { matchesPattern } from '../text/match-pattern.ts'

/** The keywords that bound a count, and the names of the scenarios at their bounds. */
interface CountScenarios extends CountBounds {
  readonly atLeast: string
  readonly atMost: string
  readonly nearby: string
}

const TEXT_SCENARIOS: CountScenarios = {
  ...LENGTHS,
  atLeast: 'minimum_length_string',
  atMost: 'maximum_length_string',
  nearby: 'near_boundary_length_string',
}

const ARRAY_SCENARIOS: CountScenarios = {
  ...ITEMS,
  atLeast: 'minimum_items_array',
  atMost: 'maximum_items_array',
  nearby: 'near_boundary_items_array',
}

/** The trials for a place: a plain value, then each boundary, named value and optional property. */
export const narrowingsOf = ({ node }: Place, direction: Direction | undefined): Narrowing[] => {
  if (node.schema === false) return []
  const shell = shellOf(node)
  return [
    ...plainNarrowings(shell),
    ...proposedNarrowings(shell),
    ...countNarrowings(shell, TEXT_SCENARIOS),
    ...textNarrowings(shell),
    ...numberNarrowings(shell),
    ...countNarrowings(shell, ARRAY_SCENARIOS),
    ...distinctNarrowings(shell),
    ...matchNarrowings(node, shell),
    ...objectNarrowings(node, direction),
  ]
}

const plainNarrowings = (shell: Shell): Narrowing[] =>
  (typesOf(shell) ?? [])
    .filter((type) => type !== 'null' && type !== 'boolean')
    .map((type) => ({
      scenario: `valid_${type === 'integer' ? 'number' : type}`,
      keyword: 'type',
      shell: { ...shell, type },
    }))

/** Two items, because one item cannot show a difference. */
const distinctNarrowings = (shell: Shell): Narrowing[] =>
  shell['uniqueItems'] === true
    ? [{ scenario: 'unique_items_array', keyword: 'uniqueItems', shell: restrict(shell, { minItems: 2 }) }]
    : []

/** The item that `contains` requires may come second. */
const matchNarrowings = (node: SchemaNode, shell: Shell): Narrowing[] => {
  const { contains, prefixItems } = shell
  const array = narrowTo(without(shell, 'contains', 'minContains', 'maxContains'), 'array')
  if (array === undefined || contains === undefined || prefixItems !== undefined) return []
  const match = referTo(node, 'contains')
  const item = shell['items'] === undefined ? [] : [referTo(node, 'items')]
  const late = [{ allOf: [...item, { not: match }] }, { allOf: [...item, match] }]
  return [
    {
      scenario: 'array_with_later_match',
      keyword: 'contains',
      shell: { ...array, prefixItems: late, minItems: Math.max(2, numberIn(shell, 'minItems', 0)) },
    },
  ]
}

/** A schema narrowed to one of its boundaries or to one value. */
export interface Narrowing {
  /** The name of the scenario: `minimum_length_string`, `enum_value`, … */
  readonly scenario: string
  /** The statement that it exercises. */
  readonly keyword: string
  readonly shell: Shell
}

/** Values at both bounds of a count that a schema states, and one step inside them. */
const countNarrowings = (shell: Shell, bounds: CountScenarios): Narrowing[] => {
  const narrowed = narrowTo(shell, bounds.type)
  if (narrowed === undefined) return []
  const stated = (keyword: string) => typeof shell[keyword] === 'number'
  const least = numberIn(shell, bounds.least, 0)
  const most = numberIn(shell, bounds.most, Infinity)
  const tries = [
    { scenario: bounds.atLeast, keyword: bounds.least, count: least },
    { scenario: bounds.atMost, keyword: bounds.most, count: most },
    { scenario: bounds.nearby, keyword: bounds.least, count: least + 1 },
    { scenario: bounds.nearby, keyword: bounds.most, count: most - 1 },
  ]
  return tries
    .filter(
      ({ keyword, count }) => stated(keyword) && count >= least && count <= Math.min(most, bounds.largest),
    )
    .filter(({ count }) => bounds.type !== 'string' || isPlainLength(shell, count))
    .map(({ scenario, keyword, count }) => ({
      scenario,
      keyword,
      shell: restrict(narrowed, { [bounds.least]: count, [bounds.most]: count }),
    }))
}

/**
 * Whether every validator accepts a text of this length in the schema's format. The RFC allows an email address of three characters,
 * but many servers reject it.
 */
const isPlainLength = (shell: Shell, length: number): boolean => {
  const { format, pattern } = shell
  if (typeof format !== 'string') return true
  const constraints = {
    minLength: numberIn(shell, 'minLength', 0),
    maxLength: numberIn(shell, 'maxLength', Infinity),
    formats: [format],
    patterns: typeof pattern === 'string' ? [pattern] : [],
  }
  return boundaryTexts(constraints).some(({ text }) => Array.from(text).length === length)
}

const NEAR = 'near_boundary_number'

/** Numbers at the bounds that a schema states, one step of `multipleOf` (or 1) inside them, and a number that is no integer. */
const numberNarrowings = (shell: Shell): Narrowing[] => {
  const step = numberIn(shell, 'multipleOf', 1)
  const next = (count: number) => toRounded(count * step)
  const tries = boundsIn(shell).flatMap(({ keyword, bound, inwards, exclusive, scenario }) => {
    // The first multiple within the bound; the second for an exclusive bound that is a multiple itself.
    const first = inwards > 0 ? Math.ceil(toRounded(bound / step)) : Math.floor(toRounded(bound / step))
    const inner = exclusive && next(first) === bound ? first + inwards : first
    return [
      { keyword, scenario, value: exclusive ? next(inner) : bound },
      { keyword, scenario, value: next(inner) },
      { keyword, scenario: NEAR, value: next(inner + inwards) },
    ]
  })
  return [...tries, ...largeBoundsIn(shell), ...fractionIn(shell)].map(({ keyword, scenario, value }) => ({
    keyword,
    scenario,
    shell: restrict(shell, { const: value }),
  }))
}

/** The whole numbers at and next to a bound that no double holds. */
const largeBoundsIn = (shell: Shell) =>
  BOUNDS.flatMap(({ keyword, inwards, exclusive, scenario }) => {
    const bound = shell[keyword]
    if (typeof bound !== 'bigint') return []
    const inner = exclusive ? bound + BigInt(inwards) : bound
    return [
      { keyword, scenario, value: inner },
      { keyword, scenario: NEAR, value: inner + BigInt(inwards) },
    ]
  })

/** A half within the bounds, else the middle between them, to detect servers that round. */
const fractionIn = (shell: Shell) => {
  if (typesOf(shell)?.includes('number') !== true || shell['multipleOf'] !== undefined) return []
  const lowest = Math.max(
    numberIn(shell, 'minimum', -Infinity),
    numberIn(shell, 'exclusiveMinimum', -Infinity),
  )
  const highest = Math.min(
    numberIn(shell, 'maximum', Infinity),
    numberIn(shell, 'exclusiveMaximum', Infinity),
  )
  const start = Number.isFinite(lowest)
    ? Math.ceil(lowest)
    : Number.isFinite(highest)
      ? Math.floor(highest) - 1
      : 1
  const value = start + 0.5 < highest ? start + 0.5 : (lowest + highest) / 2
  return Number.isInteger(value) ? [] : [{ keyword: 'type', scenario: 'fractional_number', value }]
}

const BOUNDS = [
  { keyword: 'minimum', inwards: 1, exclusive: false, scenario: 'minimum_value' },
  { keyword: 'exclusiveMinimum', inwards: 1, exclusive: true, scenario: 'minimum_value' },
  { keyword: 'maximum', inwards: -1, exclusive: false, scenario: 'maximum_value' },
  { keyword: 'exclusiveMaximum', inwards: -1, exclusive: true, scenario: 'maximum_value' },
] as const

/** The bounds that a double holds. */
const boundsIn = (shell: Shell) =>
  BOUNDS.flatMap((kind) => {
    const bound = shell[kind.keyword]
    return typeof bound === 'number' ? [{ ...kind, bound }] : []
  })

/** Objects with only the required properties, with each optional one, with all, and with an undeclared one. */
const objectNarrowings = (node: SchemaNode, direction: Direction | undefined): Narrowing[] => {
  const object = narrowTo(shellOf(node), 'object')
  if (object === undefined) return []
  const properties = mapIn(object, 'properties')
  const optional = Object.keys(properties).filter(
    (name) =>
      !listIn(object, 'required').includes(name) &&
      isTransmitted(node.set.child(node, 'properties', name), direction),
  )
  const withNames = (names: readonly string[]): Narrowing => ({
    scenario: 'object_required_and_optional',
    keyword: 'properties',
    shell: names.reduce(demand, object),
  })
  return [
    ...(Object.keys(properties).length === 0 ? [] : [onlyRequired(object, properties, optional)]),
    ...optional.map((name) => withNames([name])),
    ...(optional.length > 1 ? [withNames(optional)] : []),
    ...openNarrowings(node, object),
  ]
}

const onlyRequired = (object: Shell, properties: JsonObject, optional: readonly string[]): Narrowing => ({
  scenario: 'object_only_required',
  keyword: 'required',
  shell: {
    ...object,
    properties: { ...properties, ...Object.fromEntries(optional.map((name) => [name, false])) },
  },
})

/** Only if `additionalProperties` describes such a property. If it is absent, none is added. */
const openNarrowings = (node: SchemaNode, object: Shell): Narrowing[] => {
  const open = keywordOf(node, 'additionalProperties')
  if (!isObject(open) || Object.keys(open).length === 0) return []
  return findPropertyNames(node)
    .slice(0, 1)
    .map((name) => ({
      scenario: 'object_additional_property',
      keyword: 'additionalProperties',
      shell: demand(object, name),
    }))
}

/** The values that a schema names itself: its examples, default, constants, and null if that is one of its types. */
const proposedNarrowings = (shell: Shell): Narrowing[] => [
  ...one(shell, 'example', 'example_value'),
  ...listIn(shell, 'examples').map((value) => narrowing(shell, 'examples', 'example_value', value)),
  ...one(shell, 'default', 'default_value'),
  ...one(shell, 'const', 'const_value'),
  ...listIn(shell, 'enum').map((value) => narrowing(shell, 'enum', 'enum_value', value)),
  // OpenAPI 3.0 accepts null for `nullable` without a type, regardless of other keywords.
  ...(shell['nullable'] === true && typesOf(shell) === undefined
    ? [{ scenario: 'null_value', keyword: 'nullable', shell: { const: null } }]
    : []),
  ...(typesOf(shell)?.includes('null') === true ? [narrowing(shell, 'type', 'null_value', null)] : []),
  ...(narrowTo(shell, 'boolean') !== undefined && typesOf(shell) !== undefined
    ? [true, false].map((value) => narrowing(shell, 'type', 'valid_boolean', value))
    : []),
]

const one = (shell: Shell, keyword: string, scenario: string): Narrowing[] =>
  shell[keyword] === undefined ? [] : [narrowing(shell, keyword, scenario, shell[keyword])]

const narrowing = (shell: Shell, keyword: string, scenario: string, value: Json): Narrowing => ({
  scenario,
  keyword,
  shell: restrict(shell, { const: value }),
})

/** Accents, an emoji of two UTF-16 units, markup, a letter from right to left with its mark, other scripts, quotes and a percent sign. */
const ODD = Array.from('é😀<ש\u200f&Ω日 %\'"ñ>')

/** The longest text to test how a server counts characters. */
const LONGEST_EMOJI = 10_000

/** Bytes at which a server truncates or changes a file if it treats it as text. */
const ODD_FILE = 'odd\u0000file\r\n\u001aé\n'

/** Bytes whose base64 has the two characters that differ between alphabets, and both kinds of padding. */
const PADDED = ['+/+/+/8=', '+/+/+w==']

/** A time with a fraction of a second and an offset. */
const ODD_TIME = '2024-02-29T23:30:15.250+05:30'

/**
 * Creates texts that break if a server confuses characters with bytes, or text with markup. Adds one whose length must be counted in
 * characters (2020-12 Validation, 6.3.1).
 */
const oddTexts = (shell: Shell): Narrowing[] => {
  const text = narrowTo(shell, 'string')
  const { pattern } = shell
  const isAllowed = (value: string): boolean => typeof pattern !== 'string' || matchesPattern(pattern, value)
  if (
    text === undefined ||
    ['format', 'enum', 'const', 'contentEncoding'].some((keyword) => shell[keyword] !== undefined)
  )
    return []
  const [least, most] = [numberIn(shell, 'minLength', 0), numberIn(shell, 'maxLength', Infinity)]
  const length = Math.min(Math.max(ODD.length, least), most)
  const odd = Array.from({ length }, (_, index) => ODD[index % ODD.length]).join('')
  const isCounted = most <= LONGEST_EMOJI && most > 0 && isAllowed('😀'.repeat(most))
  return [
    ...(length === 0 || !isAllowed(odd)
      ? []
      : [{ scenario: 'odd_text', keyword: 'type', shell: restrict(text, { const: odd }) }]),
    ...(isCounted
      ? [
          {
            scenario: 'maximum_length_of_emoji',
            keyword: 'maxLength',
            shell: restrict(text, { const: '😀'.repeat(most) }),
          },
        ]
      : []),
  ]
}

/** The shortest and longest texts of a pattern, and those next to them in length: a pattern sets lengths, too. */
const textNarrowings = (shell: Shell): Narrowing[] => {
  if (shell['format'] === 'date-time')
    return [{ scenario: 'odd_time', keyword: 'format', shell: restrict(shell, { const: ODD_TIME }) }]
  if (shell['format'] === 'binary')
    return [{ scenario: 'odd_file', keyword: 'format', shell: restrict(shell, { const: ODD_FILE }) }]
  const others = [...paddedTexts(shell), ...oddTexts(shell)]
  if (typeof shell['pattern'] !== 'string') return others
  const atBounds = boundaryTexts(textConstraintsIn(shell)).map(({ text, scenario }) => ({
    scenario,
    keyword: 'pattern',
    shell: restrict(shell, { const: text }),
  }))
  return [...atBounds, ...decimalTexts(shell), ...others]
}

const paddedTexts = (shell: Shell): Narrowing[] =>
  shell['contentEncoding'] === 'base64'
    ? PADDED.map((text) => ({
        scenario: 'padded_text',
        keyword: 'contentEncoding',
        shell: restrict(shell, { const: text }),
      }))
    : []

/** Decimal amounts as text, starting at zero. */
const DECIMALS = ['0.00', '0.0', '0', '0.05', '1.5']

/** A pattern is one of decimals if it accepts zero with a fixed number of fraction digits. */
const decimalTexts = (shell: Shell): Narrowing[] => {
  const constraints = textConstraintsIn(shell)
  const isDecimal = boundaryTexts(constraints).some(({ text }) => isDecimalText(text))
  const texts = isDecimal ? DECIMALS.filter((text) => isOfPatterns(constraints, text)) : []
  return texts.map((text) => ({
    scenario: 'decimal_text',
    keyword: 'pattern',
    shell: restrict(shell, { const: text }),
  }))
}

const isOfPatterns = ({ patterns = [] }: TextConstraints, text: string): boolean =>
  patterns.every((pattern) => matchesPattern(pattern, text))
