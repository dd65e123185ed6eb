import * as fc from 'fast-check'
import { isObject, type Json, type JsonObject } from '@contract-kit/json-schema/json'

/** Names that TypeScript and the generated modules use, and some that are not valid identifiers. */
const schemaNames = (
  'Record Promise Array Date Map Object String Error Request Response Blob Uint8Array ReadableStream ApiCall ApiResponse ' +
  'CallOptions Operations Absent ApiMethods ErrorCodes ApiExamples ExampleStatuses ResponseBodies schema schemas class default ' +
  'any never string unknown type Pet pet PET pet-input PetInput SendPetInput ReadPetResult SendPetParameters SendPetBody ' +
  '1Click a.b a/b a~b %41 $ref items __proto__ constructor 日本 हिन्दी Ünï x²'
).split(' ')

const propertyNames = 'id kind class a-b x² __proto__ body 日本 1st then'.split(' ')

/** The parts from which the schemas of one document are built. */
interface Parts {
  readonly isOld: boolean
  /** Whether types can express the schemas exactly: there are no discriminators, and every object declares its type. */
  readonly isPlain: boolean
  /** All schemas of the document. Nested values may refer to them. */
  readonly names: readonly string[]
  /** The schemas that may describe the same value by reference. The restriction prevents infinite recursion. */
  readonly later: readonly string[]
}

/** A document of random schemas. Each schema is the body of a request, `send…`, and of a response, `read…`. */
export const anyDocument: fc.Arbitrary<JsonObject> = fc
  .record({
    isOld: fc.boolean(),
    isPlain: fc.boolean(),
    names: fc.uniqueArray(fc.constantFrom(...schemaNames), { minLength: 4, maxLength: 7 }),
    isHierarchy: fc.boolean(),
  })
  .chain(({ isOld, isPlain, names, isHierarchy }) =>
    fc
      .tuple(
        ...names.map((_, index) => {
          const parts = { isOld, isPlain, names, later: names.slice(index + 1) }
          return isHierarchy && !isPlain && index < 3 ? hierarchy(parts, index) : anySchema(parts)
        }),
      )
      .map((schemas) => ({ ...documentOf(isOld, names, schemas), 'x-plain': isPlain })),
  )

function documentOf(isOld: boolean, names: readonly string[], schemas: readonly JsonObject[]): JsonObject {
  const paths = names.map((name, index) => {
    const content = { 'application/json': { schema: reference(name) } }
    const post = {
      operationId: `send ${name}`,
      ...(index % 3 === 0 && { parameters: [{ name: 'id', in: 'query', schema: { type: 'string' } }] }),
      requestBody: { required: index % 2 === 0, content },
      responses: { 204: { description: 'Done.' } },
    }
    const get = { operationId: `read ${name}`, responses: { 200: { description: 'Done.', content } } }
    return [`/${index}`, { post, get }] as const
  })
  return {
    openapi: isOld ? '3.0.3' : '3.1.0',
    info: { title: 'Any', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(names.map((name, index) => [name, schemas[index] ?? {}])) },
  }
}

function reference(name: string): JsonObject {
  const token = name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25')
  return { $ref: `#/components/schemas/${token}` }
}

/** Creates one of three schemas: the first two extend the third, which has a discriminator. */
function hierarchy(parts: Parts, index: number): fc.Arbitrary<JsonObject> {
  const [mapped = '', , base = ''] = parts.names
  return objects(parts, 2).map((own) =>
    index < 2
      ? { allOf: [reference(base), own] }
      : {
          ...own,
          properties: { ...(own['properties'] as JsonObject), kind: { type: 'string' } },
          required: ['kind'],
          discriminator: { propertyName: 'kind', mapping: { 'first!': reference(mapped)['$ref'] ?? '' } },
        },
  )
}

