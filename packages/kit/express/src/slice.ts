import { isBytes, memberOf } from './body.ts'
import {
  fromReference,
  isObject,
  type JsonObject,
  keysOf,
  lookUp,
  mapTemplate,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  partsOf,
  resolve,
} from './document.ts'

/** The part of a document that the validator of one operation needs. */
export interface Slice {
  readonly document: OpenApiDocument & { readonly paths: JsonObject; readonly components: JsonObject }
  /** Names of path parameters by the names that the slice gives them. */
  readonly pathNames: ReadonlyMap<string, string>
}

/**
 * Cuts one operation out of a document: its path, its method, its request, and the components that the request reaches. The
 * validator matches every path of its document for every request. With slices, the cost of a request does not grow with the number
 * of operations. Throws if the validator does not support the operation.
 *
 * Constructs that the validator does not support are rewritten here, without a change of meaning:
 * - Responses are left out: this package checks them.
 * - Characters of a path that its matcher would read as syntax are escaped.
 * - Path parameters get names that a route can have (`order-id` becomes `p0`).
 * - Query values may hold reserved characters such as `:`, which RFC 3986 (3.4) allows and the validator rejects.
 * - A deep object that a request leaves out stays out: the validator puts an empty one in its place, and judges that.
 * - Headers and cookies get their default style, which the validator forgets.
 * - Discriminators are left out: `oneOf` says the same, and the validator reads them before it knows that the body is an object.
 * - Bodies that are neither JSON, text nor a form have no schema: their content is bytes.
 * - A `readOnly` property is not required: the validator overlooks one that is described by a reference or an `allOf`.
 * - The body of a PATCH has no defaults: the validator would fill them in, and so reset what the request does not name.
 */
export function sliceOf(
  document: OpenApiDocument,
  operation: Operation,
  options: {
    readonly withHead: (operation: Operation) => boolean
    readonly skipHeaders: ReadonlySet<string>
  },
): Slice {
  if (operation.fault !== undefined) throw operation.fault
  const names: string[] = []
  const path = mapTemplate(
    operation.path,
    (text) => text.replaceAll(/[()+!]/g, String.raw`\$&`),
    (name) => `{p${names.push(name) - 1}}`,
  )
  if (/\}\w/.test(path)) throw new Error('A path parameter is followed by a letter, a digit or _')
  const parameters = operation.parameters
    .filter(({ in: place, name }) => place !== 'header' || !options.skipHeaders.has(name.toLowerCase()))
    .map((one) => toSliceParameter(document, one, names))
  const missing = names.find(
    (name) => !operation.parameters.some((one) => one.in === 'path' && one.name === name),
  )
  if (missing !== undefined) throw new Error(`{${missing}} of the path is not among the parameters`)
  const requestBody = toSliceBody(document, operation)
  const object = {
    operationId: operation.operationId,
    parameters,
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: { default: { description: '' } },
  }
  const method = operation.method.toLowerCase()
  const slice = {
    openapi: document.openapi,
    info: { title: operation.operationId, version: '1' },
    servers: [{ url: '/' }],
    paths: {
      [path]: { [method]: object, ...(options.withHead(operation) ? { head: structuredClone(object) } : {}) },
    },
  }
  const { schemas, ...others } = reachableComponents(document, slice.paths)
  const isPatch = method === 'patch'
  const components = {
    ...others,
    ...(isObject(schemas) && { schemas: adaptSchemas(document, schemas, isPatch) }),
  }
  const pathNames = new Map(names.map((name, index) => [`p${index}`, name]))
  return { document: removeDiscriminators({ ...slice, components }), pathNames }
}

/** Joins slices of one document, each below a segment of its own: `/0`, `/1` and so on. */
export function joinSlices(slices: readonly Slice[]): OpenApiDocument {
  const paths: Record<string, unknown> = {}
  const components: Record<string, JsonObject> = {}
  for (const [index, { document }] of slices.entries()) {
    for (const [path, item] of Object.entries(document.paths)) paths[`/${index}${path}`] = item
    for (const [kind, section] of Object.entries(document.components))
      components[kind] = { ...components[kind], ...(isObject(section) && section) }
  }
  return { ...slices[0]?.document, paths, components } as OpenApiDocument
}

const defaultStyles = {
  header: { style: 'simple', explode: false },
  cookie: { style: 'form', explode: true },
}

