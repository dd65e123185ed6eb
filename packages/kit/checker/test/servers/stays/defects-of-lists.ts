import { defineDefects } from '../kernel/deviation.ts'
import { withHeader } from '../kernel/spoils.ts'
import { change, guest, seeded } from './samples.ts'

/** Lists that lose, repeat or show what they should not. */
export const defectsOfLists = defineDefects([
  {
    id: 'lists-keep-the-archived',
    class: 'D63',
    operationId: 'list_guests',
    description: 'Lists guests who were archived among those who are there, and tells them as if they were.',
    expectedChecks: ['list-keeps-deleted', 'default-not-applied'],
    probe: async (send) => {
      await send('DELETE', `/guests/${seeded.freeGuest}`)
      await send('GET', '/guests')
    },
  },
  {
    id: 'guests-come-one-too-many',
    class: 'D64',
    operationId: 'list_guests',
    description: 'Has one guest more on a page than was asked for.',
    expectedChecks: ['pagination-loses-or-repeats'],
    probe: async (send) => void (await send('GET', '/guests?limit=2')),
  },
  {
    id: 'fifty-one-guests-are-told',
    class: 'D64',
    operationId: 'list_guests',
    description: 'Takes a limit above the greatest.',
    expectedChecks: ['negative-data-rejection'],
    probe: async (send) => void (await send('GET', '/guests?limit=51')),
  },
  {
    id: 'next-page-skips-a-guest',
    class: 'D64',
    operationId: 'list_guests',
    description: 'Points behind the first guest of the next page.',
    expectedChecks: ['pagination-loses-or-repeats'],
    probe: async (send) => void (await send('GET', '/guests?limit=2')),
  },
  {
    id: 'cursors-are-overlooked-by-name',
    class: 'D64',
    operationId: 'list_guests',
    description: 'Begins every page anew where guests are in the order of their names.',
    expectedChecks: ['pagination-loses-or-repeats'],
    probe: async (send) => void (await send('GET', `/guests?sort=name&starting_after=${seeded.guest}`)),
  },
  {
    id: 'pages-begin-with-the-last-one',
    class: 'D64',
    operationId: 'list_bookings',
    description: 'Repeats the booking behind which a page should begin.',
    expectedChecks: ['pagination-loses-or-repeats'],
    probe: async (send) => void (await send('GET', `/bookings?limit=1&starting_after=${seeded.booking}`)),
  },
  {
    id: 'statuses-are-left-out',
    class: 'D64',
    operationId: 'list_bookings',
    description: 'Lists what has another status than the ones asked for.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/bookings?status=canceled')),
  },
  {
    id: 'bookings-of-any-guest',
    class: 'D64',
    operationId: 'list_bookings',
    description: 'Overlooks whose bookings are wanted.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', `/bookings?guest_id=${seeded.guest}`)),
  },
  {
    id: 'last-days-are-overlooked',
    class: 'D64',
    operationId: 'list_bookings',
    description: 'Overlooks the upper end of a range.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/bookings?check_in_to=2026-04-01')),
  },
  {
    id: 'rooms-of-any-type',
    class: 'D64',
    operationId: 'search_bookings',
    description: 'Overlooks one part of a search.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('POST', '/bookings/search', { json: { room_type: 'suite' } })),
  },
  {
    id: 'searches-tell-all',
    class: 'D64',
    operationId: 'search_bookings',
    description: 'Tells everything that was found, whatever the limit in the body.',
    expectedChecks: ['pagination-loses-or-repeats'],
    probe: async (send) => void (await send('POST', '/bookings/search', { json: { limit: 1 } })),
  },
  {
    id: 'twenty-guests-by-default',
    class: 'D65',
    operationId: 'list_guests',
    description: 'Has twice as many guests on a page as the document promises.',
    expectedChecks: ['default-not-applied'],
    probe: async (send) => {
      for (const at of [1, 2, 3, 4, 5, 6, 7])
        await send('POST', '/guests', { json: { ...guest, email: `g${at}@guests.example` } })
      await send('GET', '/guests')
    },
  },
  {
    id: 'archived-guests-by-default',
    class: 'D65',
    operationId: 'list_guests',
    description: 'Lists the archived guests, and these alone, where nothing was said.',
    expectedChecks: ['default-not-applied', 'list-omits-created'],
    probe: async (send) => void (await send('GET', '/guests')),
  },
  {
    id: 'one-status-at-a-time',
    class: 'D68',
    operationId: 'list_bookings',
    description: 'Refuses a parameter that comes more than once.',
    expectedChecks: ['positive-data-acceptance'],
    probe: async (send) => void (await send('GET', '/bookings?status=canceled&status=confirmed')),
  },
  {
    id: 'fields-are-parted-by-spaces',
    class: 'D68',
    operationId: 'list_bookings',
    description: 'Refuses several values parted by commas.',
    expectedChecks: ['positive-data-acceptance'],
    probe: async (send) => void (await send('GET', '/bookings?fields=id,status')),
  },
  {
    id: 'one-tag-is-enough',
    class: 'D68',
    operationId: 'list_guests',
    description: 'Reads the first of several values alone.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/guests?tags=regular,vegan')),
  },
  {
    id: 'days-of-making-are-overlooked',
    class: 'D68',
    operationId: 'list_guests',
    description: 'Does not read a range whose ends stand in brackets.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/guests?created[from]=2027-01-01')),
  },
  {
    id: 'days-of-making-may-be-words',
    class: 'D68',
    operationId: 'list_guests',
    description: 'Takes any text for the day in brackets.',
    expectedChecks: ['negative-data-rejection'],
    probe: async (send) => void (await send('GET', '/guests?created[from]=monday')),
  },
  {
    id: 'totals-count-the-page',
    class: 'D72',
    operationId: 'list_guests',
    description: 'Counts the guests of the page in place of all.',
    expectedChecks: ['total-mismatch', 'header-mismatch'],
    probe: async (send) => void (await send('GET', '/guests?limit=1')),
  },
  {
    id: 'totals-are-words',
    class: 'D72',
    operationId: 'list_bookings',
    description: 'Tells a word in a header that is a number.',
    expectedChecks: ['response-headers-conformance'],
    spoil: (reply, request) =>
      'x-total-count' in reply.headers ? withHeader('x-total-count', 'several')(reply, request) : reply,
    probe: async (send) => void (await send('GET', '/bookings')),
  },
  {
    id: 'totals-count-other-hotels',
    class: 'D72',
    operationId: 'list_bookings',
    description: 'Counts the bookings of all hotels.',
    expectedChecks: ['total-mismatch', 'header-mismatch'],
    probe: async (send) => void (await send('GET', '/bookings')),
  },
  {
    id: 'commas-part-cells',
    class: 'D67',
    operationId: 'list_bookings',
    description: 'Writes a table whose cells are not quoted where they hold commas.',
    expectedChecks: ['response-schema-conformance', 'text-round-trip'],
    probe: async (send) => void (await send('GET', '/bookings', { headers: { accept: 'text/csv' } })),
  },
  {
    id: 'tables-are-called-json',
    class: 'D67',
    operationId: 'list_bookings',
    description: 'Writes a table and calls it JSON.',
    expectedChecks: ['response-schema-conformance', 'content-negotiation'],
    probe: async (send) => void (await send('GET', '/bookings', { headers: { accept: 'text/csv' } })),
  },
  {
    id: 'accept-is-overlooked',
    class: 'D67',
    operationId: 'list_bookings',
    description: 'Answers JSON to those who do not take it, though 406 is promised.',
    expectedChecks: ['content-negotiation'],
    probe: async (send) => void (await send('GET', '/bookings', { headers: { accept: 'image/png' } })),
  },
  {
    id: 'guest-changes-of-any-type',
    class: 'D67',
    operationId: 'update_guest',
    description: 'Reads a body of any media type as JSON.',
    expectedChecks: ['content-negotiation'],
    probe: async (send) =>
      void (await send('PATCH', `/guests/${seeded.guest}`, {
        ...change({ name: 'Ada' }),
        headers: { 'content-type': 'text/plain' },
      })),
  },
  {
    id: 'searches-are-told-in-latin-1',
    class: 'D67',
    operationId: 'search_bookings',
    description: 'Writes JSON in an encoding that is not UTF-8.',
    expectedChecks: ['response-schema-conformance', 'text-round-trip'],
    spoil: (reply) =>
      typeof reply.body === 'string'
        ? { ...reply, body: new Uint8Array(Buffer.from(reply.body, 'latin1')) }
        : reply,
    probe: async (send) => {
      await send('PATCH', `/bookings/${seeded.booking}`, { json: { special_requests: 'Ö' } })
      await send('POST', '/bookings/search', { json: {} })
    },
  },
])