function anySchema(parts: Parts, depth = 2): fc.Arbitrary<JsonObject> {
  const { isOld, isPlain, later } = parts
  const leaves = [primitives(isOld), fc.constant({})]
  const leaf = fc.oneof(...leaves, ...(later.length > 0 ? [fc.constantFrom(...later).map(reference)] : []))
  if (depth === 0) return leaf
  const branches = fc.array(fc.oneof(anySchema(parts, depth - 1), objects(parts, depth - 1)), {
    minLength: 1,
    maxLength: 3,
  })
  const own = fc.option(objects(parts, depth - 1), { nil: {}, freq: 2 })
  const combined = fc
    .tuple(fc.constantFrom('oneOf', 'anyOf', 'allOf'), branches, own)
    .map(([keyword, some, object]): JsonObject => ({ ...object, [keyword]: some }))
  const both = fc.tuple(branches, combined).map(([allOf, object]): JsonObject => ({ ...object, allOf }))
  const discriminated = fc
    .subarray([...later], { minLength: Math.min(1, later.length), maxLength: Math.min(3, later.length) })
    .map((some): JsonObject => ({ oneOf: some.map(reference), discriminator: { propertyName: 'kind' } }))
  const inner = anySchema({ ...parts, later: parts.names }, depth - 1)
  const list = inner.map((items): JsonObject => ({ type: 'array', items }))
  const tuple = fc
    .tuple(fc.array(inner, { minLength: 1, maxLength: 3 }), fc.nat(2))
    .map(([prefixItems, minItems]): JsonObject => ({ type: 'array', prefixItems, minItems }))
  return fc.oneof(
    { weight: 3, arbitrary: objects(parts, depth) },
    { weight: 3, arbitrary: combined },
    leaf,
    list,
    both,
    ...(later.length > 0 && !isPlain ? [discriminated] : []),
    ...(isOld ? [] : [tuple]),
  )
}

function primitives(isOld: boolean): fc.Arbitrary<JsonObject> {
  const type = fc.constantFrom('string', 'integer', 'number', 'boolean', 'object')
  const plain = type.map((one): JsonObject => ({ type: one, description: 'Ends */ here.' }))
  const given = fc.constantFrom<Json>('a', "b'", '\\', 1, -2, true, ...(isOld ? [] : [null, ['x'], { y: 1 }]))
  const listed = fc
    .uniqueArray(given, { minLength: 1, maxLength: 3 })
    .map((all): JsonObject => ({ enum: all }))
  const text = fc.constant<JsonObject>({ type: 'string', default: 'a' })
  if (isOld) {
    const all = fc.tuple(fc.oneof(plain, listed, text), fc.boolean())
    return all.map(([schema, nullable]) => ({ ...schema, ...(nullable && { nullable }) }))
  }
  const several = fc
    .uniqueArray(fc.constantFrom('string', 'integer', 'null', 'array', 'object'), { minLength: 1 })
    .map((types): JsonObject => ({ type: types }))
  return fc.oneof(
    plain,
    listed,
    text,
    several,
    given.map((value): JsonObject => ({ const: value })),
  )
}

function objects({ isOld, isPlain, names }: Parts, depth: number): fc.Arbitrary<JsonObject> {
  const inner =
    depth === 0 ? primitives(isOld) : anySchema({ isOld, isPlain, names, later: names }, depth - 1)
  const flags = isPlain ? [{}] : [{}, { readOnly: true }, { writeOnly: true }]
  const member = fc.tuple(inner, fc.constantFrom<JsonObject>(...flags))
  // TypeScript gives every object a constructor.
  const name = fc.constantFrom(...propertyNames, ...Object.keys(flagged), ...(isPlain ? [] : ['constructor']))
  const object = fc.record(
    {
      properties: fc.dictionary(name, member, { maxKeys: 3 }).map((all) =>
        mapValues(all, ([schema, flag], key) => ({
          ...(flagged[key] ? wrap(schema) : schema),
          ...flag,
          ...flagged[key],
        })),
      ),
      type: fc.constant('object'),
      required: fc.uniqueArray(name, { minLength: 1, maxLength: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), primitives(isOld)),
      ...(isOld && { nullable: fc.constant(true) }),
    },
    { requiredKeys: isPlain ? ['properties', 'type'] : ['properties'] },
  )
  return isPlain ? object.map(toPlain) : object
}

/** Wraps a reference, because OpenAPI 3.0 ignores keywords next to it. */
const wrap = (schema: JsonObject): JsonObject => ('$ref' in schema ? { allOf: [schema] } : schema)

/** Members that exist in only one direction, in every schema. */
const flagged: Readonly<Record<string, JsonObject>> = {
  made: { readOnly: true },
  secret: { writeOnly: true },
}

/** Returns an object that a type can describe completely. */
function toPlain({ required = [], ...object }: ObjectSchema): JsonObject {
  // Only a schema that declares a member of one direction can require it.
  const known = required.filter(
    (name) => flagged[name] === undefined || Object.hasOwn(object.properties, name),
  )
  // TypeScript rejects objects without any member of an all-optional type. So such a type allows no additional members.
  const isWeak = known.every((name) => flagged[name] !== undefined)
  return {
    ...object,
    ...(known.length > 0 && { required: known }),
    ...(isWeak && !isObject(object.additionalProperties) && { additionalProperties: false }),
  }
}

interface ObjectSchema {
  readonly properties: JsonObject
  readonly required?: string[]
  readonly additionalProperties?: Json
}

function mapValues<Value>(all: Record<string, Value>, map: (value: Value, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, map(value, key)]))
}
