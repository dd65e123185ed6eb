import { emptyReply, jsonReply, withHeaders } from '../kernel/reply.ts'
import { findOwn, Refusal, withoutHotel, type Handler, type House } from './house.ts'
import type { Guest, Preference } from './store.ts'

interface GuestInput extends Partial<Guest> {
  readonly email: string
  readonly name: string
}

/** A guest as it is returned: without what may only be written. */
export const tellGuest = (guest: Guest, { on }: House): object => {
  const { password, card_token: _, ...told } = withoutHotel(guest)
  return on('passwords-are-told') && password !== undefined ? { ...told, password } : told
}

/** A guest that was not archived. */
export const findGuest = (id: string | undefined, hotel: string, { store }: House): Guest => {
  const guest = findOwn(store.guests, id, hotel)
  if (guest.archived_at !== null) throw new Refusal(404, 'There is no such guest.')
  return guest
}

const isTaken = (email: string, hotel: string, { store }: House, but?: string): boolean =>
  [...store.guests.values()].some(
    (guest) =>
      guest.hotel === hotel &&
      guest.id !== but &&
      guest.archived_at === null &&
      guest.email.toLowerCase() === email.toLowerCase(),
  )

// Properties that only the server sets are ignored.
const sentOf = <Sent extends Partial<Guest>>(body: Sent): Omit<Sent, 'id' | `${string}_at`> => {
  const { id: _id, created_at: _made, updated_at: _changed, archived_at: _gone, ...sent } = body
  return sent as Omit<Sent, 'id' | `${string}_at`>
}

const withTidyTexts = (guest: Guest, { on }: House): Guest => {
  if (!on('guests-are-normalized')) return guest
  const name = guest.name.normalize('NFC').trim() || guest.name
  return { ...guest, name, email: guest.email.toLowerCase() }
}

const spoilTexts = (guest: Guest, { on }: House): Guest => {
  if (on('names-lose-their-accents')) return { ...guest, name: guest.name.replaceAll(/[^\x20-\x7e]/g, '?') }
  if (on('birthdays-move-by-a-day') && typeof guest.birth_date === 'string')
    return { ...guest, birth_date: new Date(Date.parse(guest.birth_date) - 1).toISOString().slice(0, 10) }
  return guest
}

const addGuest = (body: GuestInput, hotel: string, house: House): Guest => {
  const { store, on } = house
  const at = store.now()
  const sent = sentOf(body)
  const guest: Guest = {
    phone: null,
    locale: 'en',
    newsletter: false,
    tags: [],
    ...sent,
    hotel,
    id: on('guest-ids-are-taken-from-requests') ? (body.id ?? store.nextId('gst')) : store.nextId('gst'),
    created_at: at,
    updated_at: at,
    archived_at: null,
  }
  const kept = withTidyTexts(spoilTexts(guest, house), house)
  store.guests.set(kept.id, kept)
  return kept
}

export const createGuest: Handler = ({ body, hotel }, house) => {
  const { store, on } = house
  const sent = body as GuestInput
  const isConflict = isTaken(sent.email, hotel, house)
  if (isConflict && on('refused-guests-are-kept')) addGuest(sent, hotel, house)
  if (isConflict) throw new Refusal(409, 'This e-mail address is taken.')
  if (on('percent-signs-crash') && sent.name.includes('%')) decodeURIComponent('%')
  const guest = addGuest(sent, hotel, house)
  if (on('unsaid-locales-are-read-as-german') && sent.locale === undefined)
    store.guests.set(guest.id, { ...guest, locale: 'de' })
  return withHeaders(jsonReply(201, tellGuest(guest, house)), { location: `/v1/guests/${guest.id}` })
}

export const importGuests: Handler = ({ body, hotel }, house) => {
  const { guests, on_conflict = house.on('imports-abort-by-default') ? 'abort' : 'skip' } = body as {
    readonly guests: readonly GuestInput[]
    readonly on_conflict?: string
  }
  const before = new Map(house.store.guests)
  const results = guests.map((guest) =>
    isTaken(guest.email, hotel, house)
      ? { outcome: 'rejected', error: { type: 'conflict', message: 'This e-mail address is taken.' } }
      : { outcome: 'created', guest: tellGuest(addGuest(guest, hotel, house), house) },
  )
  const created = results.filter(({ outcome }) => outcome === 'created').length
  const rejected = results.length - created
  if (rejected > 0 && on_conflict === 'abort') {
    if (!house.on('aborted-imports-stay')) {
      house.store.guests.clear()
      for (const [id, guest] of before) house.store.guests.set(id, guest)
    }
    throw new Refusal(409, 'An e-mail address is taken.')
  }
  return jsonReply(200, { results, created, rejected })
}

