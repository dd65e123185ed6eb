import { fault, invalidAccepted, patchNotMerged, textChanged } from '../kernel/deviation.ts'
import { editJson } from '../kernel/spoils.ts'

const schemas = '/components/schemas'
const identity =
  '/paths/~1bookings~1{booking_id}~1check_in/post/requestBody/content/application~1json/schema/properties/identity'

/** Bodies that are judged wrongly: bounds, null, other types. */
export const defectsOfJudging = [
  // Takes any percentage off; the other kind of discount is judged.
  fault('accepts-discount-of-all', 'D50', 'create_quote', invalidAccepted, {
    edit: { at: `${schemas}/Discount/oneOf/1/properties/percent/maximum` },
  }),
  fault('accepts-card-without-token', 'D50', 'create_booking', ['negative-data-rejection'], {
    edit: { at: `${schemas}/CardPayment/required`, to: ['method'] },
  }),
  // Takes a token of any form, which is never told again.
  fault('accepts-odd-card-token', 'D50', 'create_booking', ['negative-data-rejection'], {
    edit: { at: `${schemas}/CardPayment/properties/card_token/pattern` },
  }),
  fault('accepts-long-company', 'D50', 'create_booking', invalidAccepted, {
    edit: { at: `${schemas}/InvoicePayment/properties/company/maxLength` },
  }),
  // Keeps properties that nobody knows, in the items of a list that comes by `allOf`.
  fault(
    'accepts-companion-with-more',
    'D50',
    'create_booking',
    ['negative-data-rejection', 'response-schema-conformance', 'undocumented-properties'],
    { edit: { at: `${schemas}/BookingTerms/properties/companions/items/additionalProperties` } },
  ),
  // Takes one more than the most, in one kind of preference.
  fault('accepts-sixth-level', 'D50', 'put_preference', invalidAccepted, {
    edit: { at: `${schemas}/Level/properties/level/maximum`, to: 6 },
  }),
  fault('accepts-repeated-diet', 'D50', 'put_preference', invalidAccepted, {
    edit: { at: `${schemas}/Diet/properties/avoid/uniqueItems` },
  }),
  // Does without the country in one of two proofs of identity.
  fault('accepts-card-of-nowhere', 'D50', 'check_in_booking', ['negative-data-rejection'], {
    edit: { at: `${identity}/anyOf/1/required`, to: ['card_number'] },
  }),
  // Takes the bound that is excluded, in a change and one kind of rule alone.
  fault('accepts-fee-of-nothing', 'D50', 'patch_settings', invalidAccepted, {
    edit: { at: `${schemas}/CancellationRule/oneOf/1/properties/percent/exclusiveMinimum`, to: -1 },
  }),
  fault('accepts-six-guests', 'D50', 'import_guests', invalidAccepted, {
    edit: {
      at: '/paths/~1guests~1batch/post/requestBody/content/application~1json/schema/properties/guests/maxItems',
    },
  }),
  fault('rejects-null-birthday', 'D51', 'create_guest', ['positive-data-acceptance'], {
    edit: { at: `${schemas}/GuestFields/properties/birth_date/type`, to: 'string' },
  }),
  // Takes null for a property that everybody has.
  fault('accepts-null-locale', 'D51', 'update_guest', invalidAccepted, {
    edit: {
      at: `${schemas}/GuestFields/properties/locale`,
      to: { type: ['string', 'null'], enum: ['en', 'de', 'sv', 'ja', null] },
    },
  }),
  fault('nulls-are-overlooked', 'D51', 'update_guest', patchNotMerged),
  // Keeps the word where nothing was sent.
  fault('missing-requests-are-the-word-null', 'D51', 'create_booking', textChanged),
  fault('missing-phones-are-empty', 'D51', 'get_guest', ['response-schema-conformance'], {
    spoil: editJson<{ readonly phone: string | null }>((value) => ({ ...value, phone: value.phone ?? '' })),
  }),
  fault('nights-may-be-text', 'D69', 'create_quote', ['string-coerced']),
  fault('newsletter-may-be-text', 'D69', 'create_guest', ['string-coerced']),
  fault('names-are-measured-in-utf-16', 'D69', 'create_guest', [
    'length-in-utf16',
    'positive-data-acceptance',
  ]),
  fault('requests-are-measured-in-bytes', 'D69', 'create_booking', [
    'length-in-utf16',
    'positive-data-acceptance',
  ]),
  fault('adults-are-told-as-text', 'D69', 'get_booking', ['response-schema-conformance'], {
    spoil: editJson<{ readonly adults: number }>((value) => ({ ...value, adults: String(value.adults) })),
  }),
]
