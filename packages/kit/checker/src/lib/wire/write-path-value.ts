import { isObject, type Json } from '../schema/json.ts'
import type { ApiParameter } from '../document/api-document.ts'
import { percentEncode } from './percent-encode.ts'
import { toText } from './to-text.ts'
import { UnsendableError } from './unsendable-error.ts'
import { writeContent } from './write-content.ts'
import { presentEntries } from './write-pairs.ts'

/** Writes a path parameter by its style; throws {@link UnsendableError} for a value that leaves no text, which no route would match. */
export const writePathValue = (parameter: ApiParameter, value: Json | undefined): string => {
  const written = value === undefined || value === null ? '' : writeStyled(parameter, value)
  if (written === '') throw new UnsendableError(`The path parameter ${parameter.name} has no text.`)
  return written
}

const writeStyled = ({ name, style, explode, contentType }: ApiParameter, value: Json): string => {
  if (contentType !== undefined) return percentEncode(writeContent(contentType, value))
  const key = percentEncode(name)
  const items = itemsOf(value, explode)
  if (items.length === 0) return ''
  const isNamed = explode && isObject(value)
  if (style === 'label') return `.${items.join(explode ? '.' : ',')}`
  if (style !== 'matrix') return items.join(',')
  if (isNamed) return items.map((item) => `;${item}`).join('')
  const texts = explode ? items : [items.join(',')]
  return texts.map((text) => (text === '' ? `;${key}` : `;${key}=${text}`)).join('')
}

const encode = (item: Json): string => percentEncode(toText(item))

const itemsOf = (value: Json, explode: boolean): readonly string[] => {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(encode)
  if (!isObject(value)) return [encode(value)]
  const entries = presentEntries(value)
  return explode ? entries.map(([key, item]) => `${encode(key)}=${encode(item)}`) : entries.flat().map(encode)
}
