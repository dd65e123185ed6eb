import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { compileSchemas } from '../kernel/compile-schemas.ts'
import type { Defect } from '../kernel/deviation.ts'
import { editDocument } from '../kernel/edit-document.ts'
import { finishReply } from '../kernel/finish-reply.ts'
import type { Part } from '../kernel/part.ts'
import { emptyReply, withHeaders, type Reply } from '../kernel/reply.ts'
import { allowedMethods, findRoute, type Route, type RouteMatch } from '../kernel/route-table.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import { spoilReply } from '../kernel/spoil-reply.ts'
import type { ServerDefinition, ServerOptions, TestServer } from '../kernel/test-server.ts'
import { notesDefects } from './deviations.ts'
import { type Handler, Refusal, type Pad } from './pad.ts'
import { readBody, type Reading } from './read-body.ts'
import { routes } from './routes.ts'
import { createStore } from './store.ts'
import { takeLiberties } from './take-liberties.ts'

const documentUrl = new URL('document.yaml', import.meta.url)

const document = parse(readFileSync(documentUrl, 'utf8')) as Part

const readAs = (as: Part): Reading => ({ document: as, faultsOf: compileSchemas(as, 'request') })

const asWritten = readAs(document)

const isStranger = ({ headers }: ServerRequest): boolean =>
  !(headers.get('cookie') ?? '').split(/;\s*/).includes('sid=s3cr3t')

const serve = (
  request: ServerRequest,
  match: RouteMatch<Route<Handler>> | undefined,
  pad: Pad,
  readingOf: (operation: string) => Reading,
): Reply => {
  if (match === undefined) throw new Refusal('not_found')
  const route =
    match.operations.get(request.method) ??
    (request.method === 'HEAD' ? match.operations.get('GET') : undefined)
  const allow = { allow: allowedMethods(match.operations) }
  if (request.method === 'OPTIONS') return withHeaders(emptyReply(), allow)
  if (route === undefined) return withHeaders(new Refusal('wrong_method').reply, allow)
  const reading = readingOf(route.id)
  const declared = reading.document.paths?.[match.template]?.[route.method]
  const security = (declared?.security ?? reading.document.security) as unknown as readonly unknown[]
  if (security.length > 0 && isStranger(request)) throw new Refusal('no_session')
  const body = readBody(request, declared, reading)
  return route.handle({ request, query: new URLSearchParams(request.query), params: match.params, body }, pad)
}

// RFC 9110 11.6.1 wants a challenge with every 401, a cookie notwithstanding.
const withChallenge = (reply: Reply): Reply =>
  reply.status === 401 ? withHeaders(reply, { 'www-authenticate': 'Cookie realm="notes"' }) : reply

const createNotes = ({ deviation }: ServerOptions): TestServer => {
  const defect: Defect | undefined = notesDefects.find(({ id }) => id === deviation)
  const misread = defect?.edit === undefined ? asWritten : readAs(editDocument(document, defect.edit))
  let pad: Pad
  const reset = (): void => {
    pad = { store: createStore(), on: (id) => id === deviation }
  }
  reset()
  const answer = (request: ServerRequest, match: RouteMatch<Route<Handler>> | undefined): Reply => {
    try {
      return serve(request, match, pad, (operation) =>
        operation === defect?.operationId ? misread : asWritten,
      )
    } catch (error) {
      if (error instanceof Refusal) return withChallenge(error.reply)
      throw error
    }
  }
  return {
    reset,
    handle: async (request) => {
      const match = findRoute(routes, request.path)
      const reply = spoilReply(answer(request, match), request, defect, match)
      return takeLiberties(finishReply(reply, request), request, pad)
    },
  }
}

/** Notes: OpenAPI 3.1, calls by name, ids in the query, a session in a cookie, operations without ids. */
export const notes: ServerDefinition = {
  id: 'notes',
  documentUrl,
  basePath: '',
  credentials: { cookie: 'sid=s3cr3t' },
  create: createNotes,
}
