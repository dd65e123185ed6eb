import { defineDefects } from '../kernel/deviation.ts'
import { answerInstead, onlyWith, withHeader, withoutHeader, withStatus } from '../kernel/spoils.ts'
import { booking, guest, quote, seeded, settings } from './samples.ts'

const stack = [
  'Error: conflict',
  '    at assertConfirmed (/srv/app/bookings.js:218:11)',
  '    at checkIn (/srv/app/bookings.js:259:3)',
  '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
].join('\n')

/** Conditions, places, errors and what else is around the bodies. */
export const defectsOfExchange = defineDefects([
  {
    id: 'tags-of-bookings-never-change',
    class: 'D56',
    operationId: 'get_booking',
    description: 'Gives one entity tag for good, whatever changes.',
    expectedChecks: ['conditional-request'],
    probe: async (send) => {
      const { headers } = await send('GET', `/bookings/${seeded.booking}`)
      await send('PATCH', `/bookings/${seeded.booking}`, { json: { adults: 4 } })
      const known = { 'if-none-match': headers.get('etag') ?? '' }
      await send('GET', `/bookings/${seeded.booking}`, { headers: known })
    },
  },
  {
    id: 'preconditions-are-overlooked',
    class: 'D56',
    operationId: 'update_booking',
    description: 'Changes a booking whatever state the client had in mind.',
    expectedChecks: ['conditional-request'],
    probe: async (send) =>
      void (await send('PATCH', `/bookings/${seeded.booking}`, {
        json: { adults: 4 },
        headers: { 'if-match': '"stale"' },
      })),
  },
  {
    id: 'known-tags-are-overlooked',
    class: 'D56',
    operationId: 'get_booking',
    description: 'Tells everything again where 304 is promised.',
    expectedChecks: ['conditional-request'],
    probe: async (send) => {
      const { headers } = await send('GET', `/bookings/${seeded.booking}`)
      const known = { 'if-none-match': headers.get('etag') ?? '' }
      await send('GET', `/bookings/${seeded.booking}`, { headers: known })
    },
  },
  {
    id: 'any-tag-is-current',
    class: 'D56',
    operationId: 'get_settings',
    description: 'Answers 304 to every entity tag.',
    expectedChecks: ['conditional-request'],
    probe: async (send) => void (await send('GET', '/settings', { headers: { 'if-none-match': '"stale"' } })),
  },
  {
    id: 'weak-tags-match',
    class: 'D56',
    operationId: 'put_settings',
    description: 'Compares weakly where a change depends on it.',
    expectedChecks: ['conditional-request'],
    probe: async (send) => {
      const { headers } = await send('GET', '/settings')
      const weak = { 'if-match': `W/${headers.get('etag')}` }
      await send('PUT', '/settings', { json: settings, headers: weak })
    },
  },
  {
    id: 'bookings-are-not-there-for-head',
    class: 'D57',
    operationId: null,
    path: '/bookings/{booking_id}',
    description: 'Answers 404 on HEAD for what GET tells.',
    expectedChecks: ['head-mismatch'],
    spoil: (reply, request) => (request.method === 'HEAD' ? { ...reply, status: 404 } : reply),
    probe: async (send) => void (await send('HEAD', `/bookings/${seeded.booking}`)),
  },
  {
    id: 'settings-are-a-page-for-head',
    class: 'D57',
    operationId: null,
    path: '/settings',
    description: 'Names another media type on HEAD than on GET.',
    expectedChecks: ['head-mismatch'],
    spoil: (reply, request) =>
      request.method === 'HEAD' ? withHeader('content-type', 'text/html')(reply, request) : reply,
    probe: async (send) => void (await send('HEAD', '/settings')),
  },
  {
    id: 'guests-are-empty-for-head',
    class: 'D57',
    operationId: null,
    path: '/guests',
    description: 'Announces no content on HEAD where GET has some.',
    expectedChecks: ['head-mismatch'],
    spoil: (reply, request) => (request.method === 'HEAD' ? { ...reply, body: '' } : reply),
    probe: async (send) => void (await send('HEAD', '/guests')),
  },
  {
    id: 'location-of-another-guest',
    class: 'D58',
    operationId: 'create_guest',
    description: 'Names the place of the guest made before.',
    expectedChecks: ['location-valid'],
    spoil: onlyWith(201, withHeader('location', `/v1/guests/${seeded.guest}`)),
    probe: async (send) => void (await send('POST', '/guests', { json: guest })),
  },
  {
    id: 'location-below-itself',
    class: 'D58',
    operationId: 'create_booking',
    description: 'Names a place that leads to /v1/v1 when it is resolved.',
    expectedChecks: ['location-valid'],
    spoil: (reply, request) =>
      reply.status === 201
        ? withHeader('location', (reply.headers.location ?? '').replace('/v1/', 'v1/'))(reply, request)
        : reply,
    probe: async (send) => void (await send('POST', '/bookings', { json: booking })),
  },
  {
    id: 'location-of-another-kind',
    class: 'D58',
    operationId: 'create_quote',
    description: 'Names a place among the bookings.',
    expectedChecks: ['location-valid'],
    spoil: (reply, request) =>
      reply.status === 201
        ? withHeader('location', (reply.headers.location ?? '').replace('quotes', 'bookings'))(reply, request)
        : reply,
    probe: async (send) => void (await send('POST', '/quotes', { json: quote })),
  },
  {
    id: 'percent-signs-crash',
    class: 'D70',
    operationId: 'create_guest',
    description: 'Fails on a name with a percent sign.',
    expectedChecks: ['not-a-server-error'],
    probe: async (send) => void (await send('POST', '/guests', { json: { ...guest, name: '100 %' } })),
  },
  {
    id: 'no-companions-crash',
    class: 'D70',
    operationId: 'create_booking',
    description: 'Fails on an empty list.',
    expectedChecks: ['not-a-server-error'],
    probe: async (send) => void (await send('POST', '/bookings', { json: { ...booking, companions: [] } })),
  },
  {
    id: 'missing-quotes-are-told-otherwise',
    class: 'D70',
    operationId: 'get_quote',
    description: 'Tells one error in another shape than the document has.',
    expectedChecks: ['error-body-conformance'],
    spoil: onlyWith(404, answerInstead(404, 'application/json', '{"code":404,"reason":"Quote not found"}')),
    probe: async (send) => void (await send('GET', '/quotes/qte_01H8000099')),
  },
  {
    id: 'guests-with-bookings-are-locked',
    class: 'D70',
    operationId: 'archive_guest',
    description: 'Answers a status that the document does not know.',
    expectedChecks: ['status-code-conformance'],
    spoil: onlyWith(409, withStatus(423)),
    probe: async (send) => void (await send('DELETE', `/guests/${seeded.guest}`)),
  },
  {
    id: 'canceling-twice-answers-200',
    class: 'D70',
    operationId: 'cancel_booking',
    description: 'Answers an error as a success.',
    expectedChecks: ['response-schema-conformance'],
    spoil: onlyWith(409, withStatus(200)),
    probe: async (send) =>
      void (await send('POST', `/bookings/${seeded.canceledBooking}/cancel`, { json: {} })),
  },
  {
    id: 'conflicts-show-their-stack',
    class: 'D70',
    operationId: 'check_in_booking',
    description: 'Tells where in the code it failed.',
    expectedChecks: ['leaked-internals'],
    spoil: onlyWith(
      409,
      answerInstead(409, 'application/json', JSON.stringify({ error: { type: 'conflict', message: stack } })),
    ),
    probe: async (send) => {
      const json = { identity: { passport: 'L4F29T1' } }
      await send('POST', `/bookings/${seeded.canceledBooking}/check_in`, { json })
    },
  },
  {
    id: 'wrong-settings-answer-nothing',
    class: 'D70',
    operationId: 'patch_settings',
    description: 'Refuses a body without saying anything, though an error is documented.',
    expectedChecks: ['error-body-conformance'],
    spoil: onlyWith(422, () => ({ status: 422, headers: {}, body: undefined })),
    probe: async (send) => void (await send('PATCH', '/settings', { json: { name: '' } })),
  },
  {
    id: 'settings-without-a-tag',
    class: 'D72',
    operationId: 'put_settings',
    description: 'Leaves a header out that is promised.',
    expectedChecks: ['response-headers-conformance'],
    spoil: withoutHeader('etag'),
    probe: async (send) => {
      await send('PUT', '/settings', { json: settings })
    },
  },
  {
    id: 'new-bookings-have-another-tag',
    class: 'D72',
    operationId: 'create_booking',
    description: 'Names an entity tag with a new booking that it never had.',
    expectedChecks: ['header-mismatch', 'conditional-request'],
    spoil: onlyWith(201, withHeader('etag', '"new"')),
    probe: async (send) => void (await send('POST', '/bookings', { json: booking })),
  },
])
