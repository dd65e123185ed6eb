import { isObject, type JsonObject } from '../../schema/json.ts'
import { keywordOf, type Direction, type SchemaNode } from '../../schema/schema-node.ts'
import { isTransmitted } from '../invalid/is-transmitted.ts'
import { demand, listIn, mapIn, narrowTo } from '../invalid/narrow-shell.ts'
import { findPropertyNames } from '../invalid/property-names.ts'
import { shellOf, type Shell } from '../invalid/shell-of.ts'
import type { Narrowing } from './narrowing.ts'

/** Objects of the required properties only, with each optional one, with all, and with one that is not named. */
export const objectNarrowings = (node: SchemaNode, direction: Direction | undefined): Narrowing[] => {
  const object = narrowTo(shellOf(node), 'object')
  if (object === undefined) return []
  const properties = mapIn(object, 'properties')
  const optional = Object.keys(properties).filter(
    (name) =>
      !listIn(object, 'required').includes(name) &&
      isTransmitted(node.set.child(node, 'properties', name), direction),
  )
  const withNames = (names: readonly string[]): Narrowing => ({
    scenario: 'object_required_and_optional',
    keyword: 'properties',
    shell: names.reduce(demand, object),
  })
  return [
    ...(Object.keys(properties).length === 0 ? [] : [onlyRequired(object, properties, optional)]),
    ...optional.map((name) => withNames([name])),
    ...(optional.length > 1 ? [withNames(optional)] : []),
    ...openNarrowings(node, object),
  ]
}

const onlyRequired = (object: Shell, properties: JsonObject, optional: readonly string[]): Narrowing => ({
  scenario: 'object_only_required',
  keyword: 'required',
  shell: {
    ...object,
    properties: { ...properties, ...Object.fromEntries(optional.map((name) => [name, false])) },
  },
})

/** Only where `additionalProperties` says what such a property is: its mere absence invites nobody. */
const openNarrowings = (node: SchemaNode, object: Shell): Narrowing[] => {
  const open = keywordOf(node, 'additionalProperties')
  if (!isObject(open) || Object.keys(open).length === 0) return []
  return findPropertyNames(node)
    .slice(0, 1)
    .map((name) => ({
      scenario: 'object_additional_property',
      keyword: 'additionalProperties',
      shell: demand(object, name),
    }))
}
