import { isObject } from '../schema/json.ts'
import { keywordOf, placeOf, type SchemaNode } from '../schema/schema-node.ts'
import { findKeyword, findReferenced } from './find-keyword.ts'
import { jsonTypeOf } from './json-type-of.ts'
import type { Sketch, SketchField } from './sketch.ts'

interface Parts {
  readonly types: Set<string>
  readonly fields: Map<string, { readonly nodes: SchemaNode[]; isRequired: boolean }>
  readonly items: SchemaNode[]
  place: string
}

const sketches = new WeakMap<SchemaNode, Sketch>()

/** The outline of what a schema allows: properties of `allOf` and of every branch of `anyOf` and `oneOf` together. */
export const sketchSchema = (node: SchemaNode): Sketch => {
  const known = sketches.get(node)
  if (known !== undefined) return known
  const sketch = outline([node])
  sketches.set(node, sketch)
  return sketch
}

const outline = (nodes: readonly SchemaNode[]): Sketch => {
  const parts: Parts = { types: new Set(), fields: new Map(), items: [], place: '' }
  const seen = new Set<string>()
  for (const node of nodes) collect(node, parts, seen, true)
  let fields: ReadonlyMap<string, SketchField> | undefined
  return {
    types: parts.types,
    place: parts.place,
    fields: () => (fields ??= fieldsOf(parts)),
    items: () => (parts.items.length === 0 ? undefined : outlineOf(parts.items)),
  }
}

const outlineOf = (nodes: readonly SchemaNode[]): Sketch => {
  const [only] = nodes
  return nodes.length === 1 && only !== undefined ? sketchSchema(only) : outline(nodes)
}

const fieldsOf = ({ fields }: Parts): ReadonlyMap<string, SketchField> =>
  new Map(
    [...fields].map(([name, { nodes, isRequired }]) => [
      name,
      {
        isRequired,
        get sketch() {
          return outlineOf(nodes)
        },
        get defaultValue() {
          return nodes.map((node) => findKeyword(node, 'default')).find((value) => value !== undefined)
        },
        get isReadOnly() {
          return nodes.some((node) => findKeyword(node, 'readOnly') === true)
        },
      },
    ]),
  )

const collect = (node: SchemaNode, parts: Parts, seen: Set<string>, isCertain: boolean): void => {
  const place = placeOf(node)
  if (seen.has(place)) return
  seen.add(place)
  const target = findReferenced(node)
  parts.place = target === undefined && parts.place === '' ? place : parts.place
  if (target !== undefined) collect(target, parts, seen, isCertain)
  for (const type of typesOf(node)) parts.types.add(type)
  collectFields(node, parts, isCertain)
  if (isObject(keywordOf(node, 'items'))) parts.items.push(node.set.child(node, 'items'))
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const branches = keywordOf(node, keyword)
    if (!Array.isArray(branches)) continue
    const isEach = keyword === 'allOf' || branches.length === 1
    branches.forEach((_branch, index) =>
      collect(node.set.child(node, keyword, index), parts, seen, isCertain && isEach),
    )
  }
}

const collectFields = (node: SchemaNode, parts: Parts, isCertain: boolean): void => {
  const properties = keywordOf(node, 'properties')
  if (isObject(properties)) {
    for (const name of Object.keys(properties)) {
      const child = node.set.child(node, 'properties', name)
      const known = parts.fields.get(name)
      if (known === undefined) parts.fields.set(name, { nodes: [child], isRequired: false })
      else known.nodes.push(child)
    }
  }
  const required = keywordOf(node, 'required')
  if (!isCertain || !Array.isArray(required)) return
  for (const name of required) {
    if (typeof name !== 'string') continue
    const known = parts.fields.get(name)
    if (known === undefined) parts.fields.set(name, { nodes: [], isRequired: true })
    else known.isRequired = true
  }
}

const typesOf = (node: SchemaNode): readonly string[] => {
  const type = keywordOf(node, 'type')
  if (typeof type === 'string') return [type]
  if (Array.isArray(type)) return type.filter((each) => typeof each === 'string')
  if (keywordOf(node, 'properties') !== undefined) return ['object']
  if (keywordOf(node, 'items') !== undefined) return ['array']
  const named = keywordOf(node, 'enum')
  return Array.isArray(named) ? named.map(jsonTypeOf) : []
}