function toSliceParameter(
  document: OpenApiDocument,
  { in: place, name, object }: Parameter,
  pathNames: readonly string[],
): JsonObject {
  const { example: _example, examples: _examples, ...kept } = object
  if (place === 'query') return { ...kept, ...deepObject(document, object), allowReserved: true }
  if (place !== 'path') return { ...defaultStyles[place], ...kept }
  if (!pathNames.includes(name)) throw new Error(`The path parameter ${name} is not in the path`)
  return { ...kept, name: `p${pathNames.indexOf(name)}` }
}

/** The schema of a deep object, one level down: the validator makes an object of the properties that it sees, if there are any. */
function deepObject(document: OpenApiDocument, { style, schema }: JsonObject): JsonObject {
  if (style !== 'deepObject') return {}
  const inner = resolve(document, schema)
  const properties = Object.values(isObject(inner['properties']) ? inner['properties'] : {})
  const hasDefault = properties.some((one) => resolve(document, one)['default'] !== undefined)
  if (properties.length === 0 || hasDefault || inner['default'] !== undefined) return {}
  return { schema: { type: 'object', allOf: [inner] } }
}

/** The presence and type of a body are checked before the validator, so the slice does not require one. */
function toSliceBody(document: OpenApiDocument, operation: Operation): JsonObject | undefined {
  if (operation.mediaTypes.length === 0) return undefined
  const { content } = resolve(document, operation.object['requestBody'])
  const entries = Object.entries(isObject(content) ? content : {}).map(([type, media]) => {
    const schema = isObject(media) && !isBytes(type) ? media['schema'] : undefined
    return [
      memberOf(type),
      { schema: adaptSchema(document, schema ?? {}, operation.method.toLowerCase() === 'patch') },
    ]
  })
  return { required: false, content: Object.fromEntries(entries) }
}

/** Keywords that hold schemas by name. */
const schemaMaps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

/** Keywords that hold values of the instance. */
const instanceKeywords = new Set(['default', 'enum', 'const', 'example', 'examples'])

const adaptSchemas = (document: OpenApiDocument, schemas: JsonObject, isPatch: boolean): JsonObject =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, adaptSchema(document, schema, isPatch)]),
  )

/** A schema of a request as the validator has to read it. */
function adaptSchema(document: OpenApiDocument, schema: unknown, isPatch: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((one) => adaptSchema(document, one, isPatch))
  if (!isObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (keyword === 'default' && isPatch) return []
      if (instanceKeywords.has(keyword)) return [[keyword, value]]
      if (schemaMaps.has(keyword) && isObject(value))
        return [[keyword, adaptSchemas(document, value, isPatch)]]
      if (keyword !== 'required' || !Array.isArray(value))
        return [[keyword, adaptSchema(document, value, isPatch)]]
      const required = value.filter((name) => !isReadOnly(document, schema, String(name)))
      return required.length === 0 ? [] : [[keyword, required]]
    }),
  )
}

/** Whether a property is `readOnly`, by its own schema or by one that this refers to or joins; also where an `allOf` describes it. */
const isReadOnly = (document: OpenApiDocument, schema: JsonObject, name: string): boolean =>
  [schema, ...partsOf(document, schema)].some(({ properties }) => {
    const property = isObject(properties) ? properties[name] : undefined
    return (
      isObject(property) &&
      [property, ...partsOf(document, property)].some((part) => part['readOnly'] === true)
    )
  })

/** The components that a part of a document leads to, directly or by others. */
function reachableComponents(document: OpenApiDocument, from: unknown): JsonObject {
  const components: Record<string, Record<string, unknown>> = {}
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isObject(node)) return
    for (const [name, value] of Object.entries(node)) {
      if (name === '$ref' && typeof value === 'string') add(value)
      else visit(value)
    }
  }
  const add = (reference: string): void => {
    const pointer = fromReference(reference)
    const [root, kind, name] = keysOf(pointer ?? '')
    if (pointer === undefined || root !== 'components' || kind === undefined || name === undefined)
      throw new Error(`${reference} is not a reference to a component`)
    if (lookUp(document, pointer) === undefined) throw new Error(`${reference} leads nowhere`)
    const section = (components[kind] ??= {})
    if (name in section) return
    section[name] = lookUp(document, pointer.split('/').slice(0, 4).join('/'))
    visit(section[name])
  }
  visit(from)
  return components
}

/** A copy without discriminators; the validator changes the document that it is given. */
function removeDiscriminators<Node>(node: Node): Node {
  return JSON.parse(
    JSON.stringify(node, (name, value: unknown) =>
      name === 'discriminator' && isObject(value) && typeof value['propertyName'] === 'string'
        ? undefined
        : value,
    ),
  ) as Node
}
