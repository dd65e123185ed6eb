import { isObject } from '../schema/json.ts'
import type { SchemaNode } from '../schema/schema-node.ts'
import { assertSoundSchema } from './assert-sound-schema.ts'
import { DocumentError } from './document-error.ts'
import { findChild, tellPlace, type Part } from './part.ts'

/** The schema under a key, found sound with everything below it; undefined where there is none. */
export const readSchema = (part: Part, key: string): SchemaNode | undefined => {
  const child = findChild(part, key)
  if (child === undefined) return undefined
  if (!isObject(child.value) && typeof child.value !== 'boolean')
    throw new DocumentError(`${tellPlace(child)} must be a schema.`)
  const node = part.library.schemas.node(child.documentUri, child.pointer)
  assertSoundSchema(part.library, node)
  return node
}
