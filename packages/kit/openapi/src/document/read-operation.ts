import type {
  ApiBody,
  ApiMedia,
  ApiOperation,
  ApiParameter,
  HttpMethod,
  ParameterLocation,
  UnreadOperation,
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
import { type OperationFinder, readContent, readResponses, readValue } from './read-response.ts'
import { type DeclaredSecurity, readSecurity } from './read-security.ts'

/** The context that all operations of a document share. */
interface OperationSurroundings {
  readonly root: ObjectPart
  readonly security: DeclaredSecurity
  readonly findOperation: OperationFinder
}

/** Reads one operation, with the parameters and the security that it inherits. */
export const readOperation = (
  listed: ListedOperation,
  { root, security, findOperation }: OperationSurroundings,
): ApiOperation => {
  const { id, method, path, part } = listed
  return {
    ...placeOf(part),
    id,
    method,
    path,
    parameters: withTemplate(listed, readParameters([...listed.pathItems, part])),
    body: readBody(part),
    responses: readResponses(part, findOperation),
    security: readSecurity(part, root, security),
    tags: listItems(part, 'tags').flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
    raw: part.value,
  }
}

// The template decides which path parameters exist: one it does not name can never be sent, one that is not declared is any text.
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
    media: sendableMedia(part),
  }
}

/** Streams are only judged, never written. */
const sendableMedia = (body: ObjectPart): readonly ApiMedia[] => {
  const media = readContent(body)
  const sendable = media.filter(({ schema, itemSchema }) => schema !== undefined || itemSchema === undefined)
  if (sendable.length > 0 || media.length === 0) return sendable
  throw new DocumentError(
    `The request body at ${tellPlace(body)} is a stream (\`itemSchema\`), which cannot be sent.`,
  )
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

/** Header parameters that the document describes elsewhere: a definition under `parameters` is to be ignored. */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization'])

/** Parameters by location and name, so that those of the operation override those of its path. Later lists win. */
const readParameters = (parts: readonly Part[]): readonly ApiParameter[] => {
  const parameters = new Map<string, ApiParameter>()
  for (const part of parts)
    for (const item of listItems(part, 'parameters')) {
      const parameter = readParameter(asObject(followReference(item)))
      const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name
      if (parameter.in !== 'header' || !IGNORED_HEADERS.has(name))
        parameters.set(`${parameter.in} ${name}`, parameter)
    }
  return [...parameters.values()]
}

const readParameter = (part: ObjectPart): ApiParameter => {
  if (part.value['in'] === 'querystring')
    throw new DocumentError(
      `${tellPlace(part)} describes the whole query string (\`in: querystring\`), which cannot be sent.`,
    )
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

/** A piece of a path template: plain text, or the name of a parameter. */
type PathPiece =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'parameter'; readonly name: string }

/** The pieces of a path template in order: `/pets/{petId}` is `/pets/` and the parameter petId. */
export const parsePathTemplate = (path: string): readonly PathPiece[] =>
  path
    .split(/(\{[^{}]+\})/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      /^\{[^{}]+\}$/.test(piece)
        ? { kind: 'parameter', name: piece.slice(1, -1) }
        : { kind: 'text', text: piece },
    )

const METHODS: Readonly<Record<string, HttpMethod>> = {
  get: 'GET',
  put: 'PUT',
  post: 'POST',
  delete: 'DELETE',
  options: 'OPTIONS',
  head: 'HEAD',
  patch: 'PATCH',
  trace: 'TRACE',
}

/** The methods that a version names in a path item, by field (OpenAPI 3.2 adds `query`). */
const methodsOf = ({ library }: Part): Readonly<Record<string, HttpMethod>> =>
  isVersion32(library) ? { ...METHODS, query: 'QUERY' } : METHODS

/** An operation found under `paths`, not yet read. */
export interface ListedOperation {
  readonly id: string
  readonly method: HttpMethod
  readonly path: string
  readonly part: ObjectPart
  /** The path items whose `parameters` it shares: the one referred to first, then the one that refers to it. */
  readonly pathItems: readonly ObjectPart[]
}

/**
 * Reads every operation under `paths`, in document order, and lists those that cannot be read. If two share one operationId, the second is
 * named by its method and path. Throws {@link DocumentError} if there is none.
 */
export const listOperations = (
  root: ObjectPart,
): {
  readonly listed: readonly ListedOperation[]
  readonly unread: UnreadOperation[]
  readonly notes: readonly string[]
} => {
  const unread: UnreadOperation[] = []
  const listed: ListedOperation[] = []
  const notes: string[] = []
  const places = new Map<string, Part>()
  for (const [path, entry] of mapEntries(root, 'paths')) {
    if (path.startsWith('x-')) continue
    const attempt = <Result>(method: string | undefined, read: () => Result): Result | undefined => {
      try {
        return read()
      } catch (error) {
        if (!(error instanceof DocumentError)) throw error
        unread.push({ id: `${method ?? '*'} ${path}`, path, method, reason: error.message })
        return undefined
      }
    }
    const found = attempt(undefined, () => operationsOf(root, path, entry)) ?? []
    for (const { method, child, pathItems } of found)
      attempt(method, () => {
        // Fields beside a `$ref` are to be ignored (OpenAPI 3.1, "Reference Object").
        const part = asObject(followReference(child))
        const declared = findText(part, 'operationId') || `${method} ${path}`
        const first = places.get(declared)
        const id = first === undefined ? declared : `${method} ${path}`
        if (first !== undefined)
          notes.push(
            `The operationId ${declared} at ${tellPlace(part)} is already used at ${tellPlace(first)}; the second operation goes by ${id}.`,
          )
        places.set(id, part)
        listed.push({ id, method, path, part, pathItems })
      })
  }
  const [first] = unread
  if (listed.length === 0)
    throw new DocumentError(
      first?.reason ?? 'The document has no operation under `paths`, so there is nothing to check.',
    )
  return { listed, unread, notes }
}

/** An operation of a path item, not yet known to be sound. */
interface FoundOperation {
  readonly method: HttpMethod
  readonly child: Part
  readonly pathItems: readonly ObjectPart[]
}

const operationsOf = (root: ObjectPart, path: string, entry: Part): readonly FoundOperation[] => {
  if (!path.startsWith('/'))
    throw new DocumentError(`The path ${path} at ${tellPlace(entry)} must begin with a slash.`)
  // Fields beside a `$ref` of a path item add to what it refers to, and win (OpenAPI 3.1, "Path Item Object").
  const referred = asObject(followReference(entry))
  const written = asObject(entry)
  const pathItems =
    referred.pointer === written.pointer && referred.documentUri === written.documentUri
      ? [written]
      : [referred, written]
  const methods = methodsOf(root)
  const names = new Set(pathItems.flatMap((item) => Object.keys(item.value)))
  const fixed = [...names].flatMap((name) => {
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined
    const found = pathItems.findLast((item) => findChild(item, name) !== undefined)
    const child = found && findChild(found, name)
    return method === undefined || child === undefined ? [] : [{ method, child, pathItems }]
  })
  if (!isVersion32(root.library)) return fixed
  const additional = pathItems.flatMap((item) => mapEntries(item, 'additionalOperations'))
  return [...fixed, ...[...new Map(additional)].map(([method, child]) => ({ method, child, pathItems }))]
}
