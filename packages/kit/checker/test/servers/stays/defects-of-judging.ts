import { defineDefects } from '../kernel/deviation.ts'
import { editJson } from '../kernel/spoils.ts'
import { booking, change, guest, quote, seeded } from './samples.ts'

const schemas = '/components/schemas'
const refusing = ['negative-data-rejection']
const identity =
  '/paths/~1bookings~1{booking_id}~1check_in/post/requestBody/content/application~1json/schema/properties/identity'

/** Bodies that are judged wrongly: bounds, null, other types. */
export const defectsOfJudging = defineDefects([
  {
    id: 'accepts-discount-of-all',
    class: 'D50',
    operationId: 'create_quote',
    description: 'Takes any percentage off; the other kind of discount is judged.',
    expectedChecks: [...refusing, 'response-schema-conformance'],
    edit: { at: `${schemas}/Discount/oneOf/1/properties/percent/maximum` },
    probe: async (send) =>
      void (await send('POST', '/quotes', {
        json: { ...quote, discount: { kind: 'percent', percent: 80 } },
      })),
  },
  {
    id: 'accepts-card-without-token',
    class: 'D50',
    operationId: 'create_booking',
    description: 'Does without a property that only one way to pay needs.',
    expectedChecks: refusing,
    edit: { at: `${schemas}/CardPayment/required`, to: ['method'] },
    probe: async (send) =>
      void (await send('POST', '/bookings', { json: { ...booking, payment: { method: 'card' } } })),
  },
  {
    id: 'accepts-odd-card-token',
    class: 'D50',
    operationId: 'create_booking',
    description: 'Takes a token of any form, which is never told again.',
    expectedChecks: refusing,
    edit: { at: `${schemas}/CardPayment/properties/card_token/pattern` },
    probe: async (send) => {
      const payment = { method: 'card', card_token: '4111 1111' }
      await send('POST', '/bookings', { json: { ...booking, payment } })
    },
  },
  {
    id: 'accepts-long-company',
    class: 'D50',
    operationId: 'create_booking',
    description: 'Takes names of any length in one way to pay.',
    expectedChecks: [...refusing, 'response-schema-conformance'],
    edit: { at: `${schemas}/InvoicePayment/properties/company/maxLength` },
    probe: async (send) => {
      const payment = { method: 'invoice', company: 'x'.repeat(61) }
      await send('POST', '/bookings', { json: { ...booking, payment } })
    },
  },
  {
    id: 'accepts-companion-with-more',
    class: 'D50',
    operationId: 'create_booking',
    description: 'Keeps properties that nobody knows, in the items of a list that comes by `allOf`.',
    expectedChecks: [...refusing, 'response-schema-conformance', 'undocumented-properties'],
    edit: { at: `${schemas}/BookingTerms/properties/companions/items/additionalProperties` },
    probe: async (send) =>
      void (await send('POST', '/bookings', {
        json: { ...booking, companions: [{ name: 'Pia', cot: true }] },
      })),
  },
  {
    id: 'accepts-sixth-level',
    class: 'D50',
    operationId: 'put_preference',
    description: 'Takes one more than the most, in one kind of preference.',
    expectedChecks: [...refusing, 'response-schema-conformance'],
    edit: { at: `${schemas}/Level/properties/level/maximum`, to: 6 },
    probe: async (send) =>
      void (await send('PUT', `/guests/${seeded.guest}/preferences/room`, {
        json: { kind: 'level', level: 6 },
      })),
  },
  {
    id: 'accepts-repeated-diet',
    class: 'D50',
    operationId: 'put_preference',
    description: 'Takes an item twice where each may come once.',
    expectedChecks: [...refusing, 'response-schema-conformance'],
    edit: { at: `${schemas}/Diet/properties/avoid/uniqueItems` },
    probe: async (send) => {
      const json = { kind: 'diet', avoid: ['nuts', 'nuts'] }
      await send('PUT', `/guests/${seeded.guest}/preferences/table`, { json })
    },
  },
  {
    id: 'accepts-card-of-nowhere',
    class: 'D50',
    operationId: 'check_in_booking',
    description: 'Does without the country in one of two proofs of identity.',
    expectedChecks: refusing,
    edit: { at: `${identity}/anyOf/1/required`, to: ['card_number'] },
    probe: async (send) => {
      const json = { identity: { card_number: '1234' } }
      await send('POST', `/bookings/${seeded.booking}/check_in`, { json })
    },
  },
  {
    id: 'accepts-fee-of-nothing',
    class: 'D50',
    operationId: 'patch_settings',
    description: 'Takes the bound that is excluded, in a change and one kind of rule alone.',
    expectedChecks: [...refusing, 'response-schema-conformance'],
    edit: { at: `${schemas}/CancellationRule/oneOf/1/properties/percent/exclusiveMinimum`, to: -1 },
    probe: async (send) =>
      void (await send('PATCH', '/settings', { json: { cancellation: { kind: 'fee', percent: 0 } } })),
  },
  {
    id: 'accepts-six-guests',
    class: 'D50',
    operationId: 'import_guests',
    description: 'Takes a list that is too long.',
    expectedChecks: [...refusing, 'response-schema-conformance'],
    edit: {
      at: '/paths/~1guests~1batch/post/requestBody/content/application~1json/schema/properties/guests/maxItems',
    },
    probe: async (send) => {
      const guests = [1, 2, 3, 4, 5, 6].map((at) => ({ ...guest, email: `g${at}@guests.example` }))
      await send('POST', '/guests/batch', { json: { guests } })
    },
  },
  {
    id: 'rejects-null-birthday',
    class: 'D51',
    operationId: 'create_guest',
    description: 'Refuses null where it is allowed.',
    expectedChecks: ['positive-data-acceptance'],
    edit: { at: `${schemas}/GuestFields/properties/birth_date/type`, to: 'string' },
    probe: async (send) => void (await send('POST', '/guests', { json: { ...guest, birth_date: null } })),
  },
  {
    id: 'accepts-null-locale',
    class: 'D51',
    operationId: 'update_guest',
    description: 'Takes null for a property that everybody has.',
    expectedChecks: [...refusing, 'response-schema-conformance'],
    edit: {
      at: `${schemas}/GuestFields/properties/locale`,
      to: { type: ['string', 'null'], enum: ['en', 'de', 'sv', 'ja', null] },
    },
    probe: async (send) => void (await send('PATCH', `/guests/${seeded.guest}`, change({ locale: null }))),
  },
  {
    id: 'nulls-are-overlooked',
    class: 'D51',
    operationId: 'update_guest',
    description: 'Leaves a property as it was where null should empty it.',
    expectedChecks: ['read-your-write', 'patch-merges'],
    probe: async (send) => {
      await send('PATCH', `/guests/${seeded.guest}`, change({ phone: '+46123456' }))
      await send('PATCH', `/guests/${seeded.guest}`, change({ phone: null }))
    },
  },
  {
    id: 'missing-requests-are-the-word-null',
    class: 'D51',
    operationId: 'create_booking',
    description: 'Keeps the word where nothing was sent.',
    expectedChecks: ['read-your-write', 'text-round-trip'],
    probe: async (send) =>
      void (await send('POST', '/bookings', { json: { ...booking, special_requests: null } })),
  },
  {
    id: 'missing-phones-are-empty',
    class: 'D51',
    operationId: 'get_guest',
    description: 'Tells an empty text where there is null.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editJson<{ readonly phone: string | null }>((value) => ({ ...value, phone: value.phone ?? '' })),
    probe: async (send) => void (await send('GET', `/guests/${seeded.guest}`)),
  },
  {
    id: 'nights-may-be-text',
    class: 'D69',
    operationId: 'create_quote',
    description: 'Takes a text of digits for a number.',
    expectedChecks: ['string-coerced'],
    probe: async (send) => void (await send('POST', '/quotes', { json: { ...quote, nights: '3' } })),
  },
  {
    id: 'newsletter-may-be-text',
    class: 'D69',
    operationId: 'create_guest',
    description: 'Takes the words true and false for a boolean.',
    expectedChecks: ['string-coerced'],
    probe: async (send) => void (await send('POST', '/guests', { json: { ...guest, newsletter: 'true' } })),
  },
  {
    id: 'names-are-measured-in-utf-16',
    class: 'D69',
    operationId: 'create_guest',
    description: 'Refuses a name of the greatest length whose signs lie beyond the basic plane.',
    expectedChecks: ['length-in-utf16', 'positive-data-acceptance'],
    probe: async (send) =>
      void (await send('POST', '/guests', { json: { ...guest, name: '\u{1F41F}'.repeat(80) } })),
  },
  {
    id: 'requests-are-measured-in-bytes',
    class: 'D69',
    operationId: 'create_booking',
    description: 'Refuses a text of the greatest length that is not ASCII.',
    expectedChecks: ['length-in-utf16', 'positive-data-acceptance'],
    probe: async (send) =>
      void (await send('POST', '/bookings', { json: { ...booking, special_requests: 'ö'.repeat(200) } })),
  },
  {
    id: 'adults-are-told-as-text',
    class: 'D69',
    operationId: 'get_booking',
    description: 'Tells a number as a text.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editJson<{ readonly adults: number }>((value) => ({ ...value, adults: String(value.adults) })),
    probe: async (send) => void (await send('GET', `/bookings/${seeded.booking}`)),
  },
])
