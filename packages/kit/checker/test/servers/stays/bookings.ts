import { jsonReply, withHeaders } from '../kernel/reply.ts'
import { findGuest, tellGuest } from './guests.ts'
import { findOwn, Refusal, withoutHotel, type Call, type Handler, type House } from './house.ts'
import { checkOutOf, fillStay, priceOf, settingsOf, useQuote } from './quotes.ts'
import { assertMatch, etagOf, readOne, tagged } from './read-request.ts'
import type { Booking, Discount, Payment, Stay } from './store.ts'

interface BookingInput extends Partial<Stay> {
  readonly guest_id: string
  readonly payment: Payment
  readonly quote_id?: string
  readonly companions?: readonly object[]
  readonly arrival_at?: string | null
  readonly special_requests?: string | null
}

const rooms = {
  single: ['101', '102', '103', '104', '105', '106'],
  double: ['201', '202', '203', '204', '205', '206', '207', '208', '209', '210'],
  suite: ['301', '302'],
} as const

/** A booking as it is returned: without what may only be written. */
export const tellBooking = (booking: Booking, { on }: House): object => {
  const { discount: _, ...told } = withoutHotel(booking)
  const { card_token, ...payment } = booking.payment
  const isTold = on('card-tokens-are-told') && card_token !== undefined
  return { ...told, payment: isTold ? booking.payment : payment }
}

const tagOf = (booking: Booking, { on }: House): string =>
  on('tags-of-bookings-never-change') ? etagOf([booking.id, booking.created_at]) : etagOf(booking)

const findRoom = (stay: Stay, checkOut: string, hotel: string, { store }: House): string => {
  const taken = [...store.bookings.values()].filter(
    (other) =>
      other.hotel === hotel &&
      other.status !== 'canceled' &&
      other.check_in < checkOut &&
      other.check_out > stay.check_in,
  )
  const room = rooms[stay.room_type].find((free) => taken.every((other) => other.room !== free))
  if (room === undefined) throw new Refusal(409, 'No room of this type is free.')
  return room
}

interface Basis {
  readonly stay: Stay
  readonly discount: Discount | null
  readonly price: ReturnType<typeof priceOf>
}

const basisOf = (sent: BookingInput, hotel: string, house: House): Basis => {
  if (sent.quote_id !== undefined) {
    const { discount, lines, total, ...quote } = useQuote(sent.quote_id, hotel, house)
    return { stay: fillStay(quote), discount, price: { lines, total } }
  }
  const stay = fillStay(sent, { adults: house.on('one-adult-by-default') ? 1 : 2 })
  return { stay, discount: null, price: priceOf(stay, null, settingsOf(hotel, house), house.on) }
}

const withDueDays = (payment: Payment, { on }: House): Payment =>
  payment.method === 'invoice'
    ? { ...payment, due_days: payment.due_days ?? (on('invoices-are-due-in-a-month') ? 30 : 14) }
    : payment

const toUtc = (time: string): string => new Date(time).toISOString()

// The changes that a careless server makes to a request.
const spoilTerms = (terms: Partial<Booking>, { on }: House): Partial<Booking> => {
  const { arrival_at, special_requests, payment } = terms
  if (on('arrivals-lose-their-offset') && typeof arrival_at === 'string')
    return { ...terms, arrival_at: arrival_at.replace(/(Z|[+-]\d\d:\d\d)$/i, 'Z') }
  if (on('long-requests-are-cut') && typeof special_requests === 'string')
    return { ...terms, special_requests: special_requests.slice(0, 100) }
  if (on('missing-requests-are-the-word-null') && special_requests === null)
    return { ...terms, special_requests: 'null' }
  if (on('companies-end-at-odd-signs') && payment?.company !== undefined)
    return { ...terms, payment: { ...payment, company: payment.company.split(/\0|</)[0] || '-' } }
  return terms
}

const liberalTerms = (terms: Partial<Booking>, { on }: House): Partial<Booking> => {
  const { arrival_at, special_requests } = terms
  if (
    on('arrivals-are-told-in-utc') &&
    typeof arrival_at === 'string' &&
    !Number.isNaN(Date.parse(arrival_at))
  )
    return { ...terms, arrival_at: toUtc(arrival_at) }
  if (on('requests-are-trimmed') && typeof special_requests === 'string')
    return { ...terms, special_requests: special_requests.trim() }
  return terms
}

const doAgain = (call: Call, key: string | null, { store, on }: House): Booking | undefined => {
  if (key === null || on('keys-are-overlooked')) return undefined
  const done = store.doneOnce.get(`${call.hotel}/${key}`)
  if (done === undefined) return undefined
  if (done.body !== JSON.stringify(call.body) && !on('keys-go-with-any-body'))
    throw new Refusal(409, 'The key was used with another body.')
  return store.bookings.get(done.booking)
}

const book = (sent: BookingInput, hotel: string, house: House): Booking => {
  const { store, on } = house
  const isUnknown = store.guests.get(sent.guest_id)?.hotel !== hotel
  if (isUnknown && on('refused-bookings-use-the-quote')) takeQuote(sent.quote_id, house)
  findGuest(sent.guest_id, hotel, house)
  if (on('no-companions-crash') && sent.companions?.length === 0)
    throw new TypeError('companions[0] is undefined')
  const { stay, discount, price } = basisOf(sent, hotel, house)
  const check_out = checkOutOf(stay, house.on)
  const room = findRoom(stay, check_out, hotel, house)
  const { guest_id, quote_id = null, companions = [], arrival_at = null, special_requests = null } = sent
  const at = store.now()
  const terms = { payment: withDueDays(sent.payment, house), companions, arrival_at, special_requests }
  const booking = {
    hotel,
    id: store.nextId('bkg'),
    status: 'confirmed',
    guest_id,
    quote_id,
    ...stay,
    room,
    check_out,
    ...liberalTerms(spoilTerms(terms, house), house),
    discount,
    ...price,
    cancellation: null,
    keys: null,
    checked_in_at: null,
    created_at: at,
    updated_at: at,
  } as Booking
  takeQuote(sent.quote_id, house)
  store.bookings.set(booking.id, booking)
  return booking
}

