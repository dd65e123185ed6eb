import { emptyReply, withHeaders } from '../kernel/reply.ts'
import { assertId, findOwn, isOwn, Refusal, reply, without } from './office.ts'
import type { Call, Handler, Office, Sent } from './office.ts'
import { pageOf } from './lists.ts'
import { readFlag } from './read-request.ts'
import type { Board, BoardFields } from './store.ts'

const show = ({ id, owner, revision, fields }: Board, { on }: Office): object => {
  const { purpose = null } = fields
  const told = on('boards-leave-nulls-out') && purpose === null ? {} : { purpose }
  return {
    type: 'boards',
    id,
    attributes: { ...without(fields, 'purpose'), ...told, revision, created_by: owner },
  }
}

// Attributes that only the server sets are ignored.
const written = (sent: object): Partial<BoardFields> => without(sent, 'revision', 'created_by')

const find = (call: Call, { store, on }: Office): Board => {
  const board = store.boards.get(call.params.board_id ?? '')
  const isOthers = board !== undefined && board.owner !== call.caller
  if (isOthers && on('things-of-others-are-forbidden')) throw new Refusal(403, 'It is of somebody else.')
  if (isOthers && on('boards-of-others-can-be-read') && call.operation === 'get_board') return board
  return findOwn(store.boards, call.params.board_id, call)
}

export const listBoards: Handler = (call, office) => {
  const { store, on } = office
  const active = readFlag(call, 'filter[active]')
  const own = [...store.boards.values()].filter((board) => isOwn(board, call))
  const items = active === undefined ? own : own.filter(({ fields }) => fields.active === active)
  const shown = on('newest-boards-come-first') ? items.toReversed() : items
  return pageOf(call, office, { items: shown, show: (board) => show(board, office) })
}

export const createBoard: Handler = (call, office) => {
  const { store, on } = office
  const { data } = call.body as Sent<Partial<BoardFields>>
  const id = store.nextId('board')
  const fields = { active: !on('boards-begin-inactive'), ...written(data.attributes) } as BoardFields
  const workspace = call.params.workspace_id ?? ''
  const board = { workspace, owner: call.caller, id, fields, revision: store.nextRevision() }
  store.boards.set(id, board)
  const location = `/v2/workspaces/${workspace}/boards/${on('location-of-another-board') ? 'brd-0001' : id}`
  return withHeaders(reply(201, { data: show(board, office) }), { location })
}

export const getBoard: Handler = (call, office) => reply(200, { data: show(find(call, office), office) })

export const updateBoard: Handler = (call, office) => {
  const { store, on } = office
  const board = find(call, office)
  assertId(call, board.id)
  const sent = (call.body as Sent<Partial<BoardFields> & { readonly revision: string }>).data.attributes
  if (sent.revision !== board.revision && !on('stale-revisions-pass'))
    throw new Refusal(409, 'The board has changed.', ['/data/attributes/revision'])
  const change = on('false-is-overlooked') && sent.active === false ? without(sent, 'active') : sent
  const revision = on('revisions-stand-still') ? board.revision : store.nextRevision()
  const changed = { ...board, fields: { ...board.fields, ...written(change) }, revision }
  store.boards.set(board.id, changed)
  return reply(200, { data: show(changed, office) })
}

export const deleteBoard: Handler = (call, office) => {
  const { store, on } = office
  const board = find(call, office)
  if ([...store.cards.values()].some((card) => card.board === board.id))
    throw new Refusal(409, 'There are cards on this board.')
  if (on('inactive-boards-stay') && !board.fields.active) return emptyReply()
  store.boards.delete(board.id)
  if (on('board-ids-come-again')) store.takeBackBoardId(board.id)
  return emptyReply()
}
