import { isObject, parseJson, toList, toText } from '../../../src/openapi/json.ts'
import type { Parameter } from '../../../src/openapi/operations.ts'

type Encode = (text: string) => string
type Value = string | readonly string[] | readonly (readonly [name: string, value: string])[]

const isPairs = (value: readonly unknown[]): value is readonly (readonly [string, string])[] =>
  Array.isArray(value[0])

/**
 * A value as typed into a form: JSON for objects; JSON or a list with commas for arrays; anything else as it is. What does
 * not fit is sent as it is, to see what the server says.
 */
function toValue({ schema, isJson }: Pick<Parameter, 'schema' | 'isJson'>, typed: string): Value {
  const types = typeof schema['type'] === 'string' ? [schema['type']] : toList(schema['type'])
  if (isJson) return typed
  const json = types.includes('array') || types.includes('object') ? parseJson(typed) : undefined
  if (Array.isArray(json)) return json.map(toItem)
  if (isObject(json)) return Object.entries(json).map(([name, value]) => [name, toItem(value)] as const)
  return types.includes('array') && json === undefined ? typed.split(',').map((item) => item.trim()) : typed
}

const toItem = (value: unknown): string => toText(value) || (value === '' ? '' : JSON.stringify(value))

/** A list as it is typed into a form, as its items. */
export function toItems(typed: string): readonly string[] {
  const value = toValue({ schema: { type: 'array' }, isJson: false }, typed)
  return typeof value === 'string' || isPairs(value) ? [typed] : value
}

/** A path parameter, escaped (OpenAPI 3.1, Parameter Object: `simple`, `label`, `matrix`). */
export function toPathText(parameter: Parameter, typed: string): string {
  const value = toValue(parameter, typed)
  const { name, style, explode } = parameter
  const encode: Encode = encodeURIComponent
  if (style === 'label') return `.${joinValue(value, explode ? '.' : ',', explode, encode)}`
  if (style !== 'matrix') return joinValue(value, ',', explode, encode)
  if (typeof value === 'string') return `;${encode(name)}=${encode(value)}`
  if (!explode) return `;${encode(name)}=${joinValue(value, ',', false, encode)}`
  const pairs = isPairs(value) ? value : value.map((item) => [name, item] as const)
  return pairs.map(([key, item]) => `;${encode(key)}=${encode(item)}`).join('')
}

/** A query parameter as parts of the query, escaped (`form`, `spaceDelimited`, `pipeDelimited`, `deepObject`). */
export function toQueryParts(parameter: Parameter, typed: string): readonly string[] {
  const { name, style, explode, allowReserved } = parameter
  const encode: Encode = allowReserved ? encodeAllButReserved : encodeURIComponent
  const value = toValue(parameter, typed)
  if (typeof value === 'string') return [part(name, encode(value))]
  if (isPairs(value)) {
    if (style === 'deepObject') return value.map(([key, item]) => part(`${name}[${key}]`, encode(item)))
    if (explode) return value.map(([key, item]) => part(key, encode(item)))
  } else if (explode) {
    return value.map((item) => part(name, encode(item)))
  }
  const delimiter = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ','
  return [part(name, joinValue(value, delimiter, false, encode))]
}

const part = (key: string, text: string): string => `${encodeURIComponent(key)}=${text}`

/** The value of a header (`simple`), as it is. */
export function toHeaderText(parameter: Parameter, typed: string): string {
  return joinValue(toValue(parameter, typed), ',', parameter.explode, (text) => text)
}

/** A cookie as it stands in the header `Cookie` (`form`). */
export function toCookieText(parameter: Parameter, typed: string): string {
  return `${parameter.name}=${joinValue(toValue(parameter, typed), ',', false, encodeURIComponent)}`
}

function joinValue(value: Value, delimiter: string, explode: boolean, encode: Encode): string {
  if (typeof value === 'string') return encode(value)
  if (!isPairs(value)) return value.map(encode).join(delimiter)
  return value.map(([key, item]) => `${encode(key)}${explode ? '=' : ','}${encode(item)}`).join(delimiter)
}

/** The reserved characters of RFC 3986, section 2.2, stay as they are, but those that would end the query. */
function encodeAllButReserved(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:3A|2F|3F|40|5B|5D|24|2C|3B|3D)/g, decodeURIComponent)
}
