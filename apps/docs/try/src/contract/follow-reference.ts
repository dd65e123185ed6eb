import { isJsonObject, type JsonObject, toObject, toText } from '../json-object.ts'

/** The pointer of a local reference, or empty. */
export const referenceOf = (value: unknown): string => toText(toObject(value)['$ref'])

/**
 * What a local reference leads to, with the keys beside the reference on top of it; a value without a reference is
 * itself. A reference that leads nowhere is an empty object.
 */
export function followReference(document: unknown, value: unknown): JsonObject {
  const reference = referenceOf(value)
  if (reference === '') return toObject(value)
  const target = reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, key) => toObject(node)[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)
  const { $ref: _, ...beside } = toObject(value)
  return isJsonObject(target) ? { ...followReference(document, target), ...beside } : beside
}
