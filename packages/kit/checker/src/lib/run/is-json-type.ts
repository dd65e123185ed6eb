import { essenceOf } from '../document/find-response.ts'

/** Whether a media type is of the JSON family (RFC 6839, section 3.1). */
export const isJsonType = (contentType: string): boolean =>
  /^(application\/json|text\/json|.+\+json)$/.test(essenceOf(contentType))
