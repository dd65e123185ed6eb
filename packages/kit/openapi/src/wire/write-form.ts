import { isObject, type Json, type JsonObject, own, writeJson } from '@contract-kit/json-schema/json'
import { percentEncode } from './percent-encode.ts'
import { mediaKindOf } from './wire-request.ts'
import { joinPairs, type Pair, type StyleRule, toText, writePairs } from './write-parameters.ts'

/** The declared fields of a form. */
interface FormMedia {
  /** Encoding objects by property, as written. */
  readonly encoding: JsonObject
}

/** Writes an `application/x-www-form-urlencoded` body. A value that is not an object is written as plain text. */
export const writeForm = (media: FormMedia | undefined, value: Json): string => {
  if (!isObject(value)) return percentEncode(toText(value))
  return joinPairs(writeFormPairs(media, value))
}

/** The pairs of an `application/x-www-form-urlencoded` body, percent-encoded. */
export const writeFormPairs = (media: FormMedia | undefined, value: JsonObject): readonly Pair[] =>
  Object.entries(value).flatMap(([name, item]) => writeField(encodingRuleOf(media, name), item))

const writeField = (rule: EncodingRule, value: Json): readonly Pair[] => {
  if (value === null) return []
  const isJson = rule.contentType !== undefined && mediaKindOf(rule.contentType) === 'json'
  if (!rule.isStyled && (isJson || isObject(value)))
    return [[percentEncode(rule.name), percentEncode(writeJson(value))]]
  return writePairs(rule, value)
}

/** How one property of a form is written (OpenAPI 3.1, "Encoding Object"). */
export interface EncodingRule extends StyleRule {
  /** Whether the document declares a style. Without one, lists are repeated and objects are written as JSON. */
  readonly isStyled: boolean
  /** The first media type that the document names for the property. */
  readonly contentType: string | undefined
}

/** The rule for a property of a form or multipart body; the defaults if the document has none. */
export const encodingRuleOf = (media: FormMedia | undefined, name: string): EncodingRule => {
  const entry = media === undefined ? undefined : own(media.encoding, name)
  const encoding = isObject(entry) ? entry : {}
  const { style, explode, allowReserved, contentType } = encoding
  const knownStyle = typeof style === 'string' ? style : 'form'
  return {
    name,
    style: knownStyle,
    explode: typeof explode === 'boolean' ? explode : knownStyle === 'form',
    allowReserved: allowReserved === true,
    isStyled: typeof style === 'string' || typeof explode === 'boolean' || allowReserved === true,
    contentType: typeof contentType === 'string' ? contentType.split(',')[0]?.trim() : undefined,
  }
}
