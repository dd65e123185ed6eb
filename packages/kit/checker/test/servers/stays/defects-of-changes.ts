import { defineDefects } from '../kernel/deviation.ts'
import { change, guest, quote, seeded, settings } from './samples.ts'

/** Changes that are done by halves, and things that are there when they should not be. */
export const defectsOfChanges = defineDefects([
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
      await send('PATCH', '/settings', { json: { contact: { phone: '+46123456' } } })
      await send('PATCH', '/settings', { json: { contact: { email: 'new@harbor.example' } } })
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
])
