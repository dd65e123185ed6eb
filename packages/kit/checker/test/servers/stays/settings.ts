import { jsonReply, withHeaders, type Reply } from '../kernel/reply.ts'
import type { Call, Handler, House } from './house.ts'
import { settingsOf } from './quotes.ts'
import { assertMatch, etagOf, tagged } from './read-request.ts'
import type { Settings } from './store.ts'

const tell = (settings: Settings, { on }: House): object =>
  on('websites-are-told-as-null') ? { website: null, ...settings } : settings

const replyWith = (settings: Settings, house: House): Reply =>
  withHeaders(jsonReply(200, tell(settings, house)), { etag: etagOf(settings) })

// Properties that only the server sets are ignored; no website is the same as an absent one.
const withoutNulls = (sent: object): Partial<Settings> =>
  Object.fromEntries(Object.entries(sent).filter(([name, value]) => value !== null && name !== 'updated_at'))

const keep = ({ hotel }: Call, settings: Settings, { store, on }: House): Settings => {
  const escaped = settings.name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const kept = on('names-are-escaped-for-html') ? { ...settings, name: escaped } : settings
  store.settings.set(hotel, kept)
  return kept
}

export const getSettings: Handler = (call, house) => {
  const settings = settingsOf(call.hotel, house)
  const reply = replyWith(settings, house)
  const isAsked = call.request.headers.has('if-none-match')
  if (house.on('any-tag-is-current') && isAsked)
    return { status: 304, headers: { etag: etagOf(settings) }, body: undefined }
  return tagged(call, reply, etagOf(settings))
}

export const putSettings: Handler = (call, house) => {
  const { store, on } = house
  const before = settingsOf(call.hotel, house)
  assertMatch(call, etagOf(before), on)
  const { website } = before
  const stays = on('websites-cannot-be-dropped') && website !== undefined ? { website } : {}
  const sent = withoutNulls(call.body as object)
  const check_in_from = on('rooms-are-ready-at-noon') ? '12:00' : '14:00'
  const settings = { check_in_from, ...stays, ...sent, updated_at: store.now() } as Settings
  return replyWith(keep(call, settings, house), house)
}

export const patchSettings: Handler = (call, house) => {
  const { store, on } = house
  const before = settingsOf(call.hotel, house)
  assertMatch(call, etagOf(before), on)
  const sent = call.body as { readonly contact?: object; readonly website?: string | null }
  const merged = {
    ...(on('contacts-are-replaced') ? { email: before.contact.email } : before.contact),
    ...sent.contact,
  }
  const { website, ...rest } = before
  const kept = sent.website === undefined && website !== undefined ? { ...rest, website } : rest
  const contact = withoutNulls(merged) as Settings['contact']
  const settings: Settings = { ...kept, ...withoutNulls(sent), contact, updated_at: store.now() }
  return replyWith(keep(call, settings, house), house)
}
