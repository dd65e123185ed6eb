import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { compileSchemas } from '../kernel/compile-schemas.ts'
import type { Defect } from '../kernel/deviation.ts'
import { editDocument } from '../kernel/edit-document.ts'
import { finishReply } from '../kernel/finish-reply.ts'
import type { Part } from '../kernel/part.ts'
import { emptyReply, withHeaders, type Reply } from '../kernel/reply.ts'
import {
  handlerEntry,
  type Route,
  allowedMethods,
  findRoute,
  type RouteEntry,
  type RouteMatch,
} from '../kernel/route-table.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import { spoilReply } from '../kernel/spoil-reply.ts'
import type { ServerDefinition, ServerOptions, TestServer } from '../kernel/test-server.ts'
import { createPayout, getMe, getProfile, getStatus, updateProfile } from './accounts.ts'
import { createBoard, deleteBoard, getBoard, listBoards, updateBoard } from './boards.ts'
import { callers, type Caller } from './callers.ts'
import { completeCard, createCard, deleteCard, getCard, listCards, publishCard, updateCard } from './cards.ts'
import { boardsDefects } from './deviations.ts'
import { createEntry, deleteEntry, getEntry, importEntries, listEntries, updateEntry } from './entries.ts'
import { once } from './idempotency-keys.ts'
import { deleteLabel, getLabel, getLimits, putLabel, putLimits } from './labels-and-limits.ts'
import { Refusal, reply, type Handler, type Office } from './office.ts'
import { readCaller, type Way } from './read-caller.ts'
import { readBody, type Reading } from './read-request.ts'
import { createStore } from './store.ts'
import { pack, takeLiberties } from './take-liberties.ts'

const workspace = '/workspaces/{workspace_id}'

const routes: readonly RouteEntry<Route<Handler>>[] = [
  handlerEntry(`${workspace}/boards`, {
    GET: ['list_boards', listBoards],
    POST: ['create_board', once(createBoard)],
  }),
  handlerEntry(`${workspace}/boards/{board_id}`, {
    GET: ['get_board', getBoard],
    PATCH: ['update_board', updateBoard],
    DELETE: ['delete_board', deleteBoard],
  }),
  handlerEntry(`${workspace}/cards`, {
    GET: ['list_cards', listCards],
    POST: ['create_card', once(createCard)],
  }),
  handlerEntry(`${workspace}/cards/{card_id}`, {
    GET: ['get_card', getCard],
    PATCH: ['update_card', updateCard],
    DELETE: ['delete_card', deleteCard],
  }),
  handlerEntry(`${workspace}/cards/{card_id}/actions/publish`, { POST: ['publish_card', publishCard] }),
  handlerEntry(`${workspace}/cards/{card_id}/actions/complete`, { POST: ['complete_card', completeCard] }),
  handlerEntry(`${workspace}/entries`, {
    GET: ['list_entries', listEntries],
    POST: ['create_entry', once(createEntry)],
  }),
  handlerEntry(`${workspace}/entries/bulk`, { POST: ['import_entries', once(importEntries)] }),
  handlerEntry(`${workspace}/entries/{entry_id}`, {
    GET: ['get_entry', getEntry],
    PATCH: ['update_entry', updateEntry],
    DELETE: ['delete_entry', deleteEntry],
  }),
  handlerEntry(`${workspace}/labels/{label_key}`, {
    GET: ['get_label', getLabel],
    PUT: ['put_label', putLabel],
    DELETE: ['delete_label', deleteLabel],
  }),
  handlerEntry('/regions/{region}/limits', {
    GET: ['get_limits', getLimits],
    PUT: ['put_limits', putLimits],
  }),
  handlerEntry('/me', { GET: ['get_me', getMe] }),
  handlerEntry('/accounts/{account_id}/profile', {
    GET: ['get_profile', getProfile],
    PATCH: ['update_profile', updateProfile],
  }),
  handlerEntry('/accounts/{account_id}/payouts', { POST: ['create_payout', once(createPayout)] }),
  handlerEntry('/status', { GET: ['get_status', getStatus] }),
]

const workspaces = ['ws-harbor', 'ws-hillside']

