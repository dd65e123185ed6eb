import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0'
import {
  findAt,
  isObject,
  type Json,
  type JsonObject,
  own,
  resolveUri,
  writeJson,
} from '@contract-kit/json-schema/json'
import { DocumentError } from './document-part.ts'
import { hideData, showData } from './hide-data.ts'

/** A note for a converted document: the places in findings are those of OpenAPI 3.0. */
export const CONVERTED =
  'The document was converted from Swagger 2.0 to OpenAPI 3.0; findings name #/components/schemas/X for #/definitions/X.'

/** Converts a Swagger 2.0 document to OpenAPI 3.0; undefined for any other document. Throws {@link DocumentError} if that is impossible. */
export const convertSwagger = (root: Json): Json | undefined => {
  if (!isObject(root) || own(root, 'openapi') !== undefined) return undefined
  const version = own(root, 'swagger')
  // Unquoted in YAML, 2.0 is the number 2.
  if (version !== '2.0' && version !== 2) return undefined
  try {
    const copy = withMediaTypes(prepare({ ...structuredClone(root), swagger: '2.0' }))
    hideData(copy, 'memory:/swagger.json')
    const converted = repair(upgradeFromTwoToThree(structuredClone(copy)) as JsonObject, copy)
    showData(converted)
    return converted
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw new DocumentError(
      `The document is Swagger 2.0 and cannot be converted to OpenAPI 3.0: ${(error as Error).message}.`,
    )
  }
}

/** Rewrites parts that the library converts wrongly or drops, in Swagger 2.0 terms that it supports. */
const prepare = (root: JsonObject): JsonObject => {
  for (const holder of [...pathItemsOf(root), ...operationsIn(root)]) {
    const parameters = itemsOf(holder['parameters'])
    // The library treats a reference to a body as one to a parameter.
    if (parameters.length > 0)
      holder['parameters'] = parameters.map((parameter) => withoutBodyReference(root, parameter))
    for (const parameter of itemsOf(holder['parameters'])) readList(parameter, own(parameter, 'in'))
  }
  for (const parameter of membersOf(root['parameters'])) readList(parameter, own(parameter, 'in'))
  const responses = [root, ...operationsIn(root)].flatMap((holder) => membersOf(holder['responses']))
  for (const header of responses.flatMap((response) => membersOf(own(response, 'headers'))))
    readList(header, 'header')
  for (const schema of membersOf(root['definitions'])) showExample(schema)
  return root
}

const withoutBodyReference = (root: JsonObject, parameter: Json): Json => {
  const reference = own(parameter, '$ref')
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return parameter
  const target = findAt(root, resolveUri(reference, '').fragment)
  return isBodyPart(target) ? structuredClone(target as Json) : parameter
}

const isBodyPart = (parameter: Json | undefined): boolean =>
  own(parameter, 'in') === 'body' || own(parameter, 'in') === 'formData'

/** The list formats that OpenAPI 3 can express. A list in another format becomes a string (Swagger 2.0, `collectionFormat`). */
const readList = (holder: Json, location: Json | undefined): void => {
  if (!isObject(holder) || own(holder, 'type') !== 'array') return
  const format = own(holder, 'collectionFormat')
  const hasStyles = location === 'query' || location === 'formData'
  if (format !== 'tsv' && (hasStyles || (format !== 'ssv' && format !== 'pipes'))) {
    if (!hasStyles) delete holder['collectionFormat']
    else if (format === undefined) holder['collectionFormat'] = 'csv'
    // A nested list has its own format.
    if (own(own(holder, 'items'), 'type') === 'array') holder['items'] = { type: 'string' }
    return
  }
  holder['type'] = 'string'
  for (const keyword of LIST_KEYWORDS) delete holder[keyword]
}

const LIST_KEYWORDS = ['items', 'collectionFormat', 'minItems', 'maxItems', 'uniqueItems', 'default', 'enum']

/** Swagger 2.0 documents use `x-example` where the standard has no field for an example. */
const showExample = (schema: Json): void => {
  if (!isObject(schema)) return
  const example = own(schema, 'x-example')
  if (example !== undefined && own(schema, 'example') === undefined) schema['example'] = example
  for (const child of [...membersOf(schema['properties']), ...itemsOf(schema['allOf']), own(schema, 'items')])
    if (child !== undefined) showExample(child)
}

/** Adds the parts that the library dropped to the converted document. */
const repair = (document: JsonObject, original: JsonObject): JsonObject => {
  const paths = own(document, 'paths')
  for (const [path, item] of Object.entries(pathsOf(original))) {
    const converted = own(paths, path)
    repairParameters(converted, item)
    for (const [method, operation] of Object.entries(item)) {
      const target = own(converted, method)
      if (!METHODS.has(method) || !isObject(operation) || !isObject(target)) continue
      repairParameters(target, operation)
      repairBody(target, parametersOf(operation, item))
      repairServers(target, operation, original)
    }
  }
  // Without `schemes`, the scheme of the document's own URL applies. The library assumes `http`, which is rarely right.
  if ((original['schemes'] ?? null) === null)
    for (const server of itemsOf(document['servers']))
      if (isObject(server) && typeof server['url'] === 'string')
        server['url'] = server['url'].replace(/^http:/, 'https:')
  for (const [name, parameter] of Object.entries(objectOf(original['parameters'])))
    repairParameter(own(own(own(document, 'components'), 'parameters'), name), parameter)
  return document
}

