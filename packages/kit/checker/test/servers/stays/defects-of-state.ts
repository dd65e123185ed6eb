import { defineDefects } from '../kernel/deviation.ts'
import { booking, change, guest, quote, seeded } from './samples.ts'

const settings = {
  name: 'Pier',
  currency: 'EUR',
  city_tax_percent: 2,
  contact: { email: 'desk@harbor.example' },
}

/** Changes that are not done, done by halves, or done where they should not be. */
export const defectsOfState = defineDefects([
  {
    id: 'changes-empty-the-tags',
    class: 'D53',
    operationId: 'update_guest',
    description: 'Empties what a change does not name.',
    expectedChecks: ['patch-merges'],
    probe: async (send) => void (await send('PATCH', `/guests/${seeded.guest}`, change({ name: 'Ada' }))),
  },
  {
    id: 'addresses-are-replaced-whole',
    class: 'D53',
    operationId: 'update_guest',
    description: 'Loses the parts of an object that a change of another part does not name.',
    expectedChecks: ['patch-merges'],
    probe: async (send) => {
      await send('PATCH', `/guests/${seeded.guest}`, change({ address: { street: 'Kaj 1', city: 'Ystad' } }))
      await send('PATCH', `/guests/${seeded.guest}`, change({ address: { city: 'Visby' } }))
    },
  },
  {
    id: 'false-is-overlooked',
    class: 'D53',
    operationId: 'update_guest',
    description: 'Does not apply what is false.',
    expectedChecks: ['read-your-write', 'patch-merges'],
    probe: async (send) => {
      await send('PATCH', `/guests/${seeded.guest}`, change({ newsletter: true }))
      await send('PATCH', `/guests/${seeded.guest}`, change({ newsletter: false }))
    },
  },
  {
    id: 'changes-are-told-late',
    class: 'D53',
    operationId: 'update_guest',
    description: 'Answers a change with what was before it.',
    expectedChecks: ['read-your-write'],
    probe: async (send) => void (await send('PATCH', `/guests/${seeded.guest}`, change({ name: 'Ada' }))),
  },
  {
    id: 'companions-pile-up',
    class: 'D53',
    operationId: 'update_booking',
    description: 'Adds to a list what should replace it.',
    expectedChecks: ['read-your-write', 'patch-merges'],
    probe: async (send) => {
      await send('PATCH', `/bookings/${seeded.booking}`, { json: { companions: [{ name: 'Pia' }] } })
      await send('PATCH', `/bookings/${seeded.booking}`, { json: { companions: [{ name: 'Ruth' }] } })
    },
  },
  {
    id: 'new-adults-are-not-kept',
    class: 'D53',
    operationId: 'update_booking',
    description: 'Tells the new value and keeps the old one.',
    expectedChecks: ['read-your-write'],
    probe: async (send) => {
      await send('PATCH', `/bookings/${seeded.booking}`, { json: { adults: 1 } })
      await send('GET', `/bookings/${seeded.booking}`)
    },
  },
  {
    id: 'contacts-are-replaced',
    class: 'D53',
    operationId: 'patch_settings',
    description: 'Loses the phone of a contact whose other half is changed; the rest is merged.',
    expectedChecks: ['patch-merges'],
    probe: async (send) => {
      await send('PATCH', '/settings', change({ contact: { phone: '+46123456' } }))
      await send('PATCH', '/settings', change({ contact: { email: 'new@harbor.example' } }))
    },
  },
  {
    id: 'websites-cannot-be-dropped',
    class: 'D54',
    operationId: 'put_settings',
    description: 'Keeps an optional property that the new settings leave out.',
    expectedChecks: ['put-replaces'],
    probe: async (send) => void (await send('PUT', '/settings', { json: settings })),
  },
  {
    id: 'remarks-are-kept',
    class: 'D54',
    operationId: 'put_preference',
    description: 'Keeps a remark about another kind of preference.',
    expectedChecks: ['put-replaces'],
    probe: async (send) => {
      const path = `/guests/${seeded.guest}/preferences/room`
      await send('PUT', path, { json: { kind: 'wish', text: 'Quiet', remark: 'Asked twice' } })
      await send('PUT', path, { json: { kind: 'level', level: 3 } })
    },
  },
  {
    id: 'diets-pile-up',
    class: 'D54',
    operationId: 'put_preference',
    description: 'Adds to a list what should replace it, at each repetition.',
    expectedChecks: ['put-idempotent', 'put-replaces', 'read-your-write', 'response-schema-conformance'],
    probe: async (send) => {
      const path = `/guests/${seeded.guest}/preferences/table`
      await send('PUT', path, { json: { kind: 'diet', avoid: ['nuts'] } })
      await send('PUT', path, { json: { kind: 'diet', avoid: ['milk'] } })
    },
  },
  {
    id: 'preferences-are-always-new',
    class: 'D54',
    operationId: 'put_preference',
    description: 'Answers 201 for what was there before.',
    expectedChecks: ['repeated-put-created'],
    probe: async (send) => {
      const path = `/guests/${seeded.guest}/preferences/room`
      await send('PUT', path, { json: { kind: 'level', level: 3 } })
      await send('PUT', path, { json: { kind: 'level', level: 3 } })
    },
  },
  {
    id: 'preferences-are-everybodys',
    class: 'D55',
    operationId: 'get_preference',
    description: 'Tells under one guest what was noted of another.',
    expectedChecks: ['child-under-wrong-parent'],
    probe: async (send) => {
      await send('PUT', `/guests/${seeded.guest}/preferences/room`, { json: { kind: 'level', level: 3 } })
      await send('GET', `/guests/${seeded.freeGuest}/preferences/room`)
    },
  },
  {
    id: 'preferences-outlive-guests',
    class: 'D55',
    operationId: 'get_preference',
    description: 'Tells what was noted of a guest who is not there any more.',
    expectedChecks: ['child-outlives-parent'],
    probe: async (send) => {
      const path = `/guests/${seeded.freeGuest}`
      await send('PUT', `${path}/preferences/room`, { json: { kind: 'level', level: 3 } })
      await send('DELETE', path)
      await send('GET', `${path}/preferences/room`)
    },
  },
  {
    id: 'preferences-of-nobody',
    class: 'D55',
    operationId: 'put_preference',
    description: 'Notes what a guest prefers whom nobody knows.',
    expectedChecks: ['child-outlives-parent', 'child-under-wrong-parent'],
    probe: async (send) =>
      void (await send('PUT', '/guests/gst_01H8000099/preferences/room', {
        json: { kind: 'level', level: 3 },
      })),
  },
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
    id: 'guest-ids-come-again',
    class: 'D62',
    operationId: 'create_guest',
    description: 'Gives the id of the newest guest, who was archived, to the next one.',
    expectedChecks: ['id-reused', 'resource-identity'],
    probe: async (send) => {
      const made = await send('POST', '/guests', { json: guest })
      await send('DELETE', `/guests/${made.json.id}`)
      await send('POST', '/guests', { json: guest })
    },
  },
  {
    id: 'quote-ids-follow-the-nights',
    class: 'D62',
    operationId: 'create_quote',
    description: 'Gives one id to all quotes of the same length.',
    expectedChecks: ['resource-identity', 'id-reused'],
    probe: async (send) => {
      await send('POST', '/quotes', { json: quote })
      await send('POST', '/quotes', { json: { ...quote, room_type: 'suite' } })
    },
  },
  {
    id: 'archived-guests-stay',
    class: 'D63',
    operationId: 'archive_guest',
    description: 'Says that a guest was archived and does nothing.',
    expectedChecks: ['use-after-delete', 'list-keeps-deleted'],
    probe: async (send) => {
      await send('DELETE', `/guests/${seeded.freeGuest}`)
      await send('GET', `/guests/${seeded.freeGuest}`)
    },
  },
  {
    id: 'changes-bring-guests-back',
    class: 'D63',
    operationId: 'update_guest',
    description: 'Changes a guest who was archived, who is there again afterwards.',
    expectedChecks: ['use-after-delete'],
    probe: async (send) => {
      await send('DELETE', `/guests/${seeded.freeGuest}`)
      await send('PATCH', `/guests/${seeded.freeGuest}`, change({ name: 'Ben' }))
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
    id: 'check-ins-are-forgotten',
    class: 'D73',
    operationId: 'check_in_booking',
    description: 'Tells the new state and falls back to the one before.',
    expectedChecks: ['read-your-write'],
    probe: async (send) => {
      const json = { identity: { passport: 'L4F29T1' } }
      await send('POST', `/bookings/${seeded.booking}/check_in`, { json })
      await send('GET', `/bookings/${seeded.booking}`)
    },
  },
  {
    id: 'keys-are-overlooked',
    class: 'D74',
    operationId: 'create_booking',
    description: 'Books a second room under the same key.',
    expectedChecks: ['resource-identity'],
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
    expectedChecks: ['read-your-write', 'resource-identity'],
    probe: async (send) => {
      const headers = { 'idempotency-key': 'key-00000001' }
      await send('POST', '/bookings', { json: booking, headers })
      await send('POST', '/bookings', { json: { ...booking, nights: 5 }, headers })
    },
  },
])
