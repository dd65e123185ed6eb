import { fault } from '../kernel/deviation.ts'
import { answerInstead, onlyTo, onlyWith, withHeader, withoutHeader, withStatus } from '../kernel/spoils.ts'
import { seeded } from './samples.ts'

const stack = [
  'Error: conflict',
  '    at assertConfirmed (/srv/app/bookings.js:218:11)',
  '    at checkIn (/srv/app/bookings.js:259:3)',
  '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
].join('\n')

/** Conditions, places, errors and what else is around the bodies. */
export const defectsOfExchange = [
  fault('tags-of-bookings-never-change', 'D56', 'get_booking', ['conditional-request']),
  fault('preconditions-are-overlooked', 'D56', 'update_booking', ['conditional-request']),
  fault('known-tags-are-overlooked', 'D56', 'get_booking', ['conditional-request']),
  fault('any-tag-is-current', 'D56', 'get_settings', ['conditional-request']),
  fault('weak-tags-match', 'D56', 'put_settings', ['conditional-request']),
  fault('bookings-are-not-there-for-head', 'D57', null, ['head-mismatch'], {
    path: '/bookings/{booking_id}',
    spoil: onlyTo('HEAD', withStatus(404)),
  }),
  fault('settings-are-a-page-for-head', 'D57', null, ['head-mismatch'], {
    path: '/settings',
    spoil: onlyTo('HEAD', withHeader('content-type', 'text/html')),
  }),
  fault('guests-are-empty-for-head', 'D57', null, ['head-mismatch'], {
    path: '/guests',
    spoil: onlyTo('HEAD', (reply) => ({ ...reply, body: '' })),
  }),
  fault('location-of-another-guest', 'D58', 'create_guest', ['location-valid'], {
    spoil: onlyWith(201, withHeader('location', `/v1/guests/${seeded.guest}`)),
  }),
  // Names a place that leads to /v1/v1 when it is resolved.
  fault('location-below-itself', 'D58', 'create_booking', ['location-valid'], {
    spoil: (reply, request) =>
      reply.status === 201
        ? withHeader('location', (reply.headers.location ?? '').replace('/v1/', 'v1/'))(reply, request)
        : reply,
  }),
  // Names a place among the bookings.
  fault('location-of-another-kind', 'D58', 'create_quote', ['location-valid'], {
    spoil: (reply, request) =>
      reply.status === 201
        ? withHeader('location', (reply.headers.location ?? '').replace('quotes', 'bookings'))(reply, request)
        : reply,
  }),
  fault('percent-signs-crash', 'D70', 'create_guest', ['not-a-server-error']),
  fault('no-companions-crash', 'D70', 'create_booking', ['not-a-server-error']),
  // Tells one error in another shape than the document has.
  fault('missing-quotes-are-told-otherwise', 'D70', 'get_quote', ['error-body-conformance'], {
    spoil: onlyWith(404, answerInstead(404, 'application/json', '{"code":404,"reason":"Quote not found"}')),
  }),
  // Answers a status that the document does not know.
  fault('guests-with-bookings-are-locked', 'D70', 'archive_guest', ['status-code-conformance'], {
    spoil: onlyWith(409, withStatus(423)),
  }),
  fault('canceling-twice-answers-200', 'D70', 'cancel_booking', ['response-schema-conformance'], {
    spoil: onlyWith(409, withStatus(200)),
  }),
  fault('conflicts-show-their-stack', 'D70', 'check_in_booking', ['leaked-internals'], {
    spoil: onlyWith(
      409,
      answerInstead(409, 'application/json', JSON.stringify({ error: { type: 'conflict', message: stack } })),
    ),
  }),
  fault('wrong-settings-answer-nothing', 'D70', 'patch_settings', ['error-body-conformance'], {
    spoil: onlyWith(422, () => ({ status: 422, headers: {}, body: undefined })),
  }),
  fault('settings-without-a-tag', 'D72', 'put_settings', ['response-headers-conformance'], {
    spoil: withoutHeader('etag'),
  }),
  // Names an entity tag with a new booking that it never had.
  fault(
    'new-bookings-have-another-tag',
    'D72',
    'create_booking',
    ['header-mismatch', 'conditional-request'],
    { spoil: onlyWith(201, withHeader('etag', '"new"')) },
  ),
]
