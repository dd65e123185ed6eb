/** Money of one kind, and why. */
export interface Line {
  readonly label: 'nights' | 'extra_bed' | 'breakfast' | 'discount' | 'city_tax'
  readonly quantity: number
  readonly unit_amount: number
  readonly amount: number
}

/** The sum of lines as a decimal text. */
export interface Total {
  readonly amount: string
  readonly currency: string
}

/** The discount on a price. */
export type Discount =
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'amount'; readonly amount: number }

/** The subject of a price. */
export interface Stay {
  readonly room_type: 'single' | 'double' | 'suite'
  readonly check_in: string
  readonly nights: number
  readonly adults: number
  readonly breakfast: boolean
}

/** A price that holds for a while. */
export interface Quote extends Stay {
  readonly hotel: string
  readonly id: string
  readonly is_used: boolean
  readonly check_out: string
  readonly valid_for: string
  readonly discount: Discount | null
  readonly lines: readonly Line[]
  readonly total: Total
  readonly created_at: string
  readonly expires_at: string
}

/** Somebody who stays. */
export interface Guest {
  readonly hotel: string
  readonly id: string
  readonly email: string
  readonly name: string
  readonly phone: string | null
  readonly locale: string
  readonly newsletter: boolean
  readonly birth_date?: string | null
  readonly address?: Readonly<Record<string, string>> | null
  readonly tags: readonly string[]
  readonly notes?: string | null
  readonly password?: string
  readonly card_token?: string
  readonly created_at: string
  readonly updated_at: string
  readonly archived_at: string | null
}

/** A preference of a guest; the server does not read its content besides the kind. */
export interface Preference {
  readonly kind: 'wish' | 'level' | 'diet'
  readonly avoid?: readonly string[]
  readonly remark?: string | null
}

/** How it is paid. */
export interface Payment {
  readonly method: 'card' | 'invoice' | 'cash'
  readonly card_token?: string
  readonly company?: string
  readonly due_days?: number
}

