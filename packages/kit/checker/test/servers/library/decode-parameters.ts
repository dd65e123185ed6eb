import type { ServerRequest } from '../kernel/server-request.ts'
import type { Parameter } from './operations.ts'
import type { Part } from '../kernel/part.ts'

/** A parameter that was sent twice where one value is wanted, or whose text cannot be read. */
export class UnreadableParameterError extends Error {
  override readonly name = 'UnreadableParameterError'
}

/** How freely texts are read. */
export interface Freedom {
  /** Numbers may have spaces around them and be written otherwise, booleans be 1, 0, yes and no. */
  readonly coerces: boolean
  /** If a single value was sent several times, the last one counts. */
  readonly takesLast: boolean
}

type Pairs = readonly (readonly [name: string, value: string])[]

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const split = (text: string, separator: RegExp, decodeText: (text: string) => string): Pairs =>
  text
    .split(separator)
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? [decodeText(pair), ''] : [decodeText(pair.slice(0, at)), decodeText(pair.slice(at + 1))]
    })

const coerce = (text: string, schema: Part): unknown => {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (schema.type === 'integer' || schema.type === 'number') return Number.isNaN(number) ? text : number
  const word = text.trim().toLowerCase()
  if (schema.type === 'boolean' && ['1', 'yes', 'on', 'true'].includes(word)) return true
  if (schema.type === 'boolean' && ['0', 'no', 'off', 'false'].includes(word)) return false
  return text
}

const toType = (text: string, schema: Part, { coerces }: Freedom): unknown => {
  if (coerces) return coerce(text, schema)
  if (schema.type === 'integer' && /^-?(0|[1-9]\d*)$/.test(text)) return Number(text)
  if (schema.type === 'number' && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text)
  if (schema.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

const parseJson = (name: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableParameterError(`${name} is no JSON`)
  }
}

const one = (name: string, texts: readonly string[], { takesLast }: Freedom): string | undefined => {
  if (takesLast) return texts.at(-1)
  if (texts.length > 1) throw new UnreadableParameterError(`${name} was sent more than once`)
  return texts[0]
}

const separators: Record<string, string> = { pipeDelimited: '|', spaceDelimited: ' ' }

const readObject = ({ name, style, schema }: Parameter, pairs: Pairs, freedom: Freedom): unknown => {
  const known = Object.entries((schema.properties ?? {}) as Record<string, Part>)
  const nameOf = (property: string): string => (style === 'deepObject' ? `${name}[${property}]` : property)
  const sent = known.flatMap(([property, propertySchema]) => {
    const texts = pairs.filter(([key]) => key === nameOf(property)).map(([, value]) => value)
    const text = one(nameOf(property), texts, freedom)
    return text === undefined ? [] : [[property, toType(text, propertySchema, freedom)] as const]
  })
  const isStray = (key: string): boolean =>
    style === 'deepObject' &&
    key.startsWith(`${name}[`) &&
    !known.some(([property]) => key === nameOf(property))
  const strays = pairs
    .filter(([key]) => isStray(key))
    .map(([key, value]) => [key.slice(name.length + 1, -1), value])
  return sent.length + strays.length === 0 ? undefined : Object.fromEntries([...sent, ...strays])
}

const readFromPairs = (parameter: Parameter, pairs: Pairs, itemSchema: Part, freedom: Freedom): unknown => {
  const { name, style, explode, isJson, schema } = parameter
  if (schema.type === 'object' && !isJson) return readObject(parameter, pairs, freedom)
  const texts = pairs.filter(([key]) => key === name).map(([, value]) => value)
  if (schema.type === 'array' && explode && texts.length > 0)
    return texts.map((text) => toType(text, itemSchema, freedom))
  const text = one(name, texts, freedom)
  if (text === undefined) return undefined
  if (isJson) return parseJson(name, text)
  if (schema.type !== 'array') return toType(text, schema, freedom)
  return text.split(separators[style] ?? ',').map((part) => toType(part, itemSchema, freedom))
}

const readSimple = (
  { schema, style }: Parameter,
  text: string,
  itemSchema: Part,
  freedom: Freedom,
): unknown =>
  schema.type === 'array'
    ? text.split(separators[style] ?? ',').map((part) => toType(part.trim(), itemSchema, freedom))
    : toType(text, schema, freedom)

/** Reads one parameter by its style; undefined if it was not sent. */
export const decodeParameter = (
  parameter: Parameter,
  request: ServerRequest,
  params: Readonly<Record<string, string>>,
  freedom: Freedom,
): unknown => {
  const itemSchema = parameter.schema.items ?? ({} as Part)
  if (parameter.in === 'path') return readSimple(parameter, params[parameter.name] ?? '', itemSchema, freedom)
  if (parameter.in === 'header') {
    const text = request.headers.get(parameter.name)
    return text === null ? undefined : readSimple(parameter, text, itemSchema, freedom)
  }
  const pairs =
    parameter.in === 'query'
      ? split(request.query, /&/, (text) => decode(text.replaceAll('+', ' ')))
      : split(request.headers.get('cookie') ?? '', /;\s*/, decode)
  return readFromPairs(parameter, pairs, itemSchema, freedom)
}
