import { isObject, type Json } from '../schema/json.ts'
import type { ApiMedia } from '../document/api-document.ts'
import { encodingRuleOf, type EncodingRule } from './encoding-rule.ts'
import { mediaKindOf } from './media-kind.ts'
import { percentEncode } from './percent-encode.ts'
import { toText } from './to-text.ts'
import { writePairs, type Pair } from './write-pairs.ts'

/** Writes an `application/x-www-form-urlencoded` body; a value that is no object is written as one bare text. */
export const writeForm = (media: ApiMedia | undefined, value: Json): string => {
  if (!isObject(value)) return percentEncode(toText(value))
  const pairs = Object.entries(value).flatMap(([name, item]) => writeField(encodingRuleOf(media, name), item))
  return pairs.map(([name, text]) => `${name}=${text}`).join('&')
}

const writeField = (rule: EncodingRule, value: Json): readonly Pair[] => {
  if (value === null) return []
  const isJson = rule.contentType !== undefined && mediaKindOf(rule.contentType) === 'json'
  if (!rule.isStyled && (isJson || isObject(value)))
    return [[percentEncode(rule.name), percentEncode(JSON.stringify(value))]]
  return writePairs(rule, value)
}
