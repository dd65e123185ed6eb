import {
  findAt,
  isObject,
  own,
  parsePointer,
  type Json,
  type JsonObject,
} from '@contract-kit/json-schema/json'
import { oncePer } from '@contract-kit/json-schema/memo'
import {
  evaluate,
  findFlag,
  findKeyword,
  findReferenced,
  findUndocumented,
  isValid,
  keywordOf,
  namedVariant,
  type Failure,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'
import { exampleValue } from '@contract-kit/openapi'
import { sketchSchema, type Sketch } from '@contract-kit/resources/exchanges'

const response = { direction: 'response' } as const

/** Maximum number of repair rounds before the value is rebuilt. */
const rounds = 4

/**
 * Makes a value valid for a response schema and keeps as much of it as possible. Omits properties that the schema does not name or that
 * belong to another alternative. Fills in required properties and replaces invalid parts. If the schema is unsatisfiable, returns the given
 * value.
 */
export function fitValue(node: SchemaNode, given: Json): Json {
  const sketch = sketchSchema(node)
  let value = project(sketch, given, 0)
  for (let round = 0; round < rounds; round += 1) {
    const failures = evaluate(node, value, response)
    if (failures.length === 0) return withoutUndocumented(node, value)
    for (const failure of failures) value = repair(sketch, value, failure)
  }
  return withoutUndocumented(node, isValid(node, value, response) ? value : rebuild(node, value))
}

/** Removes properties of other alternatives from a valid value: the pages of a letter from a parcel that became a pallet. */
function withoutUndocumented(node: SchemaNode, value: Json): Json {
  let kept = value
  for (const { name, instancePointer } of findUndocumented(node, value))
    kept = without(kept, [...parsePointer(instancePointer), name])
  return kept === value || isValid(node, kept, response) ? kept : value
}

/** Maximum depth of nested values; deeper parts stay unchanged. */
const maxDepth = 12

/** Narrows an outline to the schema named by the discriminator, if that schema extends it. */
function narrow(sketch: Sketch, given: Json): Sketch {
  for (const node of sketch.nodes) {
    const variant = namedVariant(findReferenced(node) ?? node, given)
    if (variant !== undefined) return sketchSchema(variant)
  }
  return sketch
}

/** The parts of a value that an outline names, completed with required ones. */
function project(outline: Sketch, given: Json, depth: number): Json {
  if (depth > maxDepth) return given
  const sketch = narrow(outline, given)
  if (Array.isArray(given)) {
    const items = sketch.items()
    return items === undefined ? given : given.map((item) => project(items, item, depth + 1))
  }
  if (!isObject(given)) return given
  const fields = sketch.fields()
  if (fields.size === 0) return given
  const projected: Record<string, Json> = {}
  for (const [name, field] of fields) {
    if (isWriteOnly(field.sketch)) continue
    const value = own(given, name)
    if (value !== undefined) projected[name] = project(field.sketch, value, depth + 1)
    else if (field.isRequired) {
      const made = valueOfAll(field.sketch.nodes)
      if (made !== undefined) projected[name] = made
    }
  }
  for (const [name, value] of Object.entries(given)) {
    if (!fields.has(name) && takesName(sketch, name, depth)) projected[name] = value
  }
  return projected
}

/** Whether responses omit a property. */
export const isWriteOnly = ({ nodes }: Sketch): boolean =>
  nodes.some((node) => findFlag(node, 'writeOnly') !== undefined)

/**
 * Whether an object may have a property that no schema names: by a schema for additional properties, a pattern, or an explicit `true`. For
 * the item itself, `true` is not enough, because items have more properties than each response.
 */
const takesName = ({ nodes }: Sketch, name: string, depth: number): boolean =>
  nodes.some((node) => {
    const others = findKeyword(node, 'additionalProperties')
    if (isObject(others ?? null) || (others === true && depth > 0)) return true
    const patterns = findKeyword(node, 'patternProperties')
    return isObject(patterns ?? null) && Object.keys(patterns as JsonObject).some((one) => matches(one, name))
  })

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name)
  } catch {
    return false
  }
}

/** A value for a schema without further data; undefined if none is found. */
export const valueOf = oncePer((schema: SchemaNode) => exampleValue({ schema, examples: [] }, 'response'))

/** A value for several schemas: one that all allow, else the first schema's. */
export function valueOfAll(nodes: readonly SchemaNode[]): Json | undefined {
  const values = nodes.map(valueOf).filter((value) => value !== undefined)
  return values.find((value) => nodes.every((node) => isValid(node, value, response))) ?? values[0]
}

