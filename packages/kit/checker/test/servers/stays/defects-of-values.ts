import { defineDefects } from '../kernel/deviation.ts'
import { editJson, onlyWith } from '../kernel/spoils.ts'
import { booking, change, guest, quote, seeded } from './samples.ts'

/** Texts, money and times that do not come back as they should. */
export const defectsOfValues = defineDefects([
  {
    id: 'names-lose-their-accents',
    class: 'D52',
    operationId: 'create_guest',
    description: 'Keeps a question mark for every sign beyond ASCII.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) => void (await send('POST', '/guests', { json: { ...guest, name: 'Jörg Åkesson' } })),
  },
  {
    id: 'emoji-are-dropped-from-notes',
    class: 'D52',
    operationId: 'update_guest',
    description: 'Loses what takes four bytes in UTF-8.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) =>
      void (await send('PATCH', `/guests/${seeded.guest}`, change({ notes: 'Likes \u{1F41F}' }))),
  },
  {
    id: 'long-requests-are-cut',
    class: 'D52',
    operationId: 'create_booking',
    description: 'Keeps the first hundred characters and says nothing.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) =>
      void (await send('POST', '/bookings', { json: { ...booking, special_requests: 'x'.repeat(150) } })),
  },
  {
    id: 'companies-end-at-odd-signs',
    class: 'D52',
    operationId: 'create_booking',
    description: 'Ends a text at U+0000 and at what may begin a tag.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) => {
      const payment = { method: 'invoice', company: 'A<B\u0000C' }
      await send('POST', '/bookings', { json: { ...booking, payment } })
    },
  },
  {
    id: 'names-are-escaped-for-html',
    class: 'D52',
    operationId: 'put_settings',
    description: 'Keeps texts as they would stand in a page.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) => {
      const contact = { email: 'desk@harbor.example' }
      const json = { name: 'Salt & Sea', currency: 'EUR', city_tax_percent: 2, contact }
      await send('PUT', '/settings', { json })
    },
  },
  {
    id: 'discounts-are-not-rounded',
    class: 'D60',
    operationId: 'create_quote',
    description: 'Tells parts of a cent where a whole number is promised.',
    expectedChecks: ['response-schema-conformance'],
    probe: async (send) => {
      const discount = { kind: 'percent', percent: 12.5 }
      await send('POST', '/quotes', { json: { ...quote, room_type: 'suite', discount } })
    },
  },
  {
    id: 'totals-are-numbers',
    class: 'D60',
    operationId: 'search_bookings',
    description: 'Tells a total as a binary fraction.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editJson<{ readonly data: readonly { readonly total: { readonly amount: string } }[] }>(
      (value) => ({
        ...value,
        data: value.data.map((item) => ({
          ...item,
          total: { ...item.total, amount: Number(item.total.amount) },
        })),
      }),
    ),
    probe: async (send) => void (await send('POST', '/bookings/search', { json: {} })),
  },
  {
    id: 'totals-lose-a-zero',
    class: 'D60',
    operationId: 'get_quote',
    description: 'Tells 12.5 for 12.50.',
    expectedChecks: ['response-schema-conformance', 'read-your-write'],
    spoil: editJson<{ readonly total: { readonly amount: string } }>((value) => ({
      ...value,
      total: { ...value.total, amount: value.total.amount.replace(/0$/, '') },
    })),
    probe: async (send) => {
      const made = await send('POST', '/quotes', { json: { ...quote, room_type: 'single', nights: 8 } })
      await send('GET', `/quotes/${made.json.id}`)
    },
  },
  {
    id: 'new-totals-lack-the-tax',
    class: 'D60',
    operationId: 'create_booking',
    description: 'Tells a total when it books that is not the sum of the lines, and another one afterwards.',
    expectedChecks: ['read-your-write'],
    spoil: onlyWith(
      201,
      editJson<{ readonly lines: readonly { readonly amount: number }[]; readonly total: object }>(
        (value) => {
          const cents = value.lines.slice(0, -1).reduce((sum, { amount }) => sum + amount, 0)
          return { ...value, total: { ...value.total, amount: (cents / 100).toFixed(2) } }
        },
      ),
    ),
    probe: async (send) => void (await send('POST', '/bookings', { json: booking })),
  },
  {
    id: 'prices-are-told-from-before',
    class: 'D60',
    operationId: 'update_booking',
    description: 'Tells the total from before a change, and the new one when it is read.',
    expectedChecks: ['read-your-write'],
    probe: async (send) =>
      void (await send('PATCH', `/bookings/${seeded.booking}`, { json: { breakfast: true } })),
  },
  {
    id: 'check-out-knows-no-months',
    class: 'D61',
    operationId: 'create_quote',
    description: 'Adds nights to the day of the month, whether there is such a day or not.',
    expectedChecks: ['response-schema-conformance'],
    probe: async (send) => void (await send('POST', '/quotes', { json: quote })),
  },
  {
    id: 'arrivals-lose-their-offset',
    class: 'D61',
    operationId: 'create_booking',
    description: 'Keeps the time on the clock and calls it UTC.',
    expectedChecks: ['read-your-write', 'text-round-trip'],
    probe: async (send) =>
      void (await send('POST', '/bookings', {
        json: { ...booking, arrival_at: '2026-06-29T20:00:00+02:00' },
      })),
  },
  {
    id: 'birthdays-move-by-a-day',
    class: 'D61',
    operationId: 'create_guest',
    description: 'Reads a day as midnight of one zone and tells it in another.',
    expectedChecks: ['read-your-write', 'text-round-trip'],
    probe: async (send) =>
      void (await send('POST', '/guests', { json: { ...guest, birth_date: '1990-03-01' } })),
  },
  {
    id: 'accepts-days-that-are-not',
    class: 'D61',
    operationId: 'search_bookings',
    description: 'Takes any text for a day.',
    expectedChecks: ['negative-data-rejection'],
    edit: {
      at: '/paths/~1bookings~1search/post/requestBody/content/application~1json/schema/properties/present/properties/from/format',
    },
    probe: async (send) => {
      const json = { present: { from: '2026-02-30', to: '2026-03-01' } }
      await send('POST', '/bookings/search', { json })
    },
  },
  {
    id: 'cancellations-have-no-zone',
    class: 'D61',
    operationId: 'cancel_booking',
    description: 'Tells a time without its offset, deep in the answer.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editJson<{ readonly cancellation: { readonly at: string } | null }>((value) => ({
      ...value,
      cancellation: value.cancellation && {
        ...value.cancellation,
        at: value.cancellation.at.replace('Z', ''),
      },
    })),
    probe: async (send) => void (await send('POST', `/bookings/${seeded.booking}/cancel`, { json: {} })),
  },
])
