import { isObject, type Json } from '@contract-kit/json-schema/json'
import { visitReferences } from './visit-references.ts'

/** Replaces `$ref` in data while a library runs that would resolve it. */
export const HIDDEN_REFERENCE = '\uE000$ref'

/** Renames each member `$ref` of data, in place. `referred` is that of `visitReferences`. */
export const hideData = (root: Json, uri: string, referred?: Set<string>): void => {
  const data: Json[] = []
  visitReferences(root, uri, { reference: () => undefined, data: (value) => void data.push(value) }, referred)
  for (const value of data) rename(value, '$ref', HIDDEN_REFERENCE)
}

/** Undoes `hideData`, in place. */
export const showData = (root: Json): void => rename(root, HIDDEN_REFERENCE, '$ref')

/** Renames a member of every object in a value; the order of members stays. */
const rename = (value: Json, from: string, to: string): void => {
  if (Array.isArray(value)) for (const item of value) rename(item, from, to)
  if (!isObject(value)) return
  const members = Object.entries(value)
  for (const [, member] of members) rename(member, from, to)
  if (!Object.hasOwn(value, from)) return
  for (const [key] of members) delete value[key]
  for (const [key, member] of members) value[key === from ? to : key] = member
}