/** The first example of a schema, else its default. */
export function exampleOf(node: SchemaNode): Json | undefined {
  const examples = findKeyword(node, 'examples')
  return (
    findKeyword(node, 'example') ??
    (Array.isArray(examples) ? examples[0] : undefined) ??
    findKeyword(node, 'default')
  )
}

/** Changes the part that violates one keyword. */
function repair(root: Sketch, value: Json, failure: Failure): Json {
  const path = parsePointer(failure.instancePointer)
  const part = findAt(value, failure.instancePointer)
  const { keyword } = failure
  if (
    keyword === 'additionalProperties' ||
    keyword === 'unevaluatedProperties' ||
    keyword === 'propertyNames'
  )
    return without(value, path)
  const narrowed = part === undefined ? undefined : fitNearest(root, part, failure)
  if (narrowed !== undefined) return replaceAt(value, path, narrowed)
  const sketch = follow(root, path)
  if (sketch === undefined) return value
  const made = path.length === 0 ? undefined : valueOfAll(sketch.nodes)
  if (made === undefined) return path.length === 0 ? value : without(value, path)
  return replaceAt(value, path, isObject(part) && isObject(made) ? overlay(sketch, made, part) : made)
}

/** Fits a part to the nearest of several alternatives; undefined if there is no choice. */
function fitNearest(root: Sketch, part: Json, failure: Failure): Json | undefined {
  const { keyword, branches, documentUri, schemaPointer } = failure
  const [{ set } = { set: undefined }] = root.nodes
  if ((keyword !== 'anyOf' && keyword !== 'oneOf') || set === undefined) return undefined
  const nearest = branches
    .map((failures, index) => ({ index, count: failures.length, depth: depthOf(failures) }))
    .toSorted((one, other) => one.count - other.count || other.depth - one.depth)
  for (const { index } of nearest) {
    const node = set.node(documentUri, `${schemaPointer}/${index}`)
    const fitted = fitValue(node, part)
    if (isValid(node, fitted, response)) return fitted
  }
  return undefined
}

/** The depth of the failures in a value: the deeper, the better the match. */
const depthOf = (failures: readonly Failure[]): number =>
  Math.max(0, ...failures.map(({ instancePointer }) => parsePointer(instancePointer).length))

/** A valid value of the schema with as many of the given properties as possible. */
function rebuild(node: SchemaNode, given: Json): Json {
  const template = valueOf(node)
  if (template === undefined) return given
  return isObject(template) && isObject(given) ? overlay(sketchSchema(node), template, given) : template
}

function overlay({ nodes }: Sketch, template: JsonObject, given: JsonObject): JsonObject {
  const [node] = nodes
  if (node === undefined) return given
  let value = template
  for (const [name, part] of Object.entries(given)) {
    const tried = { ...value, [name]: part }
    if (isValid(node, tried, response)) value = tried
  }
  return value
}

/** The outline at a path, which may go through arrays and maps. */
export function follow(root: Sketch, path: readonly string[]): Sketch | undefined {
  let sketch: Sketch | undefined = root
  for (const token of path) {
    const field: Sketch | undefined = sketch?.fields().get(token)?.sketch
    sketch = field ?? (/^\d+$/.test(token) ? sketch?.items() : mapValueOf(sketch))
  }
  return sketch
}

function mapValueOf(sketch: Sketch | undefined): Sketch | undefined {
  const node = sketch?.nodes.find((one) => isObject(keywordOf(one, 'additionalProperties') ?? null))
  return node === undefined ? undefined : sketchSchema(node.set.child(node, 'additionalProperties'))
}

/** A copy with a replaced part. */
export function replaceAt(value: Json, [token, ...rest]: readonly string[], part: Json): Json {
  if (token === undefined) return part
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === token ? replaceAt(item, rest, part) : item))
  if (!isObject(value)) return { [token]: replaceAt({}, rest, part) }
  return { ...value, [token]: replaceAt(own(value, token) ?? {}, rest, part) }
}

/** A copy without a part. */
function without(value: Json, [token, ...rest]: readonly string[]): Json {
  if (token === undefined) return value
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.filter((_item, index) => String(index) !== token)
    return value.map((item, index) => (String(index) === token ? without(item, rest) : item))
  }
  if (!isObject(value)) return value
  if (rest.length > 0) return { ...value, [token]: without(own(value, token) ?? null, rest) }
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== token))
}
