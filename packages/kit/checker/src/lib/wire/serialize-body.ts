import type { ApiMedia } from '../document/api-document.ts'
import { isObject, type Json } from '../schema/json.ts'
import { concreteMediaType, mediaKindOf } from './media-kind.ts'
import { toText } from './to-text.ts'
import { UnsendableError } from './unsendable-error.ts'
import { writeForm } from './write-form.ts'
import { writeMultipart } from './write-multipart.ts'

/** A body with the Content-Type it goes by. */
export interface SerializedBody {
  readonly contentType: string
  readonly body: string
}

/** Puts a body value into text by its media type; `media` is what the document says of it, if anything. */
export const serializeBody = (media: ApiMedia | undefined, wanted: string, value: Json): SerializedBody => {
  const contentType = concreteMediaType(wanted)
  switch (mediaKindOf(contentType)) {
    case 'json':
      return { contentType, body: JSON.stringify(value) }
    case 'form':
      return { contentType, body: writeForm(media, value) }
    case 'multipart': {
      const { boundary, body } = writeMultipart(media, value)
      return { contentType: `${contentType}; boundary=${boundary}`, body }
    }
    case 'text':
      return { contentType, body: sound(toText(value)) }
    case 'opaque':
      if (isObject(value) || Array.isArray(value))
        throw new UnsendableError(`There is no rule that writes such a value as ${contentType}.`)
      return { contentType, body: sound(toText(value)) }
  }
}

const sound = (text: string): string => {
  if (!text.isWellFormed())
    throw new UnsendableError('The body holds half a surrogate pair, which UTF-8 cannot carry.')
  return text
}
