import type { OpenApiDocument, Operation } from '@contract-kit/express'

type JsonObject = Readonly<Record<string, unknown>>

/** The declaration of a value in the contract. */
export interface Shape {
  /** Whether it is marked with `x-sensitive` or `writeOnly`, or has the format `password`. */
  readonly isSensitive: boolean
  /** Whether a string or a number fits the declared type and, for a string, the values, format, pattern and length. */
  fits(value: unknown): boolean
  /** Whether values or a pattern are declared, so that a matching text is not a misplaced secret. */
  readonly isPrecise: boolean
  /** Undefined if the contract does not declare the property. */
  property(name: string): Shape | undefined
  items(): Shape | undefined
}

/** The shapes of one operation. */
export interface OperationShapes {
  readonly requestBody: Shape | undefined
  readonly parameter: (place: 'path' | 'query' | 'header', name: string) => Shape | undefined
  readonly responseBody: (status: number) => Shape | undefined
  readonly responseHeader: (status: number) => (name: string) => Shape | undefined
}

export interface Shapes {
  /** Undefined: the shapes of a request without an operation. Its response is an error. */
  ofOperation(operation: Operation | undefined): OperationShapes
  /** Every property name in the document. */
  readonly names: ReadonlySet<string>
}

/** Reads the shapes of a document, each on first use. */
export function createShapes(document: OpenApiDocument): Shapes {
  const known = new Map<Operation | undefined, OperationShapes>()
  return {
    names: new Set(collectNames(document)),
    ofOperation(operation) {
      const shapes = known.get(operation) ?? readOperation(document, operation)
      known.set(operation, shapes)
      return shapes
    },
  }
}

/** Whether a value is a JSON object, not an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toObject = (value: unknown): JsonObject => (isObject(value) ? value : {})

function collectNames(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(collectNames)
  if (!isObject(value)) return []
  return [...Object.keys(toObject(value['properties'])), ...Object.values(value).flatMap(collectNames)]
}

function readOperation(document: OpenApiDocument, operation: Operation | undefined): OperationShapes {
  const resolve = (value: unknown): JsonObject => {
    let found = toObject(value)
    for (let steps = 0; typeof found['$ref'] === 'string' && steps < 100; steps += 1)
      found = toObject(lookUp(document, found['$ref']))
    return found
  }
  const shapeOf = (schema: unknown): Shape | undefined =>
    schema === undefined ? undefined : createShape([toObject(schema)], resolve)
  const contentShape = (holder: unknown): Shape | undefined => {
    const [media] = Object.values(toObject(resolve(holder)['content']))
    return shapeOf(toObject(media)['schema'])
  }

  const responses = toObject(operation?.object['responses'])
  const responseOf = (status: number): unknown =>
    responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses['default']
  const error = shapeOf(lookUp(document, '#/components/schemas/ErrorBody'))
  const parameters = new Map(
    operation?.parameters.map(({ in: place, name, object }) => [
      `${place} ${place === 'header' ? name.toLowerCase() : name}`,
      shapeOf(object['schema']),
    ]),
  )
  return {
    requestBody: contentShape(operation?.object['requestBody']),
    parameter: (place, name) => parameters.get(`${place} ${name}`),
    responseBody: once(
      (status: number) => contentShape(responseOf(status)) ?? (status >= 400 ? error : undefined),
    ),
    responseHeader: once((status: number) => {
      const declared = Object.entries(toObject(resolve(responseOf(status))['headers']))
      const headers = new Map(
        declared.map(([name, header]) => [name.toLowerCase(), shapeOf(resolve(header)['schema'])]),
      )
      return (name: string) => headers.get(name)
    }),
  }
}

/** Caches the result for each key. */
function once<Key, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>()
  return (key) => {
    const value = values.has(key) ? (values.get(key) as Value) : read(key)
    values.set(key, value)
    return value
  }
}

function lookUp(document: object, reference: string): unknown {
  const keys = reference.split('/').slice(1)
  return keys.reduce<unknown>(
    (value, key) => toObject(value)[decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  )
}

/** Combines all schemas that may describe a value to one shape. */
function createShape(schemas: readonly unknown[], resolve: (schema: unknown) => JsonObject): Shape {
  const all = schemas.flatMap((schema) => applicable(schema, resolve))
  const properties = new Map<string, Shape>()
  let tests: readonly ((value: unknown) => boolean)[] | undefined
  let items: Shape | undefined
  let additional: Shape | undefined
  const combine = (found: readonly unknown[]): Shape | undefined => {
    const real = found.filter(isObject)
    return real.length === 0 ? undefined : createShape(real, resolve)
  }
  return {
    isSensitive: all.some(
      (schema) =>
        schema['x-sensitive'] === true || schema['writeOnly'] === true || schema['format'] === 'password',
    ),
    isPrecise: all.some(({ enum: values, pattern }) => values !== undefined || pattern !== undefined),
    fits: (value) =>
      (tests ??= all.map(toTest).filter((test) => test !== undefined)).some((test) => test(value)),
    property(name) {
      const known = properties.get(name)
      if (known !== undefined) return known
      const shape = combine(all.map((schema) => ownMember(schema['properties'], name)))
      // Only names of the contract are cached: a client may send any number of others.
      if (shape !== undefined) properties.set(name, shape)
      return shape ?? (additional ??= combine(all.map((schema) => schema['additionalProperties'])))
    },
    items: () => (items ??= combine(all.map((schema) => schema['items']))),
  }
}

const ownMember = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** Returns a schema with all schemas that it references or combines. */
function applicable(
  schema: unknown,
  resolve: (schema: unknown) => JsonObject,
  depth = 0,
): readonly JsonObject[] {
  if (!isObject(schema) || depth > 20) return []
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => schema[keyword] ?? [])
  const branches = [schema['then'], schema['else']]
  const referred = typeof schema['$ref'] === 'string' ? [resolve(schema)] : []
  return [
    schema,
    ...[...parts, ...branches, ...referred].flatMap((part) => applicable(part, resolve, depth + 1)),
  ]
}

/** The type that a schema declares: a string or a number. Undefined if it declares neither. */
function toTest(schema: JsonObject): ((value: unknown) => boolean) | undefined {
  const types = [schema['type']].flat()
  const values = schema['enum'] ?? schema['x-extensible-enum']
  if (Array.isArray(values)) return (value) => values.includes(value)
  if ('const' in schema) return (value) => value === schema['const']
  const takesNumbers = types.includes('number')
  const takesIntegers = types.includes('integer')
  const fitsText = types.includes('string') ? toTextTest(schema) : undefined
  if (!takesNumbers && !takesIntegers && fitsText === undefined) return undefined
  return (value) => {
    if (typeof value === 'number') return takesNumbers || (takesIntegers && Number.isInteger(value))
    return typeof value === 'string' && fitsText !== undefined && fitsText(value)
  }
}

const formats: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  email: /^[^@\s]{1,64}@[^@\s]+$/,
  uri: /^https?:\/\/\S+$/,
}

/** Without a format, or with an unknown one, any text is valid. */
function toTextTest({ format, pattern, maxLength }: JsonObject): (value: string) => boolean {
  const longest = typeof maxLength === 'number' ? maxLength : Infinity
  const expressions = [
    ...(typeof format === 'string' && formats[format] !== undefined ? [formats[format]] : []),
    ...(typeof pattern === 'string' ? [new RegExp(pattern, 'u')] : []),
  ]
  return (value) => value.length <= longest && expressions.every((expression) => expression.test(value))
}
