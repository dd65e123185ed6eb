import { fileURLToPath } from 'node:url'
import { isObject, own, type Json } from '../schema/json.ts'
import { appendTokens } from '../schema/json-pointer.ts'
import type { Placed } from './api-document.ts'
import type { DocumentLibrary } from './document-library.ts'

/** A value of a document, and where it stands. */
export interface Part extends Placed {
  readonly library: DocumentLibrary
  readonly value: Json
}

/** The part below a part; undefined where there is none. An empty YAML value (null) counts as none. */
export const findChild = (part: Part, token: string | number): Part | undefined => {
  const { value } = part
  const child = Array.isArray(value)
    ? value[Number(token)]
    : isObject(value)
      ? own(value, String(token))
      : undefined
  return child === undefined || child === null
    ? undefined
    : { ...part, value: child, pointer: appendTokens(part.pointer, token) }
}

/** How a message names a place: `#/paths/~1pets` in the entry document, `/home/me/pet.yaml#/Pet` in another. */
export const tellPlace = ({ library, documentUri, pointer }: Omit<Part, 'value'>): string =>
  `${documentUri === library.entryUri ? '' : tellUri(documentUri)}#${pointer}`

/** A URI as a person would write it: the path of a file, else the URI. */
export const tellUri = (uri: string): string => {
  if (!uri.startsWith('file:')) return uri
  try {
    return fileURLToPath(uri)
  } catch {
    return uri
  }
}
