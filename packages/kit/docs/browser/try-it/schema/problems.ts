import {
  followReference,
  isObject,
  type JsonObject,
  toList,
  toObject,
  toText,
} from '../../../src/openapi/json.ts'

/** What a problem of the whole value is said of; members of it stand without a prefix. */
export type WholeValue = 'Request body' | 'Response body'

/**
 * Finds where a value breaks a schema, with one sentence for each problem. It reads the keywords of JSON Schema 2020-12 and of
 * OpenAPI 3.0 that describe the shape of JSON. It ignores others, and is a hint: the server alone decides. A validator such as Ajv
 * compiles schemas by evaluating text, which the content security policy of a page forbids.
 */
export function findProblems(
  document: unknown,
  declared: unknown,
  value: unknown,
  name: string = 'Request body',
): string[] {
  if (declared === false) return [`${name} must not be sent`]
  const schema = followReference(document, declared)
  if (value === null && schema['nullable'] === true) return []
  const wrongType = findWrongType(schema['type'], value)
  if (wrongType !== '') return [`${name} ${wrongType}`]
  return [
    ...findBrokenLimits(schema, value).map((problem) => `${name} ${problem}`),
    ...(isObject(value) ? findMemberProblems(document, schema, value, name) : []),
    ...(Array.isArray(value) ? findItemProblems(document, schema, value, name) : []),
    ...findShapeProblems(document, schema, value, name),
  ]
}

/** The name of a member in a sentence: `cards[0].amount`. */
const nameOf = (whole: string, member: string): string =>
  whole === 'Request body' || whole === 'Response body' ? member : `${whole}.${member}`

function findMemberProblems(
  document: unknown,
  schema: JsonObject,
  value: JsonObject,
  name: string,
): string[] {
  const properties = toObject(schema['properties'])
  const patterns = Object.entries(toObject(schema['patternProperties']))
  const missing = toList(schema['required'])
    .map(toText)
    .filter((member) => !Object.hasOwn(value, member))
  const members = Object.entries(value).flatMap(([member, one]) => {
    const schemas = [
      ...(Object.hasOwn(properties, member) ? [properties[member]] : []),
      ...patterns.filter(([pattern]) => matches(pattern, member)).map(([, declared]) => declared),
    ]
    if (schemas.length === 0 && schema['additionalProperties'] === false)
      return [`${nameOf(name, member)} is not known`]
    const others = isObject(schema['additionalProperties']) ? [schema['additionalProperties']] : []
    return (schemas.length > 0 ? schemas : others).flatMap((declared) =>
      findProblems(document, declared, one, nameOf(name, member)),
    )
  })
  return [...missing.map((member) => `${nameOf(name, member)} is required`), ...members]
}

function findItemProblems(
  document: unknown,
  schema: JsonObject,
  value: readonly unknown[],
  name: string,
): string[] {
  const first = toList(schema['prefixItems'])
  return value.flatMap((item, index) => {
    const declared = first[index] ?? schema['items']
    return declared === undefined ? [] : findProblems(document, declared, item, `${name}[${index}]`)
  })
}

function findShapeProblems(document: unknown, schema: JsonObject, value: unknown, name: string): string[] {
  const problemsOf = (branches: unknown) =>
    toList(branches)
      .map((branch) => ({
        missing: countMissing(followReference(document, branch), value),
        problems: findProblems(document, branch, value, name),
      }))
      .toSorted((a, b) => a.missing - b.missing || a.problems.length - b.problems.length)
      .map(({ problems }) => problems)
  const oneOf = problemsOf(schema['oneOf'])
  const isExcluded = 'not' in schema && findProblems(document, schema['not'], value, name).length === 0
  return [
    ...toList(schema['allOf']).flatMap((part) => findProblems(document, part, value, name)),
    ...(isExcluded ? [`${name} combines members that cannot be sent together`] : []),
    ...(oneOf.filter(fits).length > 1
      ? [`${name} must match exactly one of the accepted shapes`]
      : nearest(oneOf)),
    ...nearest(problemsOf(schema['anyOf'])),
  ]
}

const fits = (problems: readonly string[]): boolean => problems.length === 0

/** The problems of the branch that is most likely meant; none where any of them fits. */
const nearest = (branches: readonly string[][]): string[] => (branches.some(fits) ? [] : (branches[0] ?? []))

const countMissing = (schema: JsonObject, value: unknown): number =>
  toList(schema['required']).filter((member) => !Object.hasOwn(toObject(value), toText(member))).length

