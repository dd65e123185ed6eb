import { emptyReply, withHeaders } from '../kernel/reply.ts'
import { assertId, findOwn, isOwn, Refusal, reply, without } from './office.ts'
import type { Call, Handler, Office, Sent } from './office.ts'
import { pageOf, sortBy } from './lists.ts'
import { readFlag, readOne } from './read-request.ts'
import type { Card, CardFields } from './store.ts'

const states = ['draft', 'open', 'held', 'done'] as const

type State = (typeof states)[number]

type CardInput = Partial<CardFields> & { readonly state?: State; readonly created_by?: string }

/** The state follows from the stage and the day until which the card is held. */
export const stateOf = ({ stage, fields }: Card): State =>
  stage !== 'done' && fields.held_until !== null ? 'held' : stage

const spoilFields = (fields: CardFields, { on }: Office): CardFields => {
  const { cover, title } = fields
  if (on('covers-are-told-for-urls') && typeof cover === 'string')
    return { ...fields, cover: cover.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') }
  return on('titles-are-trimmed') ? { ...fields, title: title.trim() } : fields
}

const show = (card: Card, office: Office): object => {
  const { id, board, version, created_by, created_at, outcome, cost } = card
  const { on } = office
  const { cover = null, ...fields } = spoilFields(card.fields, office)
  const state = on('held-cards-say-draft') && card.stage === 'draft' ? 'draft' : stateOf(card)
  const hasNoBoard = board === null && on('cards-without-board-tell-no-board')
  return {
    type: 'cards',
    id,
    attributes: { ...fields, cover, state, version, created_by, created_at, outcome, cost },
    ...(hasNoBoard
      ? {}
      : { relationships: { board: { data: board === null ? null : { type: 'boards', id: board } } } }),
  }
}

// Attributes that only the server sets are ignored.
const written = (sent: object): Partial<CardFields> =>
  without(sent, 'state', 'version', 'created_by', 'created_at', 'outcome', 'cost')

const find = (call: Call, { store, on }: Office): Card => {
  const { card_id, workspace_id } = call.params
  const card = store.cards.get(card_id ?? '')
  const isOthers = card !== undefined && card.owner !== call.caller
  if (isOthers && on('things-of-others-are-forbidden')) throw new Refusal(403, 'It is of somebody else.')
  const isAnywhere = on('cards-are-found-in-any-workspace') && call.operation === 'get_card'
  const isEverybodys = on('cards-of-others-can-be-changed') && call.operation === 'update_card'
  if (card === undefined || !(isAnywhere || isEverybodys)) return findOwn(store.cards, card_id, call)
  const workspace = isAnywhere ? card.workspace : (workspace_id ?? '')
  const caller = isEverybodys ? card.owner : call.caller
  return findOwn(store.cards, card_id, { ...call, caller, params: { workspace_id: workspace } })
}

export const listCards: Handler = (call, office) => {
  const { store, on } = office
  const archived = readFlag(call, 'filter[archived]')
  const state = readOne(call, 'filter[state]', (text) => states.includes(text as State))
  const sort = readOne(call, 'sort', (text) => /^-?(created_at|priority)$/.test(text)) ?? 'created_at'
  const own = [...store.cards.values()].filter((card) => isOwn(card, call))
  const wanted = on('unarchived-cards-cannot-be-asked-for') && archived === false ? undefined : archived
  const found = own
    .filter(({ fields }) => wanted === undefined || fields.archived === wanted)
    .filter((card) => state === undefined || on('state-filter-is-overlooked') || stateOf(card) === state)
  const order = on('priorities-only-rise') ? sort.replace('-p', 'p') : sort
  const items = sortBy(found, order, ({ fields }) => fields.priority)
  const total = items.length + (on('total-counts-deleted-cards') ? store.deletedCards.length : 0)
  return pageOf(call, office, { items, show: (card) => show(card, office), total })
}

const boardOf = (call: Call, { store, on }: Office): string | null => {
  const { relationships } = (call.body as Sent<unknown>).data
  const id = relationships?.board.data?.id ?? null
  if (id !== null && !on('cards-go-on-boards-of-nobody')) findOwn(store.boards, id, call)
  return id
}

export const createCard: Handler = (call, office) => {
  const { store, on } = office
  const { attributes } = (call.body as Sent<CardInput>).data
  if (on('covers-crash-where-they-are-empty') && attributes.cover === '') throw new Error('An empty cover.')
  if (on('leads-must-come-first') && attributes.assignees?.[0]?.role !== 'lead')
    throw new Refusal(422, 'The first must lead.', ['/data/attributes/assignees/0'])
  const defaults = {
    priority: on('cards-matter-least-by-default') ? 1 : 3,
    archived: false,
    held_until: null,
  }
  const board = boardOf(call, office)
  const isStateTaken = on('state-is-taken') && attributes.state !== undefined && attributes.state !== 'held'
  const card: Card = {
    workspace: call.params.workspace_id ?? '',
    owner: call.caller,
    id: store.nextId('card'),
    board,
    fields: { ...defaults, ...written(attributes) } as CardFields,
    stage: isStateTaken ? attributes.state : 'draft',
    version: 1,
    created_by: on('creators-are-taken') ? (attributes.created_by ?? call.caller) : call.caller,
    created_at: store.now(),
  }
  store.cards.set(card.id, card)
  const location = `/v2/workspaces/${card.workspace}/cards/${card.id}`
  return withHeaders(reply(201, { data: show(card, office) }), { location })
}

export const getCard: Handler = (call, office) => reply(200, { data: show(find(call, office), office) })

const mergeFields = (card: Card, sent: CardInput, { on }: Office): CardFields => {
  const change = written(sent)
  const custom_fields = { ...card.fields.custom_fields, ...change.custom_fields }
  const isMerged = on('custom-fields-are-merged') && change.custom_fields !== undefined
  const isStillHeld = on('holds-cannot-be-lifted') && change.held_until === null
  return {
    ...card.fields,
    ...change,
    ...(isMerged ? { custom_fields } : {}),
    ...(isStillHeld ? { held_until: card.fields.held_until } : {}),
  }
}

export const updateCard: Handler = (call, office) => {
  const { store, on } = office
  const card = find(call, office)
  assertId(call, card.id)
  const sent = (call.body as Sent<CardInput & { readonly version: number }>).data.attributes
  const isStale = on('older-versions-pass') ? sent.version > card.version : sent.version !== card.version
  if (isStale) throw new Refusal(409, 'The card has changed.', ['/data/attributes/version'])
  const version = on('versions-stand-still') ? card.version : card.version + 1
  const created_by = on('creators-can-be-changed') ? (sent.created_by ?? card.created_by) : card.created_by
  const reopened = on('changes-reopen-what-is-done') && card.stage === 'done' ? 'open' : card.stage
  const changed: Card = {
    ...card,
    fields: mergeFields(card, sent, office),
    stage: on('state-is-taken-by-changes') && sent.state === 'done' ? 'done' : reopened,
    version,
    created_by,
  }
  store.cards.set(card.id, changed)
  return reply(200, { data: show(changed, office) })
}

export const deleteCard: Handler = (call, office) => {
  const { store, on } = office
  const id = call.params.card_id ?? ''
  if (on('deleting-nothing-succeeds') && !store.cards.has(id)) return emptyReply()
  const card = find(call, office)
  const isKept = on('archived-cards-cannot-be-deleted') && card.fields.archived
  if (!isKept) store.cards.delete(card.id)
  store.deletedCards.push(card)
  return emptyReply()
}

const enter = (card: Card, more: Partial<Card>, { store }: Office): Card => {
  const changed = { ...card, ...more, version: card.version + 1 }
  store.cards.set(card.id, changed)
  return changed
}

export const publishCard: Handler = (call, office) => {
  const card = find(call, office)
  const { on } = office
  const state = stateOf(card)
  const isAllowed =
    state === 'draft' ||
    (on('done-cards-can-be-published') && state === 'done') ||
    (on('held-cards-can-be-published') && state === 'held') ||
    (on('open-cards-can-be-published') && state === 'open')
  if (!isAllowed) throw new Refusal(409, `A card that is ${state} cannot be published.`)
  return reply(200, { data: show(enter(card, { stage: 'open' }, office), office) })
}

export const completeCard: Handler = (call, office) => {
  const card = find(call, office)
  const { store, on } = office
  const { outcome, cost } = (call.body as Sent<{ readonly outcome: string; readonly cost?: string }>).data
    .attributes
  const state = stateOf(card)
  const isAllowed =
    state === 'open' ||
    (on('drafts-can-be-completed') && state === 'draft') ||
    (on('done-cards-can-be-completed') && state === 'done')
  if (!isAllowed && on('rejected-completions-are-kept')) store.cards.set(card.id, { ...card, outcome })
  if (!isAllowed) throw new Refusal(409, `A card that is ${state} cannot be completed.`)
  const spent = on('costs-lose-their-cents') ? cost?.replace(/\d\d$/, '00') : cost
  const done = enter(
    card,
    { stage: 'done', outcome, ...(spent === undefined ? {} : { cost: spent }) },
    office,
  )
  if (on('completions-are-not-kept')) store.cards.set(card.id, card)
  return reply(200, { data: show(done, office) })
}
