import type { Defect } from '../kernel/deviation.ts'
import { emptyReply, withHeaders, type Reply } from '../kernel/reply.ts'
import { allowedMethods, findRoute, type RouteMatch } from '../kernel/route-table.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import { spoilReply } from '../kernel/spoil-reply.ts'
import type { ServerDefinition, ServerOptions, TestServer } from '../kernel/test-server.ts'
import { compileValidators } from './compile-validators.ts'
import { libraryDefects } from './deviations.ts'
import { Refusal } from './find-or-refuse.ts'
import { finishReply } from '../kernel/finish-reply.ts'
import type { Library } from './handler.ts'
import { readOperations, type Operation } from './operations.ts'
import { problem } from './problem.ts'
import { documentUrl, readDocument } from './read-document.ts'
import { serveOperation, type Reading } from './serve-operation.ts'
import { createStore } from './store.ts'
import { takeLiberties } from './take-liberties.ts'

const readAs = (edit?: Defect['edit']): Reading & { readonly table: ReturnType<typeof readOperations> } => {
  const document = readDocument(edit)
  return { document, table: readOperations(document), validate: compileValidators(document) }
}

// Compiled once for all servers: nothing in it depends on their state.
const asWritten = readAs()

const createLibrary = ({
  deviation,
  pause = (ms) => new Promise((done) => setTimeout(done, ms)),
}: ServerOptions): TestServer => {
  const defect: Defect | undefined = libraryDefects.find(({ id }) => id === deviation)
  const misread = defect?.edit === undefined ? undefined : readAs(defect.edit)
  let library: Library
  const reset = (): void => {
    library = { store: createStore(), on: (id) => id === deviation, pause }
  }
  reset()

  const dispatch = async (
    request: ServerRequest,
    match: RouteMatch<Operation> | undefined,
  ): Promise<Reply> => {
    if (match === undefined) return problem(404)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const declared = match.operations.get(method)
    const allow = { allow: allowedMethods(match.operations) }
    if (request.method === 'OPTIONS' && !library.on('options-are-refused'))
      return withHeaders(emptyReply(), allow)
    const isUnknownAuthor =
      'authorId' in match.params && !library.store.authors.has(match.params.authorId ?? '')
    if (library.on('unknown-authors-answer-404-to-any-method') && isUnknownAuthor) return problem(404)
    if (declared === undefined) return withHeaders(problem(405), allow)
    const reading = declared.id === defect?.operationId ? (misread ?? asWritten) : asWritten
    const entry = reading.table.find(({ template }) => template === match.template)
    const operation = entry?.operations.get(method) ?? declared
    try {
      return await serveOperation(operation, { ...request, method }, match.params, reading, library)
    } catch (error) {
      if (error instanceof Refusal) return error.reply
      throw error
    }
  }

  return {
    reset,
    handle: async (request) => {
      const match = findRoute(asWritten.table, request.path)
      const reply = withHeaders(await dispatch(request, match), {
        'x-request-id': library.store.nextId('request'),
      })
      const free = takeLiberties(reply, request, library)
      return finishReply(spoilReply(free, request, defect, match), request)
    },
  }
}

/** The town library: OpenAPI 3.1, problem documents, a server that validates by the document itself. */
export const library: ServerDefinition = {
  id: 'library',
  documentUrl,
  basePath: '/v1',
  credentials: { authorization: 'Bearer librarian' },
  create: createLibrary,
}
