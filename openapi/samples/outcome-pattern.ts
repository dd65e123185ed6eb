import { type ApiDocument, dereference, type SchemaObject } from './api-document.ts'

/**
 * What a sample calls the answer of this schema: `{ cart }` where every variant wraps the one thing it always has,
 * else the name of the schema in lower case, and `result` where that name says no more than that.
 */
export function outcomePattern(document: ApiDocument, schema: SchemaObject): string {
  const { oneOf = [schema] } = dereference(document, schema)
  const [first = [], ...others] = oneOf.map((variant) => dereference(document, variant).required ?? [])
  const always = first.filter((name) => others.every((required) => required.includes(name)))
  if (always.length === 1) return `{ ${always[0]} }`
  const name = schema.$ref?.split('/').at(-1) ?? 'Result'
  return name.endsWith('Result') ? 'result' : name[0]?.toLowerCase() + name.slice(1)
}
