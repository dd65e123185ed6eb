import { emptyReply, jsonReply, withHeaders } from '../kernel/reply.ts'
import { Refusal, type Call, type Handler, type Pad } from './pad.ts'
import { readCount, readId, readKind, readSince, readTags } from './read-query.ts'
import type { Note, Settings } from './store.ts'

const findNote = (call: Call, { store }: Pad): Note => {
  const note = store.notes.get(readId(call, 'id', { isNeeded: true }))
  if (note === undefined) throw new Refusal('not_found')
  return note
}

export const login: Handler = ({ body }) => {
  const { user, pin } = body as { readonly user: string; readonly pin: string }
  if (user !== 'demo' || pin !== '2468') throw new Refusal('no_session')
  return withHeaders(jsonReply(200, { ok: true }), { 'set-cookie': 'sid=s3cr3t; Path=/; HttpOnly' })
}

export const createNote: Handler = ({ body }, { store, on }) => {
  const note = {
    id: store.nextId(),
    is_pinned: on('new-notes-are-pinned'),
    ...(body as object),
    made_at: store.now(),
  } as Note
  const isForgotten = on('pinned-note-not-kept') && note.is_pinned
  if (!isForgotten) store.notes.set(note.id, note)
  return jsonReply(200, { ok: true, note })
}

export const getNote: Handler = (call, pad) => {
  const note = findNote(call, pad)
  const reordered = Object.fromEntries(Object.entries(note).toReversed())
  return jsonReply(200, { ok: true, note: pad.on('notes-are-told-backwards') ? reordered : note })
}

export const listNotes: Handler = (call, { store, on }) => {
  const kind = readKind(call)
  const tags = readTags(call)
  const after = readId(call, 'after', { isNeeded: false })
  const count = readCount(call)
  const found = [...store.notes.values()].filter(
    (note) =>
      (kind === undefined || on('kind-filter-ignored') || note.kind === kind) &&
      (tags?.every((tag) => note.tags?.includes(tag)) ?? true) &&
      note.id > after,
  )
  const page = found.slice(0, count)
  const reply = jsonReply(
    200,
    on('long-lists-are-null') && page.length > 3 ? [...page.slice(0, 3), null] : page,
  )
  const rest = new URLSearchParams(call.query)
  const last = on('next-page-skips-a-note') ? found[count] : page.at(-1)
  rest.set('after', last?.id ?? '')
  return found.length > count
    ? withHeaders(reply, { link: `</notes.list?${rest.toString()}>; rel="next"` })
    : reply
}

export const updateNote: Handler = (call, pad) => {
  const note = findNote(call, pad)
  const forgotten = pad.on('update-forgets-body') ? { body: null } : {}
  const changed: Note = { ...note, ...forgotten, ...(call.body as Partial<Note>) }
  pad.store.notes.set(note.id, changed)
  return jsonReply(200, { ok: true, note: changed })
}

export const deleteNote: Handler = (call, pad) => {
  const { id } = findNote(call, pad)
  if (!pad.on('deleted-note-stays')) pad.store.notes.delete(id)
  return emptyReply()
}

export const shareNote: Handler = ({ body }, { store }) => {
  const { note_id } = body as { readonly note_id: string }
  if (!store.notes.has(note_id.toLowerCase())) throw new Refusal('not_found')
  return jsonReply(200, { ok: true, url: `https://notes.example/s/${note_id.toLowerCase()}` })
}

export const countChanges: Handler = (call, { store, on }) => {
  const since = readSince(call, { takesBareDates: on('reads-bare-dates') })
  const count = [...store.notes.values()].filter(({ made_at }) => made_at >= since).length
  return jsonReply(200, { since, count })
}

export const getSettings: Handler = (_call, { store }) => jsonReply(200, store.settings)

export const putSettings: Handler = ({ body }, { store, on }) => {
  const sent = body as Settings
  const filled = on('settings-gain-a-font-size') ? { font_size: 12, ...sent } : sent
  store.settings = on('settings-are-merged') ? { ...store.settings, ...sent } : filled
  const told = on('signature-is-not-told') ? { ...sent, signature: undefined } : store.settings
  return jsonReply(200, told)
}
