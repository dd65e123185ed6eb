import { isId } from './bodies.ts'
import { acceptsMedia } from '../kernel/accepts-media.ts'
import type { Defect } from '../kernel/deviation.ts'
import { finishReply } from '../kernel/finish-reply.ts'
import { emptyReply, withHeaders, type Reply } from '../kernel/reply.ts'
import {
  pathEntry,
  allowedMethods,
  findRoute,
  type RouteEntry,
  type RouteMatch,
} from '../kernel/route-table.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import { spoilReply } from '../kernel/spoil-reply.ts'
import type { ServerDefinition, ServerOptions, TestServer } from '../kernel/test-server.ts'
import { rendersDefects } from './deviations.ts'
import { basePath, problem, readCaller, Refusal, type Farm, type Handler, type Scope } from './farm.ts'
import { listScenes } from './list-scenes.ts'
import {
  cancelRender,
  getFrames,
  getRender,
  getResult,
  retryRender,
  startRender,
  streamEvents,
} from './renders.ts'
import {
  changeScenes,
  createScene,
  deleteScene,
  getNotes,
  getScene,
  putNotes,
  updateScene,
  uploadContent,
} from './scenes.ts'
import { createStore } from './store.ts'
import { asAsked, onTheWire, takeLiberties } from './liberties.ts'
import { createWebhook, deleteWebhook, getWebhook, replaceWebhook } from './webhooks.ts'

interface Route {
  readonly id: string
  readonly handle: Handler
  readonly scope: Scope
  /** Media types of its content; without any it has none. */
  readonly types: readonly string[]
}

const json = ['application/json'] as const

const reads = (id: string, handle: Handler, types: readonly string[] = json): Route => ({
  id,
  handle,
  scope: 'renders:read',
  types,
})

const writes = (id: string, handle: Handler, types: readonly string[] = json): Route => ({
  ...reads(id, handle, types),
  scope: 'renders:write',
})

const render = '/scenes/{sceneId}/renders/{renderId}'

const routes: readonly RouteEntry<Route>[] = [
  pathEntry('/scenes', { GET: reads('listScenes', listScenes), POST: writes('createScene', createScene) }),
  pathEntry('/scenes/{sceneId}', {
    GET: reads('getScene', getScene),
    PATCH: writes('updateScene', updateScene),
    DELETE: writes('deleteScene', deleteScene, []),
  }),
  pathEntry('/scenes/{sceneId}/content', { PUT: writes('uploadContent', uploadContent) }),
  pathEntry('/scenes/{sceneId}/notes', {
    GET: reads('getNotes', getNotes, ['text/plain']),
    PUT: writes('putNotes', putNotes, []),
  }),
  pathEntry('/scene-batches', { POST: writes('changeScenes', changeScenes) }),
  pathEntry('/scenes/{sceneId}/renders', { POST: writes('startRender', startRender) }),
  pathEntry(render, { GET: reads('getRender', getRender) }),
  pathEntry(`${render}/cancel`, { POST: writes('cancelRender', cancelRender) }),
  pathEntry(`${render}/retry`, { POST: writes('retryRender', retryRender) }),
  pathEntry(`${render}/result`, { GET: reads('getResult', getResult, ['image/png']) }),
  pathEntry(`${render}/frames`, {
    GET: reads('getFrames', getFrames, ['application/json', 'text/csv', 'application/x-ndjson']),
  }),
  pathEntry(`${render}/events`, { GET: reads('streamEvents', streamEvents, ['text/event-stream']) }),
  pathEntry('/webhooks', { POST: writes('createWebhook', createWebhook) }),
  pathEntry('/webhooks/{webhookId}', {
    GET: reads('getWebhook', getWebhook),
    PUT: writes('replaceWebhook', replaceWebhook),
    DELETE: writes('deleteWebhook', deleteWebhook, []),
  }),
]

const assertIds = ({ params }: RouteMatch<Route>, { on }: Farm): void => {
  const wrong = Object.entries(params).filter(([, value]) => !isId(value))
  if (wrong.length === 0) return
  const errors = wrong.map(([name]) => ({ pointer: name, message: 'must be a UUID' }))
  throw new Refusal(on('malformed-ids-are-not-found') ? 404 : 400, 'The path is wrong.', { errors })
}

