import { fault, wrongDefault } from '../kernel/deviation.ts'
import { booking, guest, seeded } from './samples.ts'

/** Values that are stored by mistake: those that only the server sets, other defaults, rejected ones, earlier ones. */
export const defectsOfKeeping = [
  fault('guest-ids-are-taken-from-requests', 'D59', 'create_guest', ['read-only-written']),
  fault('status-can-be-set', 'D59', 'update_booking', ['read-only-written']),
  // Moves the time of making with every change.
  fault('changed-guests-are-new', 'D59', 'update_guest', ['patch-merges', 'read-only-written']),
  fault('passwords-are-told', 'D59', 'create_guest', [
    'write-only-shown',
    'response-schema-conformance',
    'undocumented-properties',
  ]),
  fault('card-tokens-are-told', 'D59', 'create_booking', [
    'write-only-shown',
    'response-schema-conformance',
    'undocumented-properties',
  ]),
  fault('breakfast-by-default', 'D65', 'create_quote', wrongDefault),
  fault('one-adult-by-default', 'D65', 'create_booking', wrongDefault),
  fault('invoices-are-due-in-a-month', 'D65', 'create_booking', wrongDefault),
  // Answers with one default and keeps another.
  fault('unsaid-locales-are-read-as-german', 'D65', 'create_guest', [
    'default-differs',
    'default-not-applied',
    'read-your-write',
  ]),
  // Fails as a whole where the documented default is to skip.
  fault('imports-abort-by-default', 'D65', 'import_guests', wrongDefault, {
    probe: async (send) => {
      const guests = [guest, { ...guest, name: 'Gal' }]
      await send('POST', '/guests/batch', { json: { guests } })
    },
  }),
  fault('guests-do-not-show-up-by-default', 'D65', 'cancel_booking', wrongDefault, {
    probe: async (send) => void (await send('POST', `/bookings/${seeded.booking}/cancel`, { json: {} })),
  }),
  fault('two-keys-by-default', 'D65', 'check_in_booking', wrongDefault, {
    probe: async (send) => {
      const json = { identity: { passport: 'L4F29T1' } }
      await send('POST', `/bookings/${seeded.booking}/check_in`, { json })
    },
  }),
  // Takes another default than documented where everything is replaced.
  fault('rooms-are-ready-at-noon', 'D65', 'put_settings', [
    'default-not-applied',
    'default-differs',
    'put-replaces',
  ]),
  fault('refused-guests-are-kept', 'D71', 'create_guest', ['failed-creation-leak']),
  // Keeps the guests before the one that made all fail.
  fault('aborted-imports-stay', 'D71', 'import_guests', ['failed-creation-leak']),
  fault(
    'refused-bookings-use-the-quote',
    'D71',
    'create_booking',
    ['failed-change-side-effects', 'failed-creation-leak'],
    {
      probe: async (send) => {
        const { payment } = booking
        await send('POST', '/bookings', {
          json: { payment, quote_id: seeded.quote, guest_id: 'gst_01H8000099' },
        })
        await send('GET', `/quotes/${seeded.quote}`)
      },
    },
  ),
  fault('failed-preconditions-change-all-the-same', 'D71', 'update_booking', [
    'failed-change-side-effects',
    'conditional-request',
  ]),
  fault('keys-are-overlooked', 'D74', 'create_booking', ['idempotency-key', 'resource-identity']),
  fault('keys-go-with-any-body', 'D74', 'create_booking', [
    'idempotency-key',
    'read-your-write',
    'resource-identity',
  ]),
]
