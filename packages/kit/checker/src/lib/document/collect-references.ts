import { isObject, own, type Json } from '../schema/json.ts'
import { resolveUri } from '../schema/resolve-uri.ts'

/** Below these keywords stands data: a `$ref` there refers to nothing. */
const DATA_KEYWORDS = new Set(['const', 'default', 'enum', 'example', 'value', 'dataValue'])

/** The keys below these keywords are names given by the author, never keywords. */
const NAME_KEYWORDS = new Set(
  `properties patternProperties $defs definitions dependentSchemas schemas responses parameters examples requestBodies
  headers securitySchemes links callbacks pathItems paths webhooks content encoding`.split(/\s+/),
)

/** What a document refers to, as absolute URIs without fragments, in document order and with repetitions. */
export interface References {
  readonly documents: readonly string[]
  /** Texts named by `externalValue`. */
  readonly texts: readonly string[]
}

/** Every document and text that a document refers to; `$id` moves the base of the references below it (JSON Schema 2020-12, 8.2.1). */
export const collectReferences = (root: Json, documentUri: string): References => {
  const documents: string[] = []
  const texts: string[] = []
  const visit = (value: Json, base: string, keysAreNames: boolean): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, base, false)
    if (!isObject(value)) return
    const id = keysAreNames ? undefined : own(value, '$id')
    const here = typeof id === 'string' ? resolveUri(id, base).uri : base
    for (const [key, child] of Object.entries(value)) {
      if (keysAreNames) visit(child, here, false)
      else if ((key === '$ref' || key === '$dynamicRef') && typeof child === 'string')
        documents.push(resolveUri(child, here).uri)
      else if (key === 'externalValue' && typeof child === 'string')
        texts.push(resolveUri(child, documentUri).uri)
      else if (!DATA_KEYWORDS.has(key)) visit(child, here, NAME_KEYWORDS.has(key))
    }
  }
  visit(root, documentUri, false)
  return { documents, texts }
}
