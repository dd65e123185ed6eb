import { appendTokens, isObject, type Json, jsonTypeOf } from '@contract-kit/json-schema/json'
import {
  findKeyword,
  findReferenced,
  isValid,
  keywordOf,
  placeOf,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'
import { type ApiMedia, type ApiOperation, essenceOf } from '@contract-kit/openapi'

/** One property of a {@link Sketch}. */
export interface SketchField {
  readonly sketch: Sketch
  readonly isRequired: boolean
  readonly isReadOnly: boolean
  /** The default of the schema; undefined if it names none. */
  readonly defaultValue: Json | undefined
}

/**
 * The outline of a JSON value, taken from a schema or from a value: enough to find ids, lists and references in either. Children are
 * outlined on first use, so that recursive schemas have one too; readers bound the depth.
 */
export interface Sketch {
  /** JSON types; empty if not known. */
  readonly types: ReadonlySet<string>
  /** Name or place of the schema, to recognize two sketches of one schema; undefined for a value. */
  readonly place: string | undefined
  /** The schemas that it outlines together; none for a value. */
  readonly nodes: readonly SchemaNode[]
  /** The value; undefined for a schema. */
  readonly value: Json | undefined
  readonly fields: () => ReadonlyMap<string, SketchField>
  readonly items: () => Sketch | undefined
  /** Whether a value may be shown here; without a schema every value may. */
  readonly accepts: (value: Json) => boolean
}

/** Whether the value may be a string or number, as ids are. */
export const isScalar = ({ types }: Sketch): boolean =>
  types.size === 0 || types.has('string') || types.has('integer') || types.has('number')

/** Whether values of both are interchangeable; unknown parts match everything. */
export const mayFit = (from: ReadonlySet<string>, to: ReadonlySet<string>): boolean => {
  if (from.size === 0 || to.size === 0 || to.has('string')) return true
  return isNumeric(from) && isNumeric(to)
}

const isNumeric = (types: ReadonlySet<string>): boolean => types.has('integer') || types.has('number')

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
  let items: Sketch | undefined
  return {
    types: parts.types,
    place: parts.place,
    nodes,
    value: undefined,
    fields: () => (fields ??= fieldsOf(parts)),
    items: () => (items ??= parts.items.length === 0 ? undefined : outlineOf(parts.items)),
    accepts: (value) => nodes.some((node) => isValid(node, value, { direction: 'response' })),
  }
}

const outlineOf = (nodes: readonly SchemaNode[]): Sketch => {
  const [only] = nodes
  return nodes.length === 1 && only !== undefined ? sketchSchema(only) : outline(nodes)
}

const fieldsOf = ({ fields }: Parts): ReadonlyMap<string, SketchField> =>
  new Map(
    [...fields].map(([name, { nodes, isRequired }]) => {
      let sketch: Sketch | undefined
      const field: SketchField = {
        isRequired,
        get sketch() {
          return (sketch ??= outlineOf(nodes))
        },
        get defaultValue() {
          return nodes.map((node) => findKeyword(node, 'default')).find((value) => value !== undefined)
        },
        get isReadOnly() {
          return nodes.some((node) => findKeyword(node, 'readOnly') === true)
        },
      }
      return [name, field]
    }),
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

/** The outline of a received value, for responses with an incomplete schema. An array is outlined by its first item. */
export const sketchValue = (value: Json): Sketch => ({
  types: new Set([jsonTypeOf(value)]),
  place: undefined,
  nodes: [],
  value,
  fields: () =>
    new Map(
      isObject(value)
        ? Object.entries(value).map(([name, child]) => [
            name,
            { sketch: sketchValue(child), isRequired: true, isReadOnly: false, defaultValue: undefined },
          ])
        : [],
    ),
  items: () => (Array.isArray(value) && value[0] !== undefined ? sketchValue(value[0]) : undefined),
  accepts: () => true,
})

/** A place in a value that a sketch outlines. */
export interface SketchPlace {
  readonly sketch: Sketch
  /** JSON Pointer, with `*` for every item of an array. */
  readonly pointer: string
  /** The nearest property name; for items of an array that of the array. */
  readonly field: string
  /** The name of the enclosing property. */
  readonly container: string
  /** Whether every value has this place. */
  readonly isRequired: boolean
  readonly isReadOnly: boolean
  readonly depth: number
}

const MAX_DEPTH = 4

/** The most places to visit, which bounds the cost of highly connected schemas. */
const MAX_PLACES = 600

/** The places of a value, four levels deep, the upper ones first. Skips everything below a place that `isOpen` rejects. */
export const walkSketch = (root: Sketch, isOpen: (place: SketchPlace) => boolean): readonly SketchPlace[] => {
  const places: SketchPlace[] = [
    { sketch: root, pointer: '', field: '', container: '', isRequired: true, isReadOnly: false, depth: 0 },
  ]
  for (const place of places) {
    if (place.depth === MAX_DEPTH || places.length > MAX_PLACES || !isOpen(place)) continue
    places.push(...childrenOf(place))
  }
  return places
}

const childrenOf = ({
  sketch,
  pointer,
  field,
  container,
  isRequired,
  depth,
}: SketchPlace): readonly SketchPlace[] => {
  const items = sketch.types.has('array') ? sketch.items() : undefined
  const properties = [...sketch.fields()].map(([name, child]): SketchPlace => ({
    sketch: child.sketch,
    pointer: appendTokens(pointer, name),
    field: name,
    container: field,
    isRequired: isRequired && child.isRequired,
    isReadOnly: child.isReadOnly,
    depth: depth + 1,
  }))
  if (items === undefined) return properties
  const item = { sketch: items, pointer: `${pointer}/*`, field, container, isRequired, isReadOnly: false }
  return [...properties, { ...item, depth: depth + 1 }]
}

/** The JSON media type among several; undefined if there is none. */
export const findJsonMedia = (media: readonly ApiMedia[]): ApiMedia | undefined =>
  media.find(({ contentType }) => /[/+]json$/.test(essenceOf(contentType))) ??
  media.find(({ contentType }) => ['*/*', 'application/*'].includes(essenceOf(contentType)))

/** The outline of a successful response; undefined if the document describes no JSON body. */
export const answerSketch = (operation: ApiOperation): Sketch | undefined => {
  const successes = [...operation.responses.values()]
    .filter(({ status }) => status.startsWith('2'))
    .toSorted((left, right) => (left.status < right.status ? -1 : 1))
  for (const { media } of [
    ...successes,
    ...[operation.responses.get('default')].filter((each) => each !== undefined),
  ]) {
    const schema = findJsonMedia(media)?.schema
    if (schema !== undefined) return sketchSchema(schema)
  }
  return undefined
}
