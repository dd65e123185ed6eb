import { fault, textChanged } from '../kernel/deviation.ts'
import { answerInstead, onlyWith, textOf, withHeader, withoutHeader, withStatus } from '../kernel/spoils.ts'
import { at, changing } from './samples.ts'

const trace = JSON.stringify({
  type: 'about:blank',
  title: 'SyntaxError',
  status: 400,
  detail:
    'SyntaxError: Unexpected token\n    at JSON.parse (<anonymous>)\n    at readBody (/srv/catalog/src/read-body.js:41:17)',
})

const failure = answerInstead(500, 'text/plain', 'Internal error')

/** Media types, errors and headers that are not as documented. */
export const defectsOfAnswers = [
  fault('csv-is-not-quoted', 'D67', 'listSections', [
    'response-schema-conformance',
    'text-round-trip',
    'content-negotiation',
  ]),
  // Answers 406 for a documented media type.
  fault('csv-is-never-told', 'D67', 'listSections', ['not-acceptable-valid-accept']),
  // Answers 200 in a media type that is not acceptable, where 406 is documented.
  fault('sections-are-told-to-painters', 'D67', 'listSections', ['content-negotiation'], {
    spoil: onlyWith(406, () => ({
      status: 200,
      headers: { 'content-type': 'application/json', 'x-total-count': '0' },
      body: '[]',
    })),
  }),
  fault('syllabus-is-trimmed', 'D67', 'putSyllabus', textChanged),
  fault('syllabus-has-other-line-ends', 'D67', 'putSyllabus', textChanged),
  // Says UTF-8 and writes Latin-1.
  fault('syllabus-in-latin-one', 'D67', 'getSyllabus', textChanged),
  fault('syllabus-as-html', 'D67', 'getSyllabus', ['content-type-conformance'], {
    spoil: onlyWith(200, withHeader('content-type', 'text/html')),
  }),
  fault('patch-takes-plain-json', 'D67', 'patchCourse', ['content-negotiation', 'negative-data-rejection'], {
    probe: async (send) =>
      void (await send('PATCH', at.course, changing({ level: 2 }, { 'content-type': 'application/json' }))),
  }),
  fault('empty-tags-fail', 'D70', 'listCourses', ['not-a-server-error'], {
    spoil: (reply, request) => (/(^|&)tags=(&|$)/.test(request.query) ? failure(reply, request) : reply),
    probe: async (send) => void (await send('GET', '/courses?tags=')),
  }),
  // Fails where a body is a list and no object.
  fault('lists-for-terms-fail', 'D70', 'putTerm', ['not-a-server-error'], {
    spoil: (reply, request) => (textOf(request).startsWith('[') ? failure(reply, request) : reply),
  }),
  fault('stale-term-answers-423', 'D70', 'putTerm', ['status-code-conformance'], {
    spoil: onlyWith(412, withStatus(423)),
  }),
  // Tells a missing condition in a media type that errors do not have.
  fault(
    'missing-condition-is-told-in-json',
    'D70',
    'patchSection',
    ['content-type-conformance', 'error-body-conformance'],
    {
      spoil: onlyWith(428, answerInstead(428, 'application/json', '{"message":"If-Match is missing"}')),
      probe: async (send) =>
        void (await send('PATCH', at.section, {
          json: { waitlist: 1 },
          headers: { 'content-type': 'application/merge-patch+json' },
        })),
    },
  ),
  // Leaves a required member out of one error.
  fault('closed-section-has-no-title', 'D70', 'putEnrollment', ['error-body-conformance'], {
    spoil: onlyWith(
      409,
      answerInstead(409, 'application/problem+json', '{"type":"about:blank","status":409}'),
    ),
  }),
  fault(
    'missing-enrollment-answers-200',
    'D70',
    'getEnrollment',
    ['content-type-conformance', 'response-schema-conformance', 'use-after-delete'],
    { spoil: onlyWith(404, withStatus(200)) },
  ),
  fault('unreadable-course-tells-a-trace', 'D70', 'putCourse', ['leaked-internals'], {
    spoil: onlyWith(400, answerInstead(400, 'application/problem+json', trace)),
  }),
  // Points into the body by names and dots, which is no JSON Pointer.
  fault('wrong-body-points-nowhere', 'D70', 'putCourse', ['error-body-conformance'], {
    spoil: onlyWith(422, (reply) => ({
      ...reply,
      body: String(reply.body).replaceAll('"pointer":"/', '"pointer":"course.'),
    })),
  }),
  // Leaves a required header out.
  fault('sections-are-not-counted', 'D72', 'listSections', ['response-headers-conformance'], {
    spoil: withoutHeader('x-total-count'),
  }),
  fault('terms-are-counted-from-one', 'D72', 'listTerms', ['total-mismatch', 'header-mismatch'], {
    spoil: (reply, request) =>
      withHeader('x-total-count', String(Number(reply.headers['x-total-count']) + 1))(reply, request),
  }),
  // Writes no HTTP date where one belongs.
  fault('courses-changed-in-iso-time', 'D72', 'listCourses', ['response-headers-conformance'], {
    spoil: onlyWith(200, withHeader('last-modified', '2026-01-05T05:00:00Z')),
  }),
  fault('tag-of-term-without-quotes', 'D72', 'putTerm', ['response-headers-conformance'], {
    spoil: (reply, request) =>
      withHeader('etag', (reply.headers.etag ?? '"none"').slice(1, -1))(reply, request),
  }),
  // Leaves the tag out of one of two successes.
  fault('replaced-enrollment-without-tag', 'D72', 'putEnrollment', ['response-headers-conformance'], {
    spoil: onlyWith(200, withoutHeader('etag')),
  }),
  fault('links-without-brackets', 'D72', 'listEnrollments', ['response-headers-conformance'], {
    spoil: (reply, request) =>
      reply.headers.link === undefined
        ? reply
        : withHeader('link', reply.headers.link.replaceAll(/[<>]/g, ''))(reply, request),
  }),
  fault('syllabus-written-with-content', 'D72', 'putSyllabus', ['body-on-no-content'], {
    spoil: onlyWith(204, answerInstead(204, 'text/plain', 'ok')),
  }),
]
