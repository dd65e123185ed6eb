import { isObject, type Json, type JsonObject, own } from '@contract-kit/json-schema/json'
import {
  describeProperty,
  describingSchemas,
  type Direction,
  findDiscriminator,
  findFlag,
  findReferenced,
  inPlaceSchemas,
  isValid,
  keywordOf,
  namesBelow,
  namesOfVariant,
  type SchemaNode,
  schemasAt,
  schemasForItem,
} from '@contract-kit/json-schema/schemas'
import { findTemplate } from '@contract-kit/json-schema/values'
import type { ApiMedia } from '../document/api-document.ts'

/**
 * An example value for a parameter, a header or a media type: the first declared example that the schema accepts, else a plain
 * valid value with the examples, defaults and choices of its properties. A request has no readOnly members, and a response no writeOnly
 * ones. If no valid value is found, returns the first example, or undefined.
 * @param isComplete Whether to include optional members that have only a schema, three levels deep.
 */
export const exampleValue = (
  { schema, examples }: Pick<ApiMedia, 'schema' | 'examples'>,
  direction: Direction = 'request',
  isComplete = false,
): Json | undefined => {
  const values = examples.map(({ value }) => value)
  const maker = new ExampleMaker(direction, isComplete ? COMPLETE_LEVELS : 0)
  const made = schema === undefined ? undefined : maker.make([schema], values)
  return made === undefined ? values[0] : made.value
}

/** A value and its source: an example, a choice (`default`, `const`, `enum`), or only the schema's limits. */
interface Example {
  readonly value: Json
  readonly source: 'example' | 'choice' | 'limits'
}

/** Limits of depth and number in the search for optional members, since schemas may be recursive. */
const DEEPEST = 5
const MOST = 1000

/** The depth of a complete example. */
const COMPLETE_LEVELS = 3

/** A value to generate. */
interface Task {
  readonly nodes: readonly SchemaNode[]
  /** All schemas that describe the plain value. */
  readonly parts: readonly SchemaNode[]
  readonly plain: Json | undefined
  readonly isKept: (value: Json) => boolean
}

/** Generates the values of one direction. */
class ExampleMaker {
  readonly #direction: Direction
  readonly #entered: (readonly SchemaNode[])[] = []
  /** The depth to which optional members are included even if they have only a schema. */
  readonly #completeLevels: number
  #made = 0

  constructor(direction: Direction, completeLevels: number) {
    this.#direction = direction
    this.#completeLevels = completeLevels
  }