/** The parameters of an operation, and those of its path that it does not replace. */
const parametersOf = (operation: JsonObject, item: JsonObject): readonly Json[] => {
  const named = itemsOf(operation['parameters'])
  const replaced = new Set(named.map(placeOf))
  return [...named, ...itemsOf(item['parameters']).filter((parameter) => !replaced.has(placeOf(parameter)))]
}

/** A name and a place identify a parameter; there is one body. */
const placeOf = (parameter: Json): string => {
  const { in: location = '', name = '' } = objectOf(parameter)
  return writeJson(location === 'body' ? [location] : [location, name])
}

const repairParameters = (converted: Json | undefined, original: JsonObject): void => {
  for (const parameter of itemsOf(original['parameters']))
    repairParameter(
      itemsOf(own(converted, 'parameters')).find(
        (one) => own(one, 'name') === own(parameter, 'name') && own(one, 'in') === own(parameter, 'in'),
      ),
      parameter,
    )
}

const repairParameter = (converted: Json | undefined, original: Json): void => {
  const example = own(original, 'x-example')
  if (isObject(converted) && own(converted, '$ref') === undefined && example !== undefined)
    converted['example'] = example
}

/** A body is required if one of its fields is. */
const repairBody = (operation: JsonObject, parameters: readonly Json[]): void => {
  const body = own(operation, 'requestBody')
  const parts = parameters.filter(isBodyPart)
  if (!isObject(body)) return
  if (parts.some((part) => own(part, 'required') === true)) body['required'] = true
  const example = parts
    .map((part) => (own(part, 'in') === 'body' ? own(part, 'x-example') : undefined))
    .find((one) => one !== undefined)
  for (const media of membersOf(body['content'])) {
    if (!isObject(media)) continue
    if (example !== undefined) media['example'] = example
    const schema = own(media, 'schema')
    for (const property of membersOf(own(schema, 'properties'))) showExample(property)
    if (isObject(schema) && itemsOf(schema['required']).length === 0) delete schema['required']
  }
}

/** The `schemes` of an operation replace those of the document. */
const repairServers = (
  converted: JsonObject,
  operation: JsonObject,
  { host, basePath = '' }: JsonObject,
): void => {
  const schemes = itemsOf(operation['schemes']).filter((scheme) => typeof scheme === 'string')
  delete converted['schemes']
  if (schemes.length > 0 && typeof host === 'string' && typeof basePath === 'string')
    converted['servers'] = schemes.map((scheme) => ({ url: `${scheme}://${host}${basePath}` }))
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch'])
const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
const membersOf = (value: Json | undefined): readonly Json[] => Object.values(objectOf(value))
const itemsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
const pathsOf = (root: JsonObject): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(
    Object.entries(objectOf(root['paths'])).flatMap(([path, item]) => (isObject(item) ? [[path, item]] : [])),
  )
const pathItemsOf = (root: JsonObject): readonly JsonObject[] => Object.values(pathsOf(root))
const operationsIn = (root: JsonObject): readonly JsonObject[] =>
  pathItemsOf(root).flatMap((item) =>
    Object.entries(item).flatMap(([key, operation]) =>
      METHODS.has(key) && isObject(operation) ? [operation] : [],
    ),
  )

/** If a document names no media types, any is allowed, a body is JSON, and form fields without files are sent as browsers send them. */
const withMediaTypes = (root: JsonObject): JsonObject => {
  if (own(root, 'consumes') === undefined)
    for (const operation of operationsIn(root))
      if (own(operation, 'consumes') === undefined) {
        if (isPlainForm(operation)) operation['consumes'] = ['application/x-www-form-urlencoded']
        // Any media type would be bytes, which no schema describes.
        else if (takesBody(operation)) operation['consumes'] = ['application/json']
      }
  return { consumes: ['*/*'], produces: ['*/*'], ...root }
}

const takesBody = (operation: JsonObject): boolean =>
  itemsOf(operation['parameters']).some((parameter) => own(parameter, 'in') === 'body')

const isPlainForm = (operation: JsonObject): boolean => {
  const parameters = own(operation, 'parameters')
  const fields = (Array.isArray(parameters) ? parameters : []).flatMap((parameter) =>
    isObject(parameter) && own(parameter, 'in') === 'formData' ? [own(parameter, 'type')] : [],
  )
  return fields.length > 0 && !fields.includes('file')
}
