import { isValid } from '../../schema/evaluate.ts'
import { findFlag } from '../../schema/judge/find-flag.ts'
import { isObject, type Json } from '../../schema/json.ts'
import { keywordOf, type SchemaNode } from '../../schema/schema-node.ts'
import { describingSchemas } from '../schema/describing-schemas.ts'
import { describeProperty } from '../schema/property-schemas.ts'
import { outlineOf } from '../schema/schema-outline.ts'
import { isServerOwned } from './is-server-owned.ts'
import type { Thing } from './thing.ts'

/** A property that was sent without a value, and the documented value that it has then. */
export interface UnsetDefault {
  /** Names from the thing down to the property. */
  readonly path: readonly string[]
  readonly value: Json
  /** The schema that sets the default. */
  readonly schema: SchemaNode
}

/** The defaults that count for a thing as it was sent: of the properties it leaves out, also in the objects that it holds. */
export const unsetDefaults = (sent: Thing, path: readonly string[] = []): readonly UnsetDefault[] =>
  namesOf(sent).flatMap((name): readonly UnsetDefault[] => {
    const { schemas } = describeProperty(sent.schemas, name)
    if (Object.hasOwn(sent.value, name)) {
      const value = sent.value[name]
      if (!isObject(value)) return []
      return unsetDefaults(
        { value, schemas: schemas.flatMap((node) => describingSchemas(node, value, 'request')) },
        [...path, name],
      )
    }
    const schema = schemas
      .flatMap((node) => outlineOf(node).always)
      .find((node) => keywordOf(node, 'default') !== undefined)
    const value = schema && keywordOf(schema, 'default')
    if (schema === undefined || value === undefined || value === null || isServerOwned(name, false)) return []
    const isClients = schemas.every(
      (node) => findFlag(node, 'readOnly') === undefined && findFlag(node, 'writeOnly') === undefined,
    )
    return isClients && isValid(schema, value) ? [{ path: [...path, name], value, schema }] : []
  })

const namesOf = ({ schemas }: Thing): readonly string[] => [
  ...new Set(
    schemas.flatMap((node) => {
      const properties = keywordOf(node, 'properties')
      return isObject(properties) ? Object.keys(properties) : []
    }),
  ),
]
