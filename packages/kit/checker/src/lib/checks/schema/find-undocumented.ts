import { isObject, type Json } from '../../schema/json.ts'
import { appendTokens } from '../../schema/json-pointer.ts'
import { keywordOf, type SchemaNode } from '../../schema/schema-node.ts'
import { describingSchemas } from './describing-schemas.ts'
import { itemSchemas } from './item-schemas.ts'
import { describeProperty } from './property-schemas.ts'

/** A property that an object has and its schema does not name. */
export interface UndocumentedProperty {
  readonly name: string
  /** JSON Pointer, in the answer, to the object. */
  readonly instancePointer: string
  /** The schema that names the object's other properties. */
  readonly schema: SchemaNode
}

/**
 * Properties at any depth that no schema of their object names. An object of which nothing is said, or which is open by
 * words (`additionalProperties: true`, or a schema), may hold anything; one that is closed is the schema's own matter.
 */
export const findUndocumented = (root: SchemaNode, value: Json): readonly UndocumentedProperty[] => {
  const found: UndocumentedProperty[] = []
  const visit = (schemas: readonly SchemaNode[], current: Json, place: Place | undefined): void => {
    // Texts and numbers have no properties; most of an answer is that.
    if (typeof current !== 'object' || current === null) return
    const [only] = schemas
    const nodes =
      schemas.length === 1 && only !== undefined
        ? describingSchemas(only, current)
        : schemas.flatMap((schema) => describingSchemas(schema, current))
    if (Array.isArray(current)) {
      current.forEach((item, index) => visit(itemSchemas(nodes, index), item, { token: index, outer: place }))
      return
    }
    const naming = findNaming(nodes)
    for (const name of Object.keys(current)) {
      const property = describeProperty(nodes, name)
      visit(property.schemas, current[name] ?? null, { token: name, outer: place })
      if (naming === undefined || property.isNamed || property.isOpen) continue
      found.push({ name, instancePointer: toPointer(place), schema: naming })
    }
  }
  visit([root], value, undefined)
  return found
}

/** A place in a value, told from the inside out. */
interface Place {
  readonly token: string | number
  readonly outer: Place | undefined
}

const toPointer = (place: Place | undefined): string =>
  place === undefined ? '' : appendTokens(toPointer(place.outer), place.token)

const known = new WeakMap<readonly SchemaNode[], SchemaNode | 'none'>()

/** The schema that names an object's properties; undefined where any other may be there too, or is the schema's own matter. */
const findNaming = (nodes: readonly SchemaNode[]): SchemaNode | undefined => {
  const isFree = (): boolean => nodes.some((node) => isFreeObject(node) || isClosed(node))
  const naming = known.get(nodes) ?? (isFree() ? 'none' : (nodes.find(namesProperties) ?? 'none'))
  known.set(nodes, naming)
  return naming === 'none' ? undefined : naming
}

const namesProperties = (node: SchemaNode): boolean =>
  ['properties', 'patternProperties'].some((keyword) => {
    const named = keywordOf(node, keyword)
    return isObject(named) && Object.keys(named).length > 0
  })

/** `type: object` and nothing more, as one alternative among others: any object will do. */
const isFreeObject = (node: SchemaNode): boolean =>
  /\/(anyOf|oneOf)\/\d+$/.test(node.pointer) &&
  typeof node.schema === 'object' &&
  keywordOf(node, 'type') === 'object' &&
  Object.keys(node.schema).every((keyword) => FREE_KEYWORDS.has(keyword))

const FREE_KEYWORDS = new Set([
  'type',
  'title',
  'description',
  'example',
  'examples',
  'default',
  'deprecated',
])

const isClosed = (node: SchemaNode): boolean =>
  keywordOf(node, 'additionalProperties') === false || keywordOf(node, 'unevaluatedProperties') === false
