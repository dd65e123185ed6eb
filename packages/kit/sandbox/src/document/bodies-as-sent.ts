import type { OpenApiDocument } from '@contract-kit/express'

type Data = { readonly [name: string]: unknown }

/**
 * A document in which the validator takes the bodies of some requests as they are sent. Their schemas have
 * - no defaults, which it would fill in: a patch of one property would set all others back;
 * - no required read-only properties, which it misses beside `allOf`;
 * - no fractions in `multipleOf`, which it computes with rounding errors: 4.43 is a multiple of 0.01.
 * What is left out, {@link judgeBody} judges. The schemas of other operations are as they were.
 */
export function withBodiesAsSent(
  document: OpenApiDocument,
  isMeant: (operationId: string) => boolean,
): OpenApiDocument {
  const schemas = toData(toData(document.components)['schemas'])
  const copies: Record<string, unknown> = {}
  const copyNode = (node: unknown, isMap: boolean): unknown => {
    if (Array.isArray(node)) return node.map((each) => copyNode(each, false))
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(
      Object.entries(node).flatMap(([key, value]) => {
        if (!isMap && isLeftOut(key, value)) return []
        if (!isMap && key === 'required' && Array.isArray(value)) return [[key, requiredIn(node, value)]]
        if (!isMap && verbatim.has(key)) return [[key, value]]
        if (!isMap && key === '$ref' && typeof value === 'string') return [[key, copyReference(value)]]
        return [[key, copyNode(value, !isMap && maps.has(key))]]
      }),
    )
  }
  const requiredIn = (node: object, names: readonly unknown[]): readonly unknown[] => {
    const readOnly = readOnlyIn(schemas, node, 0)
    return names.filter((name) => !readOnly.has(String(name)))
  }
  const copyReference = (reference: string): string => {
    const [, name, ...rest] = /^#\/components\/schemas\/([^/]+)$/.exec(reference) ?? []
    if (name === undefined || rest.length > 0) return reference
    const key = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
    if (!(key in schemas)) return reference
    const copied = `${key}${suffix}`
    if (!(copied in copies)) {
      // Its place is taken before its parts are copied: they may refer to it.
      copies[copied] = {}
      copies[copied] = copyNode(schemas[key], false)
    }
    return `${reference}${suffix}`
  }
  const paths = Object.entries(toData(document.paths)).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(toData(item)).map(([key, value]) => {
        const operation = toData(value)
        const isOne = methods.has(key) && operation['requestBody'] !== undefined
        const { operationId = `${key.toUpperCase()} ${path}` } = operation
        if (!isOne || !isMeant(String(operationId))) return [key, value]
        return [key, { ...operation, requestBody: copyBody(document, operation['requestBody'], copyNode) }]
      }),
    ),
  ])
  if (document.paths === undefined) return document
  const components = { ...document.components, schemas: { ...schemas, ...copies } }
  return { ...document, paths: Object.fromEntries(paths) as object, components }
}

const isLeftOut = (key: string, value: unknown): boolean =>
  key === 'default' || (key === 'multipleOf' && !Number.isInteger(value))

/** The names of the read-only properties of a schema, those of its parts included. */
function readOnlyIn(schemas: Data, node: unknown, depth: number): ReadonlySet<string> {
  const { properties, allOf, $ref } = toData(node)
  if (depth > maxDepth) return new Set()
  const own = Object.entries(toData(properties)).flatMap(([name, schema]) =>
    toData(schema)['readOnly'] === true ||
    toData(referred(schemas, toData(schema)['$ref']))['readOnly'] === true
      ? [name]
      : [],
  )
  const parts = [...(Array.isArray(allOf) ? (allOf as readonly unknown[]) : []), referred(schemas, $ref)]
  return new Set([...own, ...parts.flatMap((part) => [...readOnlyIn(schemas, part, depth + 1)])])
}

/** How far parts of parts are followed. */
const maxDepth = 6

function referred(schemas: Data, reference: unknown): unknown {
  const [, name = ''] = /^#\/components\/schemas\/([^/]+)$/.exec(String(reference)) ?? []
  return schemas[decodeURIComponent(name)]
}

/** Characters that no reference has to escape, and no author would choose. */
const suffix = '.as-sent'

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])
/** The keys of these are names that the author chose. */
const maps = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'mapping',
])
/** Values, and not schemas. */
const verbatim = new Set(['enum', 'const', 'example', 'examples', 'discriminator'])

function copyBody(
  document: OpenApiDocument,
  body: unknown,
  copySchema: (schema: unknown, isMap: boolean) => unknown,
): unknown {
  const { content, ...rest } = resolve(document, toData(body))
  const media = Object.entries(toData(content)).map(([type, each]) => {
    const { schema } = toData(each)
    return [type, schema === undefined ? each : { ...toData(each), schema: copySchema(schema, false) }]
  })
  return { ...rest, content: Object.fromEntries(media) as object }
}

function resolve(document: OpenApiDocument, body: Data): Data {
  const [, name = ''] = /^#\/components\/requestBodies\/([^/]+)$/.exec(String(body['$ref'])) ?? []
  const target = toData(toData(document.components)['requestBodies'])[decodeURIComponent(name)]
  return target === undefined ? body : toData(target)
}

const toData = (value: unknown): Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {}
