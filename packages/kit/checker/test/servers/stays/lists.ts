import { acceptsMedia } from '../kernel/accepts-media.ts'
import { jsonReply, withHeaders, type Reply } from '../kernel/reply.ts'
import { tellBooking } from './bookings.ts'
import { tellGuest } from './guests.ts'
import { Refusal, type Call, type Handler, type House } from './house.ts'
import { isDay, readLimit, readMany, readOne } from './read-request.ts'
import type { Booking, Guest } from './store.ts'

interface Page<Item> {
  readonly items: readonly Item[]
  readonly has_more: boolean
  readonly next_cursor: string | null
}

const pageOf = <Item extends { readonly id: string }>(
  found: readonly Item[],
  after: string | undefined,
  limit: number,
): Page<Item> => {
  const at = found.findIndex(({ id }) => id === after)
  const rest = after === undefined ? found : at < 0 ? [] : found.slice(at + 1)
  const items = rest.slice(0, limit)
  const has_more = rest.length > limit
  return { items, has_more, next_cursor: has_more ? (items.at(-1)?.id ?? null) : null }
}

const contains = (text: string | null, wanted: string): boolean =>
  text?.toLowerCase().includes(wanted.toLowerCase()) ?? false

const isId = (kind: string) => (text: string) => new RegExp(`^${kind}_[0-9A-HJKMNP-TV-Z]{10}$`).test(text)

const readCreated = (call: Call, { on }: House): { readonly from: string; readonly to: string } => {
  const names = [...call.query.keys()].filter((name) => name.startsWith('created['))
  if (!names.every((name) => ['created[from]', 'created[to]'].includes(name)))
    throw new Refusal(400, 'The query is wrong.', ['created is wrong'])
  const isRight = on('days-of-making-may-be-words') ? () => true : isDay
  return {
    from: readOne(call, 'created[from]', isRight) ?? '',
    to: readOne(call, 'created[to]', isRight) ?? '9999-12-31',
  }
}

const readGuestFilter = (call: Call, house: House): ((guest: Guest) => boolean) => {
  const { on } = house
  const otherwise = on('archived-guests-by-default') ? 'true' : 'false'
  const archived = readOne(call, 'archived', (text) => ['true', 'false'].includes(text)) ?? otherwise
  const isArchived = archived === 'true'
  const q = readOne(call, 'q', (text) => /^.{1,40}$/su.test(text))
  const tags = readMany(call, 'tags', (text) => /^[a-z]{2,12}$/.test(text), { max: 3, parted: true })
  const created = readCreated(call, house)
  const wantsTag = on('one-tag-is-enough') ? tags?.slice(0, 1) : tags
  const isMade = ({ created_at }: Guest): boolean =>
    on('days-of-making-are-overlooked') ||
    (created_at.slice(0, 10) >= created.from && created_at.slice(0, 10) <= created.to)
  return (guest) =>
    (isArchived === (guest.archived_at !== null) || (on('lists-keep-the-archived') && !isArchived)) &&
    (q === undefined || contains(guest.name, q) || contains(guest.email, q)) &&
    (wantsTag?.every((tag) => guest.tags.includes(tag)) ?? true) &&
    isMade(guest)
}

// By code points; guests of one name in the order of their making.
const byName = (left: Guest, right: Guest): number =>
  left.name === right.name ? left.id.localeCompare(right.id) : left.name < right.name ? -1 : 1

const sortGuests = (guests: readonly Guest[], sort: string): readonly Guest[] => {
  if (sort.endsWith('name')) {
    const sorted = guests.toSorted(byName)
    return sort.startsWith('-') ? sorted.toReversed() : sorted
  }
  return sort.startsWith('-') ? guests.toReversed() : guests
}

export const listGuests: Handler = (call, house) => {
  const { store, on } = house
  const limit = readLimit(call, {
    max: on('fifty-one-guests-are-told') ? 51 : 50,
    otherwise: on('twenty-guests-by-default') ? 20 : 10,
  })
  const after = readOne(call, 'starting_after', isId('gst'))
  const order = readOne(call, 'sort', (text) => /^-?(created_at|name)$/.test(text))
  const sort = order ?? (on('newest-guests-come-first') ? '-created_at' : 'created_at')
  const isWanted = readGuestFilter(call, house)
  const isOpen = on('lists-tell-of-other-hotels') && call.query.has('q')
  const own = [...store.guests.values()].filter((guest) => isOpen || guest.hotel === call.hotel)
  const found = sortGuests(own.filter(isWanted), sort)
  const isAnew = on('cursors-are-overlooked-by-name') && sort.endsWith('name')
  const begin = isAnew ? undefined : after
  const page = pageOf(found, begin, on('guests-come-one-too-many') ? limit + 1 : limit)
  const skipped = found[found.findIndex(({ id }) => id === page.next_cursor) + 1]?.id ?? null
  const next_cursor = on('next-page-skips-a-guest') && page.has_more ? skipped : page.next_cursor
  const isHidden = on('lists-keep-the-archived') && call.query.get('archived') !== 'true'
  const data = page.items.map((guest) => tellGuest(isHidden ? { ...guest, archived_at: null } : guest, house))
  const reply = jsonReply(200, { data, has_more: page.has_more, next_cursor })
  const total = on('totals-count-the-page') ? data.length : found.length
  return withHeaders(reply, { 'x-total-count': String(total) })
}

