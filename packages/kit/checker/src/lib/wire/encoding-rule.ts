import { isObject, own } from '../schema/json.ts'
import type { ApiMedia } from '../document/api-document.ts'
import type { StyleRule } from './style-rule.ts'

/** How one property of a form is written (OpenAPI 3.1, "Encoding Object"). */
export interface EncodingRule extends StyleRule {
  /** Whether the document asks for a style; without one, lists are repeated and objects are written as JSON. */
  readonly isStyled: boolean
  /** The first media type that the document names for the property. */
  readonly contentType: string | undefined
}

/** The rule for a property of a form or multipart body; the defaults where the document says nothing. */
export const encodingRuleOf = (media: ApiMedia | undefined, name: string): EncodingRule => {
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
