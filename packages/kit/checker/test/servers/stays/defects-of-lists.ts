import { fault } from '../kernel/deviation.ts'
import { withHeader } from '../kernel/spoils.ts'
import { seeded } from './samples.ts'

/** Lists that lose, repeat or show what they should not. */
export const defectsOfLists = [
  // Lists guests who were archived among those who are there, and tells them as if they were.
  fault('lists-keep-the-archived', 'D63', 'list_guests', ['list-keeps-deleted', 'default-not-applied']),
  fault('guests-come-one-too-many', 'D64', 'list_guests', ['pagination-loses-or-repeats']),
  fault('fifty-one-guests-are-told', 'D64', 'list_guests', ['negative-data-rejection']),
  fault('next-page-skips-a-guest', 'D64', 'list_guests', ['pagination-loses-or-repeats']),
  // Begins every page anew where guests are in the order of their names.
  fault('cursors-are-overlooked-by-name', 'D64', 'list_guests', ['pagination-loses-or-repeats']),
  fault('pages-begin-with-the-last-one', 'D64', 'list_bookings', ['pagination-loses-or-repeats']),
  // Lists what has another status than the ones asked for.
  fault('statuses-are-left-out', 'D64', 'list_bookings', ['filter-not-applied']),
  fault('bookings-of-any-guest', 'D64', 'list_bookings', ['filter-not-applied']),
  // Overlooks the upper end of a range.
  fault('last-days-are-overlooked', 'D64', 'list_bookings', ['filter-not-applied']),
  fault('rooms-of-any-type', 'D64', 'search_bookings', ['filter-not-applied']),
  fault('searches-tell-all', 'D64', 'search_bookings', ['pagination-loses-or-repeats']),
  fault('twenty-guests-by-default', 'D65', 'list_guests', ['default-not-applied']),
  // Lists the archived guests, and these alone, where nothing was said.
  fault('archived-guests-by-default', 'D65', 'list_guests', ['default-not-applied', 'list-omits-created']),
  // Refuses a parameter that comes more than once.
  fault('one-status-at-a-time', 'D68', 'list_bookings', ['positive-data-acceptance']),
  // Refuses several values parted by commas.
  fault('fields-are-parted-by-spaces', 'D68', 'list_bookings', ['positive-data-acceptance']),
  fault('one-tag-is-enough', 'D68', 'list_guests', ['filter-not-applied']),
  // Does not read a range whose ends stand in brackets.
  fault('days-of-making-are-overlooked', 'D68', 'list_guests', ['filter-not-applied']),
  // Takes any text for the day in brackets.
  fault('days-of-making-may-be-words', 'D68', 'list_guests', ['negative-data-rejection']),
  fault('totals-count-the-page', 'D72', 'list_guests', ['total-mismatch', 'header-mismatch']),
  fault('totals-are-words', 'D72', 'list_bookings', ['response-headers-conformance'], {
    spoil: (reply, request) =>
      'x-total-count' in reply.headers ? withHeader('x-total-count', 'several')(reply, request) : reply,
  }),
  fault('totals-count-other-hotels', 'D72', 'list_bookings', ['total-mismatch', 'header-mismatch']),
  fault('commas-part-cells', 'D67', 'list_bookings', ['response-schema-conformance', 'text-round-trip']),
  fault('tables-are-called-json', 'D67', 'list_bookings', [
    'response-schema-conformance',
    'content-negotiation',
  ]),
  fault('accept-is-overlooked', 'D67', 'list_bookings', ['content-negotiation']),
  fault('guest-changes-of-any-type', 'D67', 'update_guest', ['content-negotiation']),
  fault(
    'searches-are-told-in-latin-1',
    'D67',
    'search_bookings',
    ['response-schema-conformance', 'text-round-trip'],
    {
      spoil: (reply) =>
        typeof reply.body === 'string'
          ? { ...reply, body: new Uint8Array(Buffer.from(reply.body, 'latin1')) }
          : reply,
      probe: async (send) => {
        await send('PATCH', `/bookings/${seeded.booking}`, { json: { special_requests: 'Ö' } })
        await send('POST', '/bookings/search', { json: {} })
      },
    },
  ),
]