const statuses = ['confirmed', 'checked_in', 'canceled']
const fieldNames = ['id', 'status', 'guest_id', 'room', 'check_in', 'check_out', 'total']

const readBookingFilter = (call: Call, { on }: House): ((booking: Booking) => boolean) => {
  const wanted = readMany(call, 'status', (text) => statuses.includes(text), { max: 3 })
  if (on('one-status-at-a-time') && (wanted?.length ?? 0) > 1) throw new Refusal(400, 'The query is wrong.')
  const guest = readOne(call, 'guest_id', isId('gst'))
  const from = readOne(call, 'check_in_from', isDay) ?? ''
  const to = readOne(call, 'check_in_to', isDay) ?? '9999-12-31'
  return ({ status, guest_id, check_in }) =>
    (wanted === undefined || wanted.includes(status) === !on('statuses-are-left-out')) &&
    (guest === undefined || on('bookings-of-any-guest') || guest_id === guest) &&
    check_in >= from &&
    (check_in <= to || on('last-days-are-overlooked'))
}

const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const csvOf = (bookings: readonly Booking[], { on }: House): string => {
  const rows = bookings.map(({ id, status, check_in, check_out, total, special_requests }) =>
    [id, status, check_in, check_out, total.amount, special_requests ?? '']
      .map((value) => (on('commas-part-cells') ? value : quote(value)))
      .join(','),
  )
  return ['id,status,check_in,check_out,total,special_requests', ...rows, ''].join('\r\n')
}

// CSV goes to those who name it, unless they name JSON as well.
const readMedia = ({ request }: Call, { on }: House): 'json' | 'csv' => {
  const accept = request.headers.get('accept')
  const [json, csv] = ['application/json', 'text/csv'].map((type) => acceptsMedia(accept, type))
  if (!json && !csv && !on('accept-is-overlooked')) throw new Refusal(406, 'There is JSON and CSV.')
  const namesCsv = csv && /text\/(csv|\*)/i.test(accept ?? '') && !/application\//i.test(accept ?? '')
  return namesCsv || (csv && !json) ? 'csv' : 'json'
}

const csvReply = (bookings: readonly Booking[], house: House): Reply => ({
  status: 200,
  headers: {
    'content-type': house.on('tables-are-called-json') ? 'application/json' : 'text/csv; charset=utf-8',
  },
  body: csvOf(bookings, house),
})

const toItem = (booking: Booking, fields: readonly string[] | undefined, house: House): object => {
  const told = tellBooking(booking, house)
  if (fields === undefined) return told
  return Object.fromEntries(Object.entries(told).filter(([name]) => name === 'id' || fields.includes(name)))
}

export const listBookings: Handler = (call, house) => {
  const { store, on } = house
  const media = readMedia(call, house)
  const limit = readLimit(call)
  const after = readOne(call, 'starting_after', isId('bkg'))
  const isWanted = readBookingFilter(call, house)
  const sent = call.query.get('fields')
  if (on('fields-are-parted-by-spaces') && sent?.includes(',') === true)
    throw new Refusal(400, 'There is no such field.')
  const fields = readMany(call, 'fields', (text) => fieldNames.includes(text), {
    max: 7,
    parted: true,
    unique: true,
  })
  const own = [...store.bookings.values()].filter(({ hotel }) => hotel === call.hotel)
  const found = own.filter(isWanted)
  const page = pageOf(found, after, limit)
  const start = found.findIndex(({ id }) => id === after)
  const items =
    on('pages-begin-with-the-last-one') && start >= 0 ? found.slice(start, start + limit) : page.items
  const { has_more, next_cursor } = page
  const data = items.map((booking) => toItem(booking, fields, house))
  const reply = media === 'csv' ? csvReply(items, house) : jsonReply(200, { data, has_more, next_cursor })
  const total = on('totals-count-other-hotels') ? store.bookings.size : found.length
  return withHeaders(reply, { 'x-total-count': String(total) })
}

interface Search {
  readonly text?: string
  readonly statuses?: readonly string[]
  readonly present?: { readonly from: string; readonly to: string }
  readonly room_type?: string
  readonly order?: 'asc' | 'desc'
  readonly limit?: number
}

export const searchBookings: Handler = ({ body, hotel }, house) => {
  const { store, on } = house
  const { text, statuses: wanted, present, room_type, order = 'asc', limit = 10 } = body as Search
  const hasText = ({ special_requests, guest_id }: Booking, part: string): boolean =>
    contains(special_requests, part) || contains(store.guests.get(guest_id)?.name ?? null, part)
  const found = [...store.bookings.values()].filter(
    (booking) =>
      booking.hotel === hotel &&
      (text === undefined || hasText(booking, text)) &&
      (wanted === undefined || wanted.includes(booking.status)) &&
      (present === undefined || (booking.check_in <= present.to && booking.check_out > present.from)) &&
      (room_type === undefined || on('rooms-of-any-type') || booking.room_type === room_type),
  )
  const sorted = found.toSorted((left, right) => left.check_in.localeCompare(right.check_in))
  const ordered = order === 'desc' ? sorted.toReversed() : sorted
  const data = (on('searches-tell-all') ? ordered : ordered.slice(0, limit)).map((booking) =>
    tellBooking(booking, house),
  )
  return jsonReply(200, { data, total_count: found.length })
}
