import type {
  ApiBody,
  ApiCallback,
  ApiMedia,
  ApiOperation,
  ApiParameter,
  ParameterLocation,
} from './api-document.ts'
import {
  asObject,
  DocumentError,
  findChild,
  findFlag,
  findObject,
  findText,
  followReference,
  getChoice,
  getText,
  isVersion32,
  listItems,
  mapEntries,
  type ObjectPart,
  placeOf,
  type Part,
  readDescription,
  tellPlace,
} from './document-part.ts'
import { findOperations, type ListedOperation } from './list-operations.ts'
import { parsePathTemplate } from './path-template.ts'
import { type OperationFinder, readContent, readResponses, readValue } from './read-response.ts'
import { type DeclaredSecurity, readSecurity } from './read-security.ts'
import { readServers } from './read-servers.ts'

/** The context that all operations of a document share. */
interface OperationSurroundings {
  readonly root: ObjectPart
  readonly security: DeclaredSecurity
  readonly findOperation: OperationFinder
  /** Receives a sentence for each unreadable part that does not affect the operation. */
  readonly notes: string[]
}

/** Reads one operation, with the parameters and the security that it inherits. */
export const readOperation = (
  listed: ListedOperation,
  surroundings: OperationSurroundings,
  isCallback = false,
): ApiOperation => {
  const { root, security, findOperation } = surroundings
  const { id, method, path, part } = listed
  const parameters = readParameters([...listed.pathItems, part])
  return {
    ...placeOf(part),
    id,
    method,
    path,
    parameters: listed.isWebhook ? parameters : withTemplate(listed, parameters),
    queryString: readQueryString([...listed.pathItems, part]),
    body: readBody(part),
    responses: readResponses(part, findOperation),
    security: readSecurity(part, root, security),
    servers: readServers(part) ?? firstOf(listed.pathItems.toReversed(), readServers),
    callbacks: isCallback ? [] : readCallbacks(listed, surroundings),
    tags: listItems(part, 'tags').flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
    raw: part.value,
  }
}

/** The callbacks of an operation. Nested callbacks are left out, since they may be circular. Unreadable ones are noted. */
const readCallbacks = (
  { id: owner, part: operation }: ListedOperation,
  surroundings: OperationSurroundings,
): readonly ApiCallback[] =>
  mapEntries(operation, 'callbacks').flatMap(([name, callback]) => {
    try {
      const byExpression = asObject(followReference(callback))
      return Object.keys(byExpression.value)
        .filter((path) => !path.startsWith('x-'))
        .flatMap((path) =>
          findOperations(findObject(byExpression, path) as ObjectPart).map((found) => ({ ...found, path })),
        )
        .map(({ path, method, child, pathItems }) => {
          const part = asObject(followReference(child))
          const id = findText(part, 'operationId') || `${method} ${path}`
          const listed = { id, method, path, isWebhook: true, part, pathItems }
          return { name, operation: readOperation(listed, surroundings, true) }
        })
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      surroundings.notes.push(`The callback ${name} of ${owner} cannot be read: ${error.message}`)
      return []
    }
  })

// Only parameters in the template can be sent. An undeclared one may be any text.
const withTemplate = (
  { path, part }: ListedOperation,
  declared: readonly ApiParameter[],
): readonly ApiParameter[] => {
  const names = parsePathTemplate(path).flatMap((piece) => (piece.kind === 'parameter' ? [piece.name] : []))
  const sent = declared.filter((parameter) => parameter.in !== 'path' || names.includes(parameter.name))
  const missing = [...new Set(names)].filter(
    (name) => !sent.some((parameter) => parameter.in === 'path' && parameter.name === name),
  )
  return [...missing.map((name) => undeclaredParameter(name, part)), ...sent]
}