  get #isComplete(): boolean {
    return this.#entered.length <= this.#completeLevels
  }

  /** A value that all schemas accept, preferring the given ones; undefined if none is found, or if it would contain itself. */
  make(nodes: readonly SchemaNode[], given: readonly Json[] = []): Example | undefined {
    this.#made += 1
    const direction = this.#direction
    const isKept = (value: Json): boolean => nodes.every((node) => isValid(node, value, { direction }))
    const find = (values: readonly Json[]): Json | undefined =>
      values.flatMap((value) => [this.#withoutUnsent(nodes, value), value]).find(isKept)
    const found = find(given)
    if (found !== undefined) return { value: found, source: 'example' }
    const plain = nodes
      .map((node) => findTemplate(node, { direction }))
      .find((value) => value !== undefined && isKept(value))
    const parts = this.#partsOf(nodes, plain ?? null)
    if (this.#entered.flat().some((part) => parts.includes(part))) return undefined
    const example = find(parts.flatMap(examplesIn))
    if (example !== undefined) return { value: example, source: 'example' }
    const choice = find(parts.flatMap(choicesIn))
    if (choice !== undefined) return { value: choice, source: 'choice' }
    this.#entered.push(parts)
    try {
      return this.#fill({ nodes, parts, plain, isKept }, [...given, ...parts.flatMap(examplesIn)])
    } finally {
      this.#entered.pop()
    }
  }

  /** The plain value, with documented values for its parts. */
  #fill(task: Task, examples: readonly Json[]): Example | undefined {
    const { plain } = task
    if (Array.isArray(plain)) return this.#fillArray(task, plain)
    if (isObject(plain)) return this.#fillObject(task, plain, examples.filter(isObject))
    return plain === undefined ? undefined : { value: plain, source: 'limits' }
  }

  #partsOf(nodes: readonly SchemaNode[], value: Json): readonly SchemaNode[] {
    return describingSchemas(nodes, value, this.#direction)
  }

  /** Sets the members for which the document has a value, if the object stays valid. Declared ones come first, in order. */
  #fillObject({ nodes, parts, isKept }: Task, plain: JsonObject, examples: readonly JsonObject[]): Example {
    let filled = plain
    let source: Example['source'] = 'limits'
    const documented = [
      ...namesIn(nodes, new Set(parts)),
      // A discriminator adds schemas that the given ones do not refer to.
      ...parts.flatMap((part) => namesBelow(part.schema, 'properties')),
      ...examples.flatMap(Object.keys),
    ]
    const names = new Set(documented.length === 0 && this.#isComplete ? this.#keysOf(parts) : documented)
    for (const name of names) {
      const isPlain = Object.hasOwn(plain, name)
      if (!isPlain && (this.#entered.length > DEEPEST || this.#made > MOST)) continue
      const { schemas } = describeProperty(parts, name)
      if (this.#isUnsent(schemas)) continue
      const shown = examples.map((example) => own(example, name)).filter((value) => value !== undefined)
      const given = [...shown, ...variantNames(parts, name)]
      const member = this.make(schemas, given)
      if (member === undefined || (member.source === 'limits' && !isPlain && !this.#isComplete)) continue
      const next = { ...filled, [name]: member.value }
      if (!isKept(next)) continue
      filled = next
      if (member.source === 'example') source = 'example'
    }
    const ordered = [...names, ...Object.keys(filled)].flatMap((name) => {
      const member = own(filled, name)
      return member === undefined ? [] : [[name, member] as const]
    })
    return { value: Object.fromEntries(ordered), source }
  }

  /** A key for an object with free names and a schema for its values. */
  #keysOf(parts: readonly SchemaNode[]): readonly string[] {
    if (!parts.some((part) => isObject(keywordOf(part, 'additionalProperties')))) return []
    const named = this.make(
      parts.flatMap((part) => schemasAt(part, 'propertyNames')),
      ['key'],
    )
    return typeof named?.value === 'string' ? [named.value] : []
  }

  /** Gives the items the values of their schemas, if the array stays valid. */
  #fillArray({ parts, isKept }: Task, plain: readonly Json[]): Example {
    const made = plain.map((_, index) => this.make(parts.flatMap((part) => schemasForItem(part, index))))
    const filled = plain.map((item, index) => made[index]?.value ?? item)
    if (!isKept(filled)) return { value: [...plain], source: 'limits' }
    return { value: filled, source: made.some((item) => item?.source === 'example') ? 'example' : 'limits' }
  }

  #isUnsent(schemas: readonly SchemaNode[]): boolean {
    const flag = this.#direction === 'request' ? 'readOnly' : 'writeOnly'
    return schemas.some((schema) => findFlag(schema, flag) !== undefined)
  }

  /** An example without the members that are not sent in this direction. */
  #withoutUnsent(nodes: readonly SchemaNode[], value: Json): Json {
    if (typeof value !== 'object' || value === null) return value
    const parts = this.#partsOf(nodes, value)
    if (Array.isArray(value))
      return value.map((item, index) => {
        const schemas = parts.flatMap((part) => schemasForItem(part, index))
        return this.#withoutUnsent(schemas, item)
      })
    const sent = Object.entries(value).flatMap(([name, member]) => {
      const { schemas } = describeProperty(parts, name)
      return this.#isUnsent(schemas) ? [] : [[name, this.#withoutUnsent(schemas, member)] as const]
    })
    return Object.fromEntries(sent)
  }
}

/** The names that schemas declare, those of the schemas that they combine before their own. `left` are the schemas to look at. */
const namesIn = (nodes: readonly SchemaNode[], left: Set<SchemaNode>): readonly string[] =>
  nodes.flatMap((node) =>
    left.delete(node)
      ? [...namesIn(inPlaceSchemas(node), left), ...namesBelow(node.schema, 'properties')]
      : [],
  )

/** The discriminator values of the chosen variant, if the property is a discriminator. */
const variantNames = (parts: readonly SchemaNode[], property: string): readonly string[] =>
  parts.flatMap((part) => {
    const discriminator = findDiscriminator(part)
    if (discriminator?.property !== property) return []
    const branches = ['oneOf', 'anyOf'].flatMap((keyword) => schemasAt(part, keyword))
    const variants =
      branches.length > 0
        ? branches.filter((branch) => parts.includes(branch))
        : parts.filter((other) => other !== part && findReferenced(other) !== part)
    return variants.flatMap((variant) => namesOfVariant(discriminator, variant))
  })

const listAt = (node: SchemaNode, keyword: string): readonly Json[] => {
  const value = keywordOf(node, keyword)
  return Array.isArray(value) ? value : []
}

const examplesIn = (node: SchemaNode): readonly Json[] => [
  ...valueAt(node, 'example'),
  ...listAt(node, 'examples'),
]

const choicesIn = (node: SchemaNode): readonly Json[] => [
  ...valueAt(node, 'default'),
  ...valueAt(node, 'const'),
  ...listAt(node, 'enum'),
]

const valueAt = (node: SchemaNode, keyword: string): readonly Json[] => {
  const value = keywordOf(node, keyword)
  return value === undefined ? [] : [value]
}