/** A room that somebody has for some nights. */
export interface Booking extends Stay {
  readonly hotel: string
  readonly id: string
  readonly status: 'confirmed' | 'checked_in' | 'canceled'
  readonly guest_id: string
  readonly quote_id: string | null
  readonly room: string
  readonly check_out: string
  readonly payment: Payment
  readonly companions: readonly object[]
  readonly arrival_at: string | null
  readonly special_requests: string | null
  readonly discount: Discount | null
  readonly lines: readonly Line[]
  readonly total: Total
  readonly cancellation: object | null
  readonly keys: number | null
  readonly checked_in_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** How a hotel works. */
export interface Settings {
  readonly name: string
  readonly currency: string
  readonly city_tax_percent: number
  readonly check_in_from: string
  readonly contact: Readonly<Record<string, string>>
  readonly cancellation?: object
  readonly website?: string
  readonly updated_at: string
}

/** A creation that was done under a key of the client. */
export interface DoneOnce {
  readonly body: string
  readonly booking: string
}

/** The whole state. */
export interface Store {
  readonly quotes: Map<string, Quote>
  readonly guests: Map<string, Guest>
  /** By id of the guest and topic. */
  readonly preferences: Map<string, Preference>
  readonly bookings: Map<string, Booking>
  /** By hotel. */
  readonly settings: Map<string, Settings>
  /** By hotel and key. */
  readonly doneOnce: Map<string, DoneOnce>
  /** The next id of a kind; the same ones after every reset. */
  readonly nextId: (kind: Kind) => string
  /** Gives an id away again, if it was the last of its kind. */
  readonly takeBackId: (id: string) => void
  /** The time of the request, in UTC. */
  readonly now: () => string
  /** Lets 15 seconds go by, as before every request. */
  readonly tick: () => void
}

/** The prefixes of ids. */
export type Kind = 'qte' | 'gst' | 'bkg'

const toText = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z')

/** A time some minutes later. */
export const addMinutes = (time: string, minutes: number): string =>
  toText(Date.parse(time) + minutes * 60_000)

/** A day some days later. */
export const addDays = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

const people = [
  ['Harbor', 'Ada Holm', 'en', ['regular']],
  ['Harbor', 'Ben Ek', 'sv', ['regular', 'vegan']],
  ['Harbor', 'Chi Sato', 'ja', []],
  ['Harbor', 'Dora Falk', 'de', []],
  ['Hill', 'Eve Moss', 'en', []],
] as const

const seedSettings = (name: string, at: string): Settings => ({
  name: `${name} House`,
  currency: 'EUR',
  city_tax_percent: 2.5,
  check_in_from: '14:00',
  contact: { email: `desk@${name.toLowerCase()}.example` },
  website: `https://${name.toLowerCase()}.example/`,
  updated_at: at,
})

const linesOf = (nights: number, unit_amount: number, tax: number): readonly Line[] => [
  { label: 'nights', quantity: nights, unit_amount, amount: nights * unit_amount },
  { label: 'city_tax', quantity: 1, unit_amount: tax, amount: tax },
]

const seedQuote = ({ nextId, now }: Store): Quote => ({
  hotel: 'Harbor',
  id: nextId('qte'),
  room_type: 'double',
  check_in: '2026-06-12',
  nights: 2,
  adults: 2,
  breakfast: false,
  is_used: false,
  check_out: '2026-06-14',
  valid_for: 'PT90M',
  discount: null,
  lines: linesOf(2, 12_900, 645),
  total: { amount: '264.45', currency: 'EUR' },
  created_at: now(),
  expires_at: addMinutes(now(), 90),
})

const seedBooking = (
  { nextId, now }: Store,
  hotel: string,
  guest_id: string,
  status: 'confirmed' | 'canceled',
): Booking => ({
  hotel,
  id: nextId('bkg'),
  status,
  guest_id,
  quote_id: null,
  room_type: 'single',
  room: '101',
  check_in: '2026-04-29',
  check_out: '2026-05-02',
  nights: 3,
  adults: 2,
  breakfast: false,
  payment: { method: 'cash' },
  companions: [],
  arrival_at: '2026-04-29T22:15:00+02:00',
  special_requests: 'A quiet room, if there is one',
  discount: null,
  lines: linesOf(3, 8_950, 671),
  total: { amount: '275.21', currency: 'EUR' },
  cancellation: status === 'canceled' ? { reason: 'no_show', note: null, at: now() } : null,
  keys: null,
  checked_in_at: null,
  created_at: now(),
  updated_at: now(),
})

/** Two hotels: one with four guests, an open quote and two bookings, and one with a guest and a booking. */
export const createStore = (): Store => {
  const counts = new Map<Kind, number>()
  let time = Date.UTC(2026, 2, 2, 9)
  const store: Store = {
    quotes: new Map(),
    guests: new Map(),
    preferences: new Map(),
    bookings: new Map(),
    settings: new Map(),
    doneOnce: new Map(),
    nextId: (kind) => {
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      return `${kind}_01H8${String(counts.get(kind)).padStart(6, '0')}`
    },
    takeBackId: (id) => {
      const kind = id.slice(0, 3) as Kind
      const count = counts.get(kind) ?? 0
      if (Number(id.slice(-6)) === count) counts.set(kind, count - 1)
    },
    now: () => toText(time),
    tick: () => void (time += 15_000),
  }
  for (const name of ['Harbor', 'Hill']) store.settings.set(name, seedSettings(name, store.now()))
  for (const [hotel, name, locale, tags] of people) {
    const id = store.nextId('gst')
    const at = store.now()
    const email = `${name.toLowerCase().replace(' ', '.')}@guests.example`
    const rest = { phone: null, locale, newsletter: false, tags, created_at: at, updated_at: at }
    store.guests.set(id, { hotel, id, email, name, ...rest, archived_at: null })
    store.tick()
  }
  const quote = seedQuote(store)
  store.quotes.set(quote.id, quote)
  const bookings = [
    seedBooking(store, 'Harbor', 'gst_01H8000001', 'confirmed'),
    seedBooking(store, 'Harbor', 'gst_01H8000002', 'canceled'),
    seedBooking(store, 'Hill', 'gst_01H8000005', 'confirmed'),
  ]
  for (const booking of bookings) store.bookings.set(booking.id, booking)
  return store
}
