import { defineDefects } from '../kernel/deviation.ts'
import { booking, change, guest, quote, seeded, settings } from './samples.ts'

/** Values that are stored by mistake: those that only the server sets, other defaults, rejected ones, earlier ones. */
export const defectsOfKeeping = defineDefects([
  {
    id: 'guest-ids-are-taken-from-requests',
    class: 'D59',
    operationId: 'create_guest',
    description: 'Takes the id that the client names.',
    expectedChecks: ['read-only-written'],
    probe: async (send) => void (await send('POST', '/guests', { json: { ...guest, id: 'gst_01H8777777' } })),
  },
  {
    id: 'status-can-be-set',
    class: 'D59',
    operationId: 'update_booking',
    description: 'Takes a status that only actions may change.',
    expectedChecks: ['read-only-written'],
    probe: async (send) =>
      void (await send('PATCH', `/bookings/${seeded.booking}`, { json: { status: 'checked_in' } })),
  },
  {
    id: 'changed-guests-are-new',
    class: 'D59',
    operationId: 'update_guest',
    description: 'Moves the time of making with every change.',
    expectedChecks: ['patch-merges', 'read-only-written'],
    probe: async (send) => {
      await send('PATCH', `/guests/${seeded.guest}`, change({ name: 'Ada' }))
      await send('PATCH', `/guests/${seeded.guest}`, change({ name: 'Ida' }))
    },
  },
  {
    id: 'passwords-are-told',
    class: 'D59',
    operationId: 'create_guest',
    description: 'Tells what may only be written.',
    expectedChecks: ['write-only-shown', 'response-schema-conformance', 'undocumented-properties'],
    probe: async (send) =>
      void (await send('POST', '/guests', { json: { ...guest, password: 'correct horse' } })),
  },
  {
    id: 'card-tokens-are-told',
    class: 'D59',
    operationId: 'create_booking',
    description: 'Tells what may only be written, in one branch of a nested property.',
    expectedChecks: ['write-only-shown', 'response-schema-conformance', 'undocumented-properties'],
    probe: async (send) => {
      const payment = { method: 'card', card_token: 'tok_4f9aK2mQx7' }
      await send('POST', '/bookings', { json: { ...booking, payment } })
    },
  },
  {
    id: 'breakfast-by-default',
    class: 'D65',
    operationId: 'create_quote',
    description: 'Takes true where the documented default is false.',
    expectedChecks: ['default-not-applied', 'default-differs'],
    probe: async (send) => void (await send('POST', '/quotes', { json: quote })),
  },
  {
    id: 'one-adult-by-default',
    class: 'D65',
    operationId: 'create_booking',
    description: 'Takes another default than the same property has elsewhere.',
    expectedChecks: ['default-not-applied', 'default-differs'],
    probe: async (send) => void (await send('POST', '/bookings', { json: booking })),
  },
  {
    id: 'invoices-are-due-in-a-month',
    class: 'D65',
    operationId: 'create_booking',
    description: 'Takes another default in one branch of a nested property.',
    expectedChecks: ['default-not-applied', 'default-differs'],
    probe: async (send) =>
      void (await send('POST', '/bookings', {
        json: { ...booking, payment: { method: 'invoice', company: 'Nord' } },
      })),
  },
  {
    id: 'unsaid-locales-are-read-as-german',
    class: 'D65',
    operationId: 'create_guest',
    description: 'Answers with one default and keeps another.',
    expectedChecks: ['default-differs', 'default-not-applied', 'read-your-write'],
    probe: async (send) => {
      const made = await send('POST', '/guests', { json: guest })
      await send('GET', `/guests/${made.json.id}`)
    },
  },
  {
    id: 'imports-abort-by-default',
    class: 'D65',
    operationId: 'import_guests',
    description: 'Fails as a whole where the documented default is to skip.',
    expectedChecks: ['default-not-applied', 'default-differs'],
    probe: async (send) => {
      const guests = [guest, { ...guest, name: 'Gal' }]
      await send('POST', '/guests/batch', { json: { guests } })
    },
  },
  {
    id: 'guests-do-not-show-up-by-default',
    class: 'D65',
    operationId: 'cancel_booking',
    description: 'Takes another default than documented, of an action.',
    expectedChecks: ['default-not-applied', 'default-differs'],
    probe: async (send) => void (await send('POST', `/bookings/${seeded.booking}/cancel`, { json: {} })),
  },
  {
    id: 'two-keys-by-default',
    class: 'D65',
    operationId: 'check_in_booking',
    description: 'Takes two where the documented default is one.',
    expectedChecks: ['default-not-applied', 'default-differs'],
    probe: async (send) => {
      const json = { identity: { passport: 'L4F29T1' } }
      await send('POST', `/bookings/${seeded.booking}/check_in`, { json })
    },
  },
  {
    id: 'rooms-are-ready-at-noon',
    class: 'D65',
    operationId: 'put_settings',
    description: 'Takes another default than documented where everything is replaced.',
    expectedChecks: ['default-not-applied', 'default-differs', 'put-replaces'],
    probe: async (send) => void (await send('PUT', '/settings', { json: settings })),
  },
  {
    id: 'refused-guests-are-kept',
    class: 'D71',
    operationId: 'create_guest',
    description: 'Refuses an e-mail address that is taken and keeps the guest.',
    expectedChecks: ['failed-creation-leak'],
    probe: async (send) => {
      await send('POST', '/guests', { json: { ...guest, email: 'ada.holm@guests.example' } })
      await send('GET', '/guests')
    },
  },
  {
    id: 'aborted-imports-stay',
    class: 'D71',
    operationId: 'import_guests',
    description: 'Keeps the guests before the one that made all fail.',
    expectedChecks: ['failed-creation-leak'],
    probe: async (send) => {
      const json = { guests: [guest, { ...guest, name: 'Gal' }], on_conflict: 'abort' }
      await send('POST', '/guests/batch', { json })
      await send('GET', '/guests')
    },
  },
  {
    id: 'refused-bookings-use-the-quote',
    class: 'D71',
    operationId: 'create_booking',
    description: 'Uses a quote up for a guest whom nobody knows.',
    expectedChecks: ['failed-change-side-effects', 'failed-creation-leak'],
    probe: async (send) => {
      const { payment } = booking
      await send('POST', '/bookings', {
        json: { payment, quote_id: seeded.quote, guest_id: 'gst_01H8000099' },
      })
      await send('GET', `/quotes/${seeded.quote}`)
    },
  },
  {
    id: 'failed-preconditions-change-all-the-same',
    class: 'D71',
    operationId: 'update_booking',
    description: 'Refuses a change that was meant for another state and does it.',
    expectedChecks: ['failed-change-side-effects', 'conditional-request'],
    probe: async (send) => {
      const headers = { 'if-match': '"stale"' }
      await send('PATCH', `/bookings/${seeded.booking}`, { json: { adults: 4 }, headers })
      await send('GET', `/bookings/${seeded.booking}`)
    },
  },
  {
    id: 'keys-are-overlooked',
    class: 'D74',
    operationId: 'create_booking',
    description: 'Books a second room under the same key.',
    expectedChecks: ['idempotency-key', 'resource-identity'],
    probe: async (send) => {
      const headers = { 'idempotency-key': 'key-00000001' }
      await send('POST', '/bookings', { json: booking, headers })
      await send('POST', '/bookings', { json: booking, headers })
    },
  },
  {
    id: 'keys-go-with-any-body',
    class: 'D74',
    operationId: 'create_booking',
    description: 'Answers another body under the same key with the booking from before.',
    expectedChecks: ['idempotency-key', 'read-your-write', 'resource-identity'],
    probe: async (send) => {
      const headers = { 'idempotency-key': 'key-00000001' }
      await send('POST', '/bookings', { json: booking, headers })
      await send('POST', '/bookings', { json: { ...booking, nights: 5 }, headers })
    },
  },
])