const takeQuote = (id: string | undefined, { store }: House): void => {
  const quote = store.quotes.get(id ?? '')
  if (quote !== undefined) store.quotes.set(quote.id, { ...quote, is_used: true })
}

export const createBooking: Handler = (call, house) => {
  const key = call.request.headers.get('idempotency-key')
  if (key !== null && !/^[A-Za-z0-9-]{8,64}$/.test(key)) throw new Refusal(400, 'The key is wrong.')
  const booking = doAgain(call, key, house) ?? book(call.body as BookingInput, call.hotel, house)
  if (key !== null)
    house.store.doneOnce.set(`${call.hotel}/${key}`, { body: JSON.stringify(call.body), booking: booking.id })
  const told = jsonReply(201, tellBooking(booking, house))
  return withHeaders(told, { location: `/v1/bookings/${booking.id}`, etag: tagOf(booking, house) })
}

const readExpansion = (call: Call): boolean =>
  readOne(call, 'expand', (text) => text === 'guest') !== undefined

const findBooking = ({ params, hotel }: Call, { store, on }: House, anyHotel = false): Booking => {
  const owner =
    anyHotel && on('bookings-of-others-can-be-read')
      ? store.bookings.get(params.booking_id ?? '')?.hotel
      : hotel
  return findOwn(store.bookings, params.booking_id, owner ?? hotel)
}

export const getBooking: Handler = (call, house) => {
  const { store, on } = house
  const isExpanded = readExpansion(call)
  const booking = findBooking(call, house, true)
  const guest = isExpanded
    ? { guest: tellGuest(findOwn(store.guests, booking.guest_id, booking.hotel), house) }
    : {}
  const told = { ...tellBooking(booking, house), ...guest }
  const reply = jsonReply(200, told)
  const etag = tagOf({ ...booking, ...guest }, house)
  if (on('known-tags-are-overlooked')) return withHeaders(reply, { etag })
  return tagged(call, reply, etag)
}

interface BookingPatch extends Partial<Stay> {
  readonly status?: Booking['status']
  readonly companions?: readonly object[]
  readonly arrival_at?: string | null
  readonly special_requests?: string | null
}

const assertConfirmed = ({ status }: Booking): void => {
  if (status !== 'confirmed') throw new Refusal(409, `The booking is ${status}.`)
}

const applyPatch = (booking: Booking, patch: BookingPatch, house: House): Booking => {
  const { store, on } = house
  const { status, ...sent } = patch
  const companions =
    on('companions-pile-up') && sent.companions !== undefined
      ? { companions: [...booking.companions, ...sent.companions].slice(0, 3) }
      : {}
  const taken = on('status-can-be-set') && status !== undefined ? { status } : {}
  const changed: Booking = {
    ...booking,
    ...liberalTerms(sent, house),
    ...companions,
    ...taken,
    updated_at: store.now(),
  }
  const isSame = changed.adults === booking.adults && changed.breakfast === booking.breakfast
  // A price that was agreed on stays while nothing that it depends on changes.
  return isSame
    ? changed
    : { ...changed, ...priceOf(changed, booking.discount, settingsOf(booking.hotel, house), on) }
}

export const updateBooking: Handler = (call, house) => {
  const { store, on } = house
  const booking = findBooking(call, house)
  const patch = call.body as BookingPatch
  const changed = applyPatch(booking, patch, house)
  if (on('failed-preconditions-change-all-the-same')) store.bookings.set(booking.id, changed)
  if (!on('preconditions-are-overlooked')) assertMatch(call, tagOf(booking, house), on)
  assertConfirmed(booking)
  const isForgotten = on('new-adults-are-not-kept') && patch.adults !== undefined
  store.bookings.set(booking.id, isForgotten ? { ...changed, adults: booking.adults } : changed)
  const kept = on('prices-are-told-from-before')
    ? { ...changed, lines: booking.lines, total: booking.total }
    : changed
  return withHeaders(jsonReply(200, tellBooking(kept, house)), { etag: tagOf(changed, house) })
}

export const cancelBooking: Handler = (call, house) => {
  const { store, on } = house
  const booking = findBooking(call, house)
  const otherwise = on('guests-do-not-show-up-by-default') ? 'no_show' : 'guest_request'
  const { reason = otherwise, note = null } = call.body as {
    readonly reason?: string
    readonly note?: string | null
  }
  assertConfirmed(booking)
  const at = store.now()
  const canceled: Booking = {
    ...booking,
    status: 'canceled',
    cancellation: { reason, note, at },
    updated_at: at,
  }
  store.bookings.set(booking.id, canceled)
  return jsonReply(200, tellBooking(canceled, house))
}

export const checkInBooking: Handler = (call, house) => {
  const { store, on } = house
  const booking = findBooking(call, house)
  const { keys = on('two-keys-by-default') ? 2 : 1 } = call.body as { readonly keys?: number }
  assertConfirmed(booking)
  const at = store.now()
  const there: Booking = { ...booking, status: 'checked_in', keys, checked_in_at: at, updated_at: at }
  store.bookings.set(booking.id, on('check-ins-are-forgotten') ? { ...there, status: 'confirmed' } : there)
  return jsonReply(200, tellBooking(there, house))
}
