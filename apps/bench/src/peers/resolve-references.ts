/** Any value of a JSON document. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * A part of a document with every reference into the document replaced by what it refers to. Throws if there is no
 * such thing; does not end where a schema contains itself.
 */
export function resolveReferences(value: Json, document: Json): Json {
  if (isList(value)) return value.map((each) => resolveReferences(each, document))
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = value
  if (typeof $ref === 'string') return resolveReferences(findReferred($ref, document), document)
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, resolveReferences(each, document)]),
  )
}

function findReferred(reference: string, document: Json): Json {
  const names = reference.replace('#/', '').split('/')
  return names.reduce<Json>((within, name) => {
    const next =
      typeof within === 'object' && within !== null && !isList(within)
        ? within[name.replaceAll('~1', '/').replaceAll('~0', '~')]
        : undefined
    if (next === undefined) throw new Error(`The document has no ${reference}`)
    return next
  }, document)
}

// Array.isArray does not tell a read-only array from an object.
const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
