import { findKeyword } from '../../resources/find-keyword.ts'
import type { Json } from '../../schema/json.ts'
import { findFlag } from '../../schema/judge/find-flag.ts'
import type { SchemaNode } from '../../schema/schema-node.ts'
import { describeProperty } from '../schema/property-schemas.ts'
import { agrees } from './agrees.ts'
import { isServerOwned } from './is-server-owned.ts'
import type { Thing } from './thing.ts'

/** A property that the client may set and the server shows. */
export interface CommonField {
  readonly name: string
  readonly left: Json
  /** undefined where the right side leaves the property out. */
  readonly right: Json | undefined
  readonly schemas: readonly SchemaNode[]
}

/**
 * The properties of the left thing that both documents name and that only the client sets: none that is read-only or
 * write-only, or that servers set by themselves. `isNew`: the thing is being created.
 */
export const commonFields = (left: Thing, right: Thing, isNew: boolean): readonly CommonField[] =>
  Object.entries(left.value).flatMap(([name, value]) => {
    const [one, other] = [describeProperty(left.schemas, name), describeProperty(right.schemas, name)]
    if (one.schemas.length === 0 || other.schemas.length === 0 || isServerOwned(name, isNew)) return []
    const schemas = [...one.schemas, ...other.schemas]
    if (
      schemas.some(
        (node) => findFlag(node, 'readOnly') !== undefined || findFlag(node, 'writeOnly') !== undefined,
      )
    )
      return []
    const shown = Object.hasOwn(right.value, name) ? right.value[name] : undefined
    return [{ name, left: value, right: shown, schemas }]
  })

/** Whether the shown value can be the sent one, normalised. One of a few fixed values is not normalised but for its case. */
export const fieldAgrees = ({ left, right, schemas }: CommonField): boolean => {
  if (right === undefined) return true
  const isFixed = schemas.some(
    (node) => findKeyword(node, 'enum') !== undefined || findKeyword(node, 'format') === 'uuid',
  )
  if (isFixed && typeof left === 'string' && typeof right === 'string')
    return left.toLowerCase() === right.toLowerCase()
  return agrees(left, right)
}