export const getGuest: Handler = ({ params, hotel }, house) =>
  jsonReply(200, tellGuest(findGuest(params.guest_id, hotel, house), house))

const mergeAddress = (guest: Guest, sent: Partial<Guest>, { on }: House): Partial<Guest> => {
  const { address } = sent
  if (address === undefined || address === null || on('addresses-are-replaced-whole')) return sent
  return { ...sent, address: { ...guest.address, ...address } }
}

const spoilChange = (sent: Partial<Guest>, { store, on }: House): Partial<Guest> => {
  const entries = Object.entries(sent)
  if (on('nulls-are-overlooked')) return Object.fromEntries(entries.filter(([, value]) => value !== null))
  if (on('false-is-overlooked')) return Object.fromEntries(entries.filter(([, value]) => value !== false))
  if (on('changes-empty-the-tags') && sent.tags === undefined) return { ...sent, tags: [] }
  if (on('emoji-are-dropped-from-notes') && typeof sent.notes === 'string')
    return { ...sent, notes: sent.notes.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '') }
  return on('changed-guests-are-new') ? { ...sent, created_at: store.now() } : sent
}

// Another hotel's guest where nobody looks whose it is.
const hotelToChange = (id: string | undefined, hotel: string, { store, on }: House): string =>
  on('guests-of-others-can-be-changed') ? (store.guests.get(id ?? '')?.hotel ?? hotel) : hotel

export const updateGuest: Handler = ({ params, body, hotel }, house) => {
  const { store, on } = house
  const owner = hotelToChange(params.guest_id, hotel, house)
  const guest = on('changes-bring-guests-back')
    ? findOwn(store.guests, params.guest_id, owner)
    : findGuest(params.guest_id, owner, house)
  const sent = sentOf(body as Partial<Guest>)
  const change = spoilChange(mergeAddress(guest, sent, house), house)
  const changed = withTidyTexts({ ...guest, ...change, archived_at: null, updated_at: store.now() }, house)
  if (isTaken(changed.email, owner, house, guest.id)) throw new Refusal(409, 'This e-mail address is taken.')
  store.guests.set(guest.id, changed)
  return jsonReply(200, tellGuest(on('changes-are-told-late') ? guest : changed, house))
}

export const archiveGuest: Handler = ({ params, hotel }, house) => {
  const { store, on } = house
  if (on('archiving-twice-succeeds') && store.guests.get(params.guest_id ?? '')?.hotel === hotel) {
    const { archived_at } = findOwn(store.guests, params.guest_id, hotel)
    if (archived_at !== null) return emptyReply()
  }
  const guest = findGuest(params.guest_id, hotel, house)
  const isNeeded = [...store.bookings.values()].some(
    ({ guest_id, status }) => guest_id === guest.id && status !== 'canceled',
  )
  if (isNeeded) throw new Refusal(409, 'There are bookings of this guest.')
  const archived_at = on('archived-guests-stay') ? null : store.now()
  store.guests.set(guest.id, { ...guest, archived_at })
  if (!on('preferences-outlive-guests'))
    for (const key of store.preferences.keys()) if (key.startsWith(guest.id)) store.preferences.delete(key)
  if (on('guest-ids-come-again')) store.takeBackId(guest.id)
  return emptyReply()
}

const keyOf = ({ guest_id, topic }: Readonly<Record<string, string>>, { on }: House): string =>
  on('preferences-are-everybodys') ? `${topic}` : `${guest_id}/${topic}`

const topics = ['room', 'table', 'wellness']

export const getPreference: Handler = ({ params, hotel }, house) => {
  const { store, on } = house
  if (on('preferences-outlive-guests')) findOwn(store.guests, params.guest_id, hotel)
  else findGuest(params.guest_id, hotel, house)
  const preference = store.preferences.get(keyOf(params, house))
  if (preference === undefined) throw new Refusal(404, 'Nothing is known of this.')
  return jsonReply(200, preference)
}

export const putPreference: Handler = ({ params, body, hotel }, house) => {
  const { store, on } = house
  if (!on('preferences-of-nobody')) findGuest(params.guest_id, hotel, house)
  if (!topics.includes(params.topic ?? '')) throw new Refusal(404, 'There is no such topic.')
  const key = keyOf(params, house)
  const before = store.preferences.get(key)
  const sent = body as Preference
  const remark = on('remarks-are-kept') && before?.remark !== undefined ? { remark: before.remark } : {}
  const avoid =
    on('diets-pile-up') && sent.kind === 'diet'
      ? [...(before?.avoid ?? []), ...(sent.avoid ?? [])]
      : undefined
  const kept: Preference = { ...remark, ...sent, ...(avoid === undefined ? {} : { avoid }) }
  store.preferences.set(key, kept)
  return jsonReply(before === undefined || on('preferences-are-always-new') ? 201 : 200, kept)
}