const assertAcceptable = ({ headers }: ServerRequest, { id, types }: Route, { on }: Farm): void => {
  const accept = headers.get('accept')
  const isOverlooked = on('frames-overlook-accept') && id === 'getFrames'
  if (types.length > 0 && !isOverlooked && !types.some((type) => acceptsMedia(accept, type)))
    throw new Refusal(406, `There is ${types.join(', ')}.`)
}

// A caller without credentials learns nothing, unless paths are looked up first.
const lookUpFirst = (match: RouteMatch<Route>, { store, on }: Farm): void => {
  const id = match.params.sceneId?.toLowerCase()
  const isMissing = id !== undefined && isId(id) && !store.scenes.has(id)
  if (on('missing-scenes-are-told-to-anybody') && isMissing) throw new Refusal(404)
}

const serve = (request: ServerRequest, match: RouteMatch<Route> | undefined, farm: Farm): Reply => {
  const { on } = farm
  if (match === undefined) {
    if (on('strangers-learn-of-no-path')) readCaller(request, { id: '', scope: 'renders:read' }, farm)
    throw new Refusal(404, 'There is no such path.')
  }
  const isHead = request.method === 'HEAD'
  const route = match.operations.get(isHead && !on('head-is-refused') ? 'GET' : request.method)
  const allow = on('head-is-refused')
    ? [...match.operations.keys(), 'OPTIONS'].join(', ')
    : allowedMethods(match.operations)
  if (request.method === 'OPTIONS' && !on('options-are-refused'))
    return on('options-tell-no-methods') ? emptyReply() : withHeaders(emptyReply(), { allow })
  lookUpFirst(match, farm)
  if (route === undefined) {
    const isKnown = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(request.method)
    if (on('unknown-methods-are-not-implemented') && !isKnown) return problem(501)
    return withHeaders(problem(405, 'The path does not know this method.'), { allow })
  }
  const caller = readCaller(request, route, farm)
  assertIds(match, farm)
  assertAcceptable(request, route, farm)
  return route.handle(
    { request, params: match.params, query: new URLSearchParams(request.query), caller },
    farm,
  )
}

const answer = (request: ServerRequest, match: RouteMatch<Route> | undefined, farm: Farm): Reply => {
  try {
    return serve(request, match, farm)
  } catch (error) {
    if (error instanceof Refusal) return error.reply
    return { status: 500, headers: { 'content-type': 'text/plain' }, body: 'Internal Server Error' }
  }
}

const window = 1000

const withLimits = (reply: Reply, { store, on }: Farm): Reply => {
  const left = window - 1 - ((store.countCall() - 1) % window)
  if (on('errors-tell-no-limits') && reply.status >= 400) return reply
  return withHeaders(reply, { 'x-ratelimit-limit': String(window), 'x-ratelimit-remaining': String(left) })
}

const createRenders = ({ deviation }: ServerOptions): TestServer => {
  const defect: Defect | undefined = rendersDefects.find(({ id }) => id === deviation)
  let farm: Farm
  const reset = (): void => {
    farm = { store: createStore(), on: (id) => id === deviation }
  }
  reset()
  return {
    reset,
    handle: async (sent) => {
      const request = asAsked(sent, farm)
      const match = findRoute(routes, request.path)
      const right = takeLiberties(withLimits(answer(request, match, farm), farm), request, farm)
      return onTheWire(finishReply(spoilReply(right, request, defect, match), request), request, farm)
    },
  }
}

/** The render farm: OpenAPI 3.1, jobs that are polled, tokens with scopes, two accounts, several media types. */
export const renders: ServerDefinition = {
  id: 'renders',
  documentUrl: new URL('document.yaml', import.meta.url),
  basePath,
  credentials: { authorization: 'Bearer north-Full-7f3a' },
  owns: true,
  identities: [
    { name: 'key', credentials: { 'x-farm-key': 'farm-key-north-31' } },
    { name: 'reader', credentials: { authorization: 'Bearer north-Read-19c2' }, scopes: ['renders:read'] },
    { name: 'south', credentials: { authorization: 'Bearer south-Full-a01e' }, owns: true },
    { name: 'late', credentials: { authorization: 'Bearer north-Late-55d0' }, expired: true },
  ],
  create: createRenders,
}
