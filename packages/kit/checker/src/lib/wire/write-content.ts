import type { Json } from '../schema/json.ts'
import { mediaKindOf } from './media-kind.ts'
import { toText } from './to-text.ts'

/** The text of a parameter that is described by `content`: JSON where its media type is, else the plain value. */
export const writeContent = (contentType: string, value: Json): string =>
  mediaKindOf(contentType) === 'json' ? JSON.stringify(value) : toText(value)
