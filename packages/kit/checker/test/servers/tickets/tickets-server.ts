import type { Defect } from '../kernel/deviation.ts'
import { finishReply } from '../kernel/finish-reply.ts'
import { emptyReply, withHeaders, type Reply } from '../kernel/reply.ts'
import { allowedMethods, findRoute, type RouteMatch } from '../kernel/route-table.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import { spoilReply } from '../kernel/spoil-reply.ts'
import type { ServerDefinition, ServerOptions, TestServer } from '../kernel/test-server.ts'
import { assertCaller } from './assert-caller.ts'
import { errorReply, Fault, type Call, type Desk } from './desk.ts'
import { ticketsDefects } from './deviations.ts'
import { routes, type Route } from './routes.ts'
import { createStore } from './store.ts'
import { takeLiberties } from './take-liberties.ts'

const documentUrl = new URL('document.yaml', import.meta.url)

const serve = async (
  request: ServerRequest,
  match: RouteMatch<Route> | undefined,
  desk: Desk,
): Promise<Reply> => {
  if (match === undefined) return errorReply(404, 'There is no such path.')
  const route = match.operations.get(request.method === 'HEAD' ? 'GET' : request.method)
  const allow = { allow: allowedMethods(match.operations) }
  if (request.method === 'OPTIONS') return withHeaders(emptyReply(), allow)
  if (route === undefined) return withHeaders(errorReply(405, 'The path does not know this method.'), allow)
  const call: Call = { request, params: match.params, query: new URLSearchParams(request.query) }
  try {
    assertCaller(call, route, desk)
    return await route.handle(call, desk)
  } catch (error) {
    if (error instanceof Fault) return error.reply
    throw error
  }
}

const createTickets = ({
  deviation,
  pause = (ms) => new Promise((done) => setTimeout(done, ms)),
}: ServerOptions): TestServer => {
  const defect: Defect | undefined = ticketsDefects.find(({ id }) => id === deviation)
  let desk: Desk
  const reset = (): void => {
    desk = { store: createStore(), on: (id) => id === deviation, pause }
  }
  reset()
  return {
    reset,
    handle: async (request) => {
      const match = findRoute(routes, request.path)
      const reply = takeLiberties(await serve(request, match, desk), request, desk)
      return finishReply(spoilReply(reply, request, defect, match), request)
    },
  }
}

/** The help desk: OpenAPI 3.0, envelopes, numbers for ids, a server that validates by rules written by hand. */
export const tickets: ServerDefinition = {
  id: 'tickets',
  documentUrl,
  basePath: '/api/v2',
  credentials: { 'x-api-key': 'kims-key' },
  create: createTickets,
}
