import type { Json } from '../schema/json.ts'
import { keywordOf, type SchemaNode } from '../schema/schema-node.ts'
import { childrenOf } from '../document/schema-children.ts'

/** A type of values; `number` stands for those that are not whole. */
export type ValueType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/** Every type there is. */
export const ALL_TYPES: ReadonlySet<ValueType> = new Set<ValueType>([
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
])

/** Whether values of a type have one text of their own: all but lists and objects. */
export const isScalarType = (type: ValueType): boolean => type !== 'array' && type !== 'object'

const known = new WeakMap<SchemaNode, ReadonlySet<ValueType>>()

/** The types that a schema may admit: never too few, now and then too many (`not` and conditions are overlooked). */
export const typesOf = (node: SchemaNode): ReadonlySet<ValueType> => {
  const types = known.get(node) ?? findTypes(node)
  known.set(node, types)
  return types
}

const findTypes = (node: SchemaNode): ReadonlySet<ValueType> => {
  if (typeof node.schema === 'boolean') return node.schema ? ALL_TYPES : new Set()
  const limits = [ownTypes(node), valueTypes(node)]
  for (const keyword of ['$ref', '$dynamicRef']) {
    const reference = keywordOf(node, keyword)
    if (typeof reference === 'string') limits.push(typesOf(node.set.resolve(node, reference)))
  }
  const children = childrenOf(node)
  for (const { keyword, child } of children) if (keyword === 'allOf') limits.push(typesOf(child))
  for (const union of ['anyOf', 'oneOf']) {
    const branches = children.filter(({ keyword }) => keyword === union)
    if (branches.length > 0) limits.push(new Set(branches.flatMap(({ child }) => [...typesOf(child)])))
  }
  return new Set([...ALL_TYPES].filter((type) => limits.every((limit) => limit.has(type))))
}

const ownTypes = (node: SchemaNode): ReadonlySet<ValueType> => {
  const type = keywordOf(node, 'type')
  if (type === undefined) return ALL_TYPES
  const names = (Array.isArray(type) ? type : [type]) as readonly ValueType[]
  return new Set(names.flatMap((name) => (name === 'number' ? ['number', 'integer'] : [name])))
}

const valueTypes = (node: SchemaNode): ReadonlySet<ValueType> => {
  const constant = keywordOf(node, 'const')
  const values = keywordOf(node, 'enum')
  const listed = constant === undefined ? values : [constant]
  return Array.isArray(listed) ? new Set(listed.map(typeOfValue)) : ALL_TYPES
}

const typeOfValue = (value: Json): ValueType => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'object'
}