const documentUrl = new URL('document.yaml', import.meta.url)

const document = parse(readFileSync(documentUrl, 'utf8')) as Part

const readAs = (as: Part): Reading => ({ document: as, faultsOf: compileSchemas(as, 'request') })

const asWritten = readAs(document)

const refuseMethod = ({ operations }: RouteMatch<Route<Handler>>, { on }: Office): Refusal => {
  const allow = allowedMethods(operations)
  return new Refusal(405, 'The path does not have this method.', [], {
    allow: on('heads-are-refused') ? allow.replace(' HEAD,', '') : allow,
  })
}

const assertKnownParameters = (declared: Part | undefined, query: URLSearchParams): void => {
  const known = ((declared?.parameters ?? []) as unknown as readonly Part[]).map(
    ({ name, $ref }) =>
      name ??
      $ref
        ?.split('/')
        .at(-1)
        ?.replace(/_(\w+)/, '[$1]'),
  )
  if (![...query.keys()].every((name) => known.includes(name as Part)))
    throw new Refusal(400, 'There is no such parameter.')
}

const serve = (
  request: ServerRequest,
  match: RouteMatch<Route<Handler>> | undefined,
  office: Office,
  readingOf: (operation: string) => Reading,
): Reply => {
  const { on } = office
  if (match === undefined) throw new Refusal(404, 'There is no such path.')
  const { params } = match
  if (request.method === 'OPTIONS')
    return on('options-tell-no-methods')
      ? emptyReply(200)
      : withHeaders(emptyReply(), { allow: allowedMethods(match.operations) })
  const isHead = request.method === 'HEAD' && !on('heads-are-refused')
  const route = match.operations.get(isHead ? 'GET' : request.method)
  if (route === undefined) throw refuseMethod(match, office)
  const reading = readingOf(route.id)
  const declared = reading.document.paths?.[match.template]?.[route.method]
  const ways = (declared?.security ?? reading.document.security) as unknown as readonly Way[]
  const caller = readCaller(request, route.id, ways, on)
  const { workspace_id } = params
  const isOpen = on('any-workspace-will-do') && route.id === 'list_cards'
  if (workspace_id !== undefined && !workspaces.includes(workspace_id) && !isOpen)
    throw new Refusal(404, 'There is no such workspace.')
  const query = new URLSearchParams(request.query)
  if (on('strange-parameters-are-refused')) assertKnownParameters(declared, query)
  const body = readBody(request, declared, reading)
  return route.handle({ request, operation: route.id, caller, params, query, body }, office)
}

const createBoards = ({ deviation }: ServerOptions): TestServer => {
  const defect: Defect | undefined = boardsDefects.find(({ id }) => id === deviation)
  const misread = defect?.edit === undefined ? asWritten : readAs(editDocument(document, defect.edit))
  let office: Office
  const reset = (): void => {
    office = { store: createStore(), on: (id) => id === deviation }
  }
  reset()
  const answer = (request: ServerRequest, match: RouteMatch<Route<Handler>> | undefined): Reply => {
    try {
      return serve(request, match, office, (operation) =>
        operation === defect?.operationId ? misread : asWritten,
      )
    } catch (error) {
      if (error instanceof Refusal) return error.reply
      return reply(500, { errors: [{ status: '500', code: 'internal' }] })
    }
  }
  return {
    reset,
    handle: async (request) => {
      office.store.tick()
      const match = findRoute(routes, request.path)
      const free = takeLiberties(answer(request, match), request, office)
      return pack(finishReply(spoilReply(free, request, defect, match), request), office)
    },
  }
}

const credentialsOf = ({ token, key }: Caller): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`,
  'x-api-key': key,
})

/** Boards of teams: OpenAPI 3.1, JSON:API, a tenant in the path, keys on creations, versions in bodies, states, a choice of credentials. */
export const boards: ServerDefinition = {
  id: 'boards',
  documentUrl,
  basePath: '/v2',
  credentials: credentialsOf(callers.ida),
  owns: true,
  identities: [{ name: 'colleague', credentials: credentialsOf(callers.per), owns: true }],
  create: createBoards,
}