const readBody = (operation: ObjectPart): ApiBody | undefined => {
  if (findChild(operation, 'requestBody') === undefined) return undefined
  const part = asObject(followReference(findObject(operation, 'requestBody') as ObjectPart))
  return {
    ...placeOf(part),
    required: findFlag(part, 'required') === true,
    description: readDescription(part),
    media: readContent(part),
  }
}

const firstOf = <Item, Result>(
  items: readonly Item[],
  find: (item: Item) => Result | undefined,
): Result | undefined => {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

const LOCATIONS: readonly ParameterLocation[] = ['path', 'query', 'header', 'cookie']

/** Styles that each location may use, the default first (OpenAPI 3.1, "Parameter Object": `style`). */
const STYLES: Readonly<Record<ParameterLocation, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  // Other than `form`, `cookie` (OpenAPI 3.2) encodes nothing; a reading must hold by both.
  cookie: ['form', 'cookie'],
}

/** Header parameters whose definition under `parameters` is ignored. */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization'])

/** Parameters by location and name, so that those of the operation override those of its path. Later lists win. */
const readParameters = (parts: readonly Part[]): readonly ApiParameter[] => {
  const parameters = new Map<string, ApiParameter>()
  for (const part of parts)
    for (const item of declaredParameters(part)) {
      if (isQueryString(item)) continue
      const parameter = readParameter(item)
      const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name
      if (parameter.in !== 'header' || !IGNORED_HEADERS.has(name))
        parameters.set(`${parameter.in} ${name}`, parameter)
    }
  return [...parameters.values()]
}

const declaredParameters = (part: Part): readonly ObjectPart[] =>
  listItems(part, 'parameters').map((item) => asObject(followReference(item)))

const isQueryString = ({ value, library }: ObjectPart): boolean =>
  value['in'] === 'querystring' && isVersion32(library)

/** The media type by which a parameter describes the whole query; the last one wins (OpenAPI 3.2, `in: querystring`). */
const readQueryString = (parts: readonly Part[]): ApiMedia | undefined => {
  const declared = parts.flatMap(declaredParameters).findLast(isQueryString)
  if (declared === undefined) return undefined
  const [media] = readContent(declared)
  if (media === undefined) throw new DocumentError(`${tellPlace(declared)} needs the field \`content\`.`)
  return { ...media, ...placeOf(declared) }
}

const readParameter = (part: ObjectPart): ApiParameter => {
  const location = getChoice(part, 'in', LOCATIONS)
  const content = readContent(part)
  if (content.length > 1)
    throw new DocumentError(
      `\`content\` at ${tellPlace(part)} must have one media type, not ${content.length}.`,
    )
  const style =
    findText(part, 'style') === undefined
      ? (STYLES[location][0] as string)
      : getChoice(part, 'style', STYLES[location])
  return {
    ...placeOf(part),
    name: getText(part, 'name'),
    in: location,
    required: location === 'path' || findFlag(part, 'required') === true,
    description: readDescription(part),
    style,
    explode: findFlag(part, 'explode') ?? (style === 'form' || style === 'cookie'),
    allowReserved: location === 'query' && findFlag(part, 'allowReserved') === true,
    allowEmptyValue: location === 'query' && findFlag(part, 'allowEmptyValue') === true,
    ...readValue(part, content[0]),
  }
}

const DOCUMENT_URI = 'memory:/undeclared-parameter.json'

/** A path parameter of the template without a declaration: any text. Placed at the operation. */
const undeclaredParameter = (name: string, { library, documentUri, pointer }: Part): ApiParameter => {
  const { schemas } = library
  if (!schemas.hasDocument(DOCUMENT_URI)) schemas.addDocument(DOCUMENT_URI, { type: 'string', minLength: 1 })
  return {
    documentUri,
    pointer,
    name,
    in: 'path',
    required: true,
    description: '',
    schema: schemas.node(DOCUMENT_URI),
    style: 'simple',
    explode: false,
    allowReserved: false,
    allowEmptyValue: false,
    contentType: undefined,
    examples: [],
  }
}
