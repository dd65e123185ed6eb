import { defineDefects } from '../kernel/deviation.ts'
import { answerInstead, onlyWith, withHeader, withoutHeader, withStatus } from '../kernel/spoils.ts'
import { asCaller, booking, change, guest, quote, seeded } from './samples.ts'
import { tokens } from './read-request.ts'

const stack = [
  'Error: conflict',
  '    at assertConfirmed (/srv/app/bookings.js:218:11)',
  '    at checkIn (/srv/app/bookings.js:259:3)',
  '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
].join('\n')

/** Conditions, places, callers, errors and what else is around the bodies. */
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
      const json = {
        name: 'Pier',
        currency: 'EUR',
        city_tax_percent: 2,
        contact: { email: 'desk@harbor.example' },
      }
      await send('PUT', '/settings', { json, headers: weak })
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
    id: 'quotes-for-everybody',
    class: 'D66',
    operationId: 'create_quote',
    description: 'Does not ask who is calling.',
    expectedChecks: ['ignored-auth', 'invalid-auth'],
    edit: { at: '/paths/~1quotes/post/security', to: [] },
    probe: async (send) => void (await send('POST', '/quotes', { json: quote, anonymous: true })),
  },
  {
    id: 'any-partner-key-will-do',
    class: 'D66',
    operationId: 'get_quote',
    description: 'Looks whether there is a key in the query, and not which.',
    expectedChecks: ['invalid-auth', 'weak-credential'],
    probe: async (send) =>
      void (await send('GET', `/quotes/${seeded.quote}?api_key=none`, { anonymous: true })),
  },
  {
    id: 'first-half-of-a-token-will-do',
    class: 'D66',
    operationId: 'create_guest',
    description: 'Takes the beginning of a token for all of it.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: async (send) =>
      void (await send('POST', '/guests', { json: guest, ...asCaller(tokens.manager.slice(0, -2)) })),
  },
  {
    id: 'longer-tokens-will-do',
    class: 'D66',
    operationId: 'list_bookings',
    description: 'Takes a token with something behind it.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: async (send) => void (await send('GET', '/bookings', asCaller(`${tokens.manager}xx`))),
  },
  {
    id: 'tokens-in-any-case-will-do',
    class: 'D66',
    operationId: 'get_guest',
    description: 'Takes a token in small letters.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: async (send) =>
      void (await send('GET', `/guests/${seeded.guest}`, asCaller(tokens.manager.toLowerCase()))),
  },
  {
    id: 'any-scheme-will-do',
    class: 'D66',
    operationId: 'search_bookings',
    description: 'Takes the token under another scheme than Bearer.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: async (send) =>
      void (await send('POST', '/bookings/search', {
        json: {},
        headers: { authorization: `Basic ${tokens.manager}` },
      })),
  },
  {
    id: 'desks-change-the-settings',
    class: 'D66',
    operationId: 'put_settings',
    description: 'Does not ask for the scope that only managers have.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => {
      const json = {
        name: 'Pier',
        currency: 'EUR',
        city_tax_percent: 2,
        contact: { email: 'desk@harbor.example' },
      }
      await send('PUT', '/settings', { json, ...asCaller(tokens.desk) })
    },
  },
  {
    id: 'bookings-of-others-can-be-read',
    class: 'D66',
    operationId: 'get_booking',
    description: 'Tells a booking to the other hotel.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => void (await send('GET', `/bookings/${seeded.booking}`, asCaller(tokens.hill))),
  },
  {
    id: 'guests-of-others-can-be-changed',
    class: 'D66',
    operationId: 'update_guest',
    description: 'Lets the other hotel change a guest.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => {
      const { body, headers } = change({ name: 'Ada' })
      const hill = asCaller(tokens.hill).headers
      await send('PATCH', `/guests/${seeded.guest}`, { body, headers: { ...headers, ...hill } })
    },
  },
  {
    id: 'lists-tell-of-other-hotels',
    class: 'D66',
    operationId: 'list_guests',
    description: 'Finds guests of all hotels where a text is searched for.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => void (await send('GET', '/guests?q=guests')),
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
    probe: async (send) => void (await send('PATCH', '/settings', change({ name: '' }))),
  },
  {
    id: 'settings-without-a-tag',
    class: 'D72',
    operationId: 'put_settings',
    description: 'Leaves a header out that is promised.',
    expectedChecks: ['response-headers-conformance'],
    spoil: withoutHeader('etag'),
    probe: async (send) => {
      const json = {
        name: 'Pier',
        currency: 'EUR',
        city_tax_percent: 2,
        contact: { email: 'desk@harbor.example' },
      }
      await send('PUT', '/settings', { json })
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