const typeNames: Readonly<Record<string, string>> = {
  integer: 'an integer',
  array: 'an array',
  object: 'an object',
  boolean: 'true or false',
  null: 'null',
}

/** How a value differs from the type of a schema, as the end of a sentence; empty where it does not. */
function findWrongType(type: unknown, value: unknown): string {
  const types = typeof type === 'string' ? [type] : toList(type).map(toText)
  if (types.length === 0 || types.some((one) => isOfType(one, value))) return ''
  return `must be ${types.map((one) => typeNames[one] ?? `a ${one}`).join(' or ')}`
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'null') return value === null
  return typeof value === type
}

/** A limit of another type than the value's is not broken (JSON Schema 2020-12, validation vocabulary). */
function findBrokenLimits(schema: JsonObject, value: unknown): string[] {
  return Object.entries(schema).flatMap(([keyword, limit]) => {
    const problem = limits[keyword]?.(limit, value, schema)
    return problem === undefined || problem === false ? [] : [problem]
  })
}

type Limit = (limit: unknown, value: unknown, schema: JsonObject) => string | false
const toCount = (limit: unknown, noun: string): string => `${toText(limit)} ${noun}${limit === 1 ? '' : 's'}`
const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? Array.from(value).length : Number.NaN
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)
const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : Number.NaN)
const sizeOf = (value: unknown): number => (isObject(value) ? Object.keys(value).length : Number.NaN)
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
const toName = (value: unknown): string => toText(value) || JSON.stringify(value)

/** In OpenAPI 3.0 an exclusive limit is `true` beside `minimum` or `maximum`. */
const limitOf = (limit: unknown, beside: unknown): number =>
  limit === true ? Number(beside) : typeof limit === 'number' ? limit : Number.NaN

const limits: Readonly<Record<string, Limit>> = {
  const: (limit, value) => !isSame(value, limit) && `must be ${toName(limit)}`,
  enum: (limit, value) => {
    const choices = toList(limit)
    return (
      !choices.some((choice) => isSame(choice, value)) &&
      `must be ${choices.length > 1 ? 'one of ' : ''}${choices.map(toName).join(', ')}`
    )
  },
  minLength: (limit, value) =>
    lengthOf(value) < Number(limit) &&
    (limit === 1 ? 'must not be empty' : `must have at least ${toCount(limit, 'character')}`),
  maxLength: (limit, value) =>
    lengthOf(value) > Number(limit) && `must have at most ${toCount(limit, 'character')}`,
  minimum: (limit, value) => numberOf(value) < Number(limit) && `must be at least ${toText(limit)}`,
  maximum: (limit, value) => numberOf(value) > Number(limit) && `must be at most ${toText(limit)}`,
  exclusiveMinimum: (limit, value, { minimum }) =>
    numberOf(value) <= limitOf(limit, minimum) && `must be more than ${limitOf(limit, minimum)}`,
  exclusiveMaximum: (limit, value, { maximum }) =>
    numberOf(value) >= limitOf(limit, maximum) && `must be less than ${limitOf(limit, maximum)}`,
  multipleOf: (limit, value) => {
    const quotient = numberOf(value) / Number(limit)
    return Math.abs(quotient - Math.round(quotient)) > 1e-9 && `must be a multiple of ${toText(limit)}`
  },
  minItems: (limit, value) =>
    countOf(value) < Number(limit) && `must have at least ${toCount(limit, 'item')}`,
  maxItems: (limit, value) => countOf(value) > Number(limit) && `must have at most ${toCount(limit, 'item')}`,
  uniqueItems: (limit, value) =>
    limit === true &&
    countOf(value) > new Set(toList(value).map((item) => JSON.stringify(item))).size &&
    'must not have the same item twice',
  minProperties: (limit, value) =>
    sizeOf(value) < Number(limit) && `must have at least ${toCount(limit, 'member')}`,
  maxProperties: (limit, value) =>
    sizeOf(value) > Number(limit) && `must have at most ${toCount(limit, 'member')}`,
  pattern: (limit, value) =>
    typeof value === 'string' && !matches(toText(limit), value) && 'has an invalid format',
  format: (limit, value) =>
    typeof value === 'string' &&
    formats[toText(limit)]?.test(value) === false &&
    `must be a valid ${formatNames[toText(limit)] ?? toText(limit)}`,
}

/** A pattern that this browser cannot read rejects nothing. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}

const formats: Readonly<Record<string, RegExp>> = {
  email: /^[^@\s]+@[^@\s]+$/,
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/,
}
const formatNames: Readonly<Record<string, string>> = { uuid: 'UUID', 'date-time': 'date and time' }
