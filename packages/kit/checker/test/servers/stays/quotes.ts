import { jsonReply, withHeaders } from '../kernel/reply.ts'
import { findOwn, Refusal, withoutHotel, type Handler, type House, type On } from './house.ts'
import { addDays, addMinutes } from './store.ts'
import type { Discount, Line, Quote, Settings, Stay, Total } from './store.ts'

const nightly = { single: 8_950, double: 12_900, suite: 24_999 } as const
const extraBed = 3_500
const breakfastFor = 1_450

const lineOf = (label: Line['label'], quantity: number, unit_amount: number): Line => ({
  label,
  quantity,
  unit_amount,
  amount: quantity * unit_amount,
})

const sumOf = (lines: readonly Line[]): number => lines.reduce((sum, { amount }) => sum + amount, 0)

// Minor units as a decimal text.
const toDecimal = (amount: number): string =>
  `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`

const discountOf = (lines: readonly Line[], discount: Discount | null, on: On): readonly Line[] => {
  if (discount === null) return []
  const sum = sumOf(lines)
  const share = discount.kind === 'percent' ? (sum * discount.percent) / 100 : discount.amount
  const off = on('discounts-are-not-rounded') ? share : Math.round(share)
  return [lineOf('discount', 1, -Math.min(sum, off))]
}

/** The price of a stay; the city tax is a share of the price after the discount. */
export const priceOf = (
  stay: Stay,
  discount: Discount | null,
  { currency, city_tax_percent }: Settings,
  on: On,
): { readonly lines: readonly Line[]; readonly total: Total } => {
  const { room_type, nights, adults, breakfast } = stay
  const full = [
    lineOf('nights', nights, nightly[room_type]),
    ...(adults > 2 ? [lineOf('extra_bed', nights * (adults - 2), extraBed)] : []),
    ...(breakfast ? [lineOf('breakfast', nights * adults, breakfastFor)] : []),
  ]
  const net = [...full, ...discountOf(full, discount, on)]
  const tax = lineOf('city_tax', 1, Math.round((sumOf(net) * city_tax_percent) / 100))
  const lines = [...net, tax]
  return { lines, total: { amount: toDecimal(Math.round(sumOf(lines))), currency } }
}

/** The day of departure. */
export const checkOutOf = ({ check_in, nights }: Stay, on: On): string => {
  const [year, month, day] = check_in.split('-')
  if (on('check-out-knows-no-months'))
    return `${year}-${month}-${String(Number(day) + nights).padStart(2, '0')}`
  return addDays(check_in, nights)
}

/** A stay with what the document puts if nothing was sent. */
export const fillStay = (sent: Partial<Stay>, defaults: Partial<Stay> = {}): Stay => ({
  room_type: sent.room_type ?? 'single',
  check_in: sent.check_in ?? '',
  nights: sent.nights ?? 1,
  adults: sent.adults ?? defaults.adults ?? 2,
  breakfast: sent.breakfast ?? defaults.breakfast ?? false,
})

/** Whether a price still holds. */
export const statusOf = ({ is_used, expires_at }: Quote, { store }: House): 'open' | 'used' | 'expired' => {
  if (is_used) return 'used'
  return store.now() > expires_at ? 'expired' : 'open'
}

const tellQuote = (quote: Quote, house: House): object => {
  const { is_used: _, ...told } = withoutHotel(quote)
  return { ...told, status: statusOf(quote, house) }
}

const minutesIn = (duration: string): number => Number(/\d+/.exec(duration)?.[0])

interface QuoteInput extends Partial<Stay> {
  readonly valid_for?: string
  readonly discount?: Discount | null
}

/** The settings of a hotel. */
export const settingsOf = (hotel: string, { store }: House): Settings => {
  const settings = store.settings.get(hotel)
  if (settings === undefined) throw new Error(`There is no hotel ${hotel}.`)
  return settings
}

export const createQuote: Handler = ({ body, hotel }, house) => {
  const { store, on } = house
  const sent = body as QuoteInput
  const stay = fillStay(sent, { breakfast: on('breakfast-by-default') })
  const { valid_for = 'PT30M', discount = null } = sent
  const at = store.now()
  const quote: Quote = {
    hotel,
    id: on('quote-ids-follow-the-nights')
      ? `qte_01H90000${String(stay.nights).padStart(2, '0')}`
      : store.nextId('qte'),
    ...stay,
    is_used: false,
    check_out: checkOutOf(stay, on),
    valid_for,
    discount,
    ...priceOf(stay, discount, settingsOf(hotel, house), on),
    created_at: at,
    expires_at: addMinutes(at, minutesIn(valid_for)),
  }
  store.quotes.set(quote.id, quote)
  const told = tellQuote(quote, house)
  return withHeaders(jsonReply(201, told), { location: `/v1/quotes/${quote.id}` })
}

export const getQuote: Handler = ({ params, hotel }, house) => {
  const quote = findOwn(house.store.quotes, params.quote_id, hotel)
  return jsonReply(200, tellQuote(quote, house))
}

/** Takes a price that is still open; ends the request if it is not. */
export const useQuote = (id: string, hotel: string, house: House): Quote => {
  const quote = findOwn(house.store.quotes, id, hotel)
  const status = statusOf(quote, house)
  if (status !== 'open') throw new Refusal(409, `The quote is ${status}.`)
  return quote
}
