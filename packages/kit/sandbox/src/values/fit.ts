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

/** How often what breaks the schema is repaired before the value is rebuilt. */
const rounds = 4

/**
 * Makes a value that a schema of a response allows, and keeps as much of the given value as the schema does. Properties that the schema
 * does not name, or that belong to another of its alternatives, are left out. Required ones are filled in, and parts that break the schema
 * are replaced. A schema that allows nothing gets the given value back.
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

/** What a valid value has beyond the alternatives that describe it: the pages of a letter, in a parcel that has become a pallet. */
function withoutUndocumented(node: SchemaNode, value: Json): Json {
  let kept = value
  for (const { name, instancePointer } of findUndocumented(node, value))
    kept = without(kept, [...parsePointer(instancePointer), name])
  return kept === value || isValid(node, kept, response) ? kept : value
}

/** How deep values are followed; deeper parts are taken as they are. */
const maxDepth = 12

/** The outline of what a value is: that of the schema which its discriminator names, if it is one that extends this one. */
function narrow(sketch: Sketch, given: Json): Sketch {
  for (const node of sketch.nodes) {
    const variant = namedVariant(findReferenced(node) ?? node, given)
    if (variant !== undefined) return sketchSchema(variant)
  }
  return sketch
}

/** The parts of a value that an outline names, and what it requires besides. */
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

/** Whether responses leave a property out. */
export const isWriteOnly = ({ nodes }: Sketch): boolean =>
  nodes.some((node) => findFlag(node, 'writeOnly') !== undefined)

/**
 * Whether an object may have a property that no schema names. A schema for all of them allows it, or a pattern, or the object is open in
 * so many words. The item itself has more properties than each of its responses, so there being open is not enough.
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

/** The value that stands for a schema of which nothing is known; undefined if none is found. */
export const valueOf = oncePer((schema: SchemaNode) => exampleValue({ schema, examples: [] }, 'response'))

/** The same of several schemas: a value that all of them allow, else the first one's. */
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

/** Changes the part that breaks one statement. */
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

/** The part, made to fit that of several alternatives from which it differs least; undefined if it is none that has to be chosen. */
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

/** How far inside a value its faults are: the deeper, the more of it is right. */
const depthOf = (failures: readonly Failure[]): number =>
  Math.max(0, ...failures.map(({ instancePointer }) => parsePointer(instancePointer).length))

/** A valid value of the schema, with as many properties of the given one as keep it valid. */
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

/** The outline of the part at a path, which may lead through arrays and maps. */
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

/** A copy with another part at a path. */
export function replaceAt(value: Json, [token, ...rest]: readonly string[], part: Json): Json {
  if (token === undefined) return part
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === token ? replaceAt(item, rest, part) : item))
  if (!isObject(value)) return { [token]: replaceAt({}, rest, part) }
  return { ...value, [token]: replaceAt(own(value, token) ?? {}, rest, part) }
}

/** A copy without the part at a path. */
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
