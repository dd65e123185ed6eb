import { defineDefects } from '../kernel/deviation.ts'
import { answerInstead, onlyWith, textOf, withHeader, withoutHeader, withStatus } from '../kernel/spoils.ts'
import { at, changing, course, enrollment, replacing, section, term, writing } from './samples.ts'

const trace = JSON.stringify({
  type: 'about:blank',
  title: 'SyntaxError',
  status: 400,
  detail:
    'SyntaxError: Unexpected token\n    at JSON.parse (<anonymous>)\n    at readBody (/srv/catalog/src/read-body.js:41:17)',
})

const failure = answerInstead(500, 'text/plain', 'Internal error')

/** Media types, errors and headers that are not as documented. */
export const defectsOfAnswers = defineDefects([
  {
    id: 'csv-is-not-quoted',
    class: 'D67',
    operationId: 'listSections',
    description: 'Writes a comma within a field as if it parted two.',
    expectedChecks: ['response-schema-conformance', 'text-round-trip', 'content-negotiation'],
    probe: async (send) => {
      await send('POST', at.sections, { json: { ...section, teacher: 'Noor, Li' } })
      await send('GET', at.sections, { headers: { accept: 'text/csv' } })
    },
  },
  {
    id: 'csv-is-never-told',
    class: 'D67',
    operationId: 'listSections',
    description: 'Answers 406 for a documented media type.',
    expectedChecks: ['not-acceptable-valid-accept'],
    probe: async (send) => void (await send('GET', at.sections, { headers: { accept: 'text/csv' } })),
  },
  {
    id: 'sections-are-told-to-painters',
    class: 'D67',
    operationId: 'listSections',
    description: 'Answers 200 in a media type that is not acceptable, where 406 is documented.',
    expectedChecks: ['content-negotiation'],
    spoil: onlyWith(406, () => ({
      status: 200,
      headers: { 'content-type': 'application/json', 'x-total-count': '0' },
      body: '[]',
    })),
    probe: async (send) => void (await send('GET', at.sections, { headers: { accept: 'image/png' } })),
  },
  {
    id: 'syllabus-is-trimmed',
    class: 'D67',
    operationId: 'putSyllabus',
    description: 'Drops the white space around a text.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) => {
      await send('PUT', at.syllabus, writing('  # New\n'))
      await send('GET', at.syllabus)
    },
  },
  {
    id: 'syllabus-has-other-line-ends',
    class: 'D67',
    operationId: 'putSyllabus',
    description: 'Writes its own ends of lines.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) => {
      await send('PUT', at.syllabus, writing('# New\nSets.\n'))
      await send('GET', at.syllabus)
    },
  },
  {
    id: 'syllabus-in-latin-one',
    class: 'D67',
    operationId: 'getSyllabus',
    description: 'Says UTF-8 and writes Latin-1.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) => {
      await send('PUT', at.syllabus, writing('Mengen für alle'))
      await send('GET', at.syllabus)
    },
  },
  {
    id: 'syllabus-as-html',
    class: 'D67',
    operationId: 'getSyllabus',
    description: 'Names another media type than the document.',
    expectedChecks: ['content-type-conformance'],
    spoil: onlyWith(200, withHeader('content-type', 'text/html')),
    probe: async (send) => void (await send('GET', at.syllabus)),
  },
  {
    id: 'patch-takes-plain-json',
    class: 'D67',
    operationId: 'patchCourse',
    description: 'Takes a media type that the document does not name.',
    expectedChecks: ['content-negotiation', 'negative-data-rejection'],
    probe: async (send) =>
      void (await send('PATCH', at.course, changing({ level: 2 }, { 'content-type': 'application/json' }))),
  },
  {
    id: 'empty-tags-fail',
    class: 'D70',
    operationId: 'listCourses',
    description: 'Fails on a list without items.',
    expectedChecks: ['not-a-server-error'],
    spoil: (reply, request) => (/(^|&)tags=(&|$)/.test(request.query) ? failure(reply, request) : reply),
    probe: async (send) => void (await send('GET', '/courses?tags=')),
  },
  {
    id: 'lists-for-terms-fail',
    class: 'D70',
    operationId: 'putTerm',
    description: 'Fails where a body is a list and no object.',
    expectedChecks: ['not-a-server-error'],
    spoil: (reply, request) => (textOf(request).startsWith('[') ? failure(reply, request) : reply),
    probe: async (send) => void (await send('PUT', '/terms/2027-spring', { json: [] })),
  },
  {
    id: 'stale-term-answers-423',
    class: 'D70',
    operationId: 'putTerm',
    description: 'Answers a stale tag by a status that the document does not know.',
    expectedChecks: ['status-code-conformance'],
    spoil: onlyWith(412, withStatus(423)),
    probe: async (send) => void (await send('PUT', at.term, replacing(term, { 'if-match': '"stale"' }))),
  },
  {
    id: 'missing-condition-is-told-in-json',
    class: 'D70',
    operationId: 'patchSection',
    description: 'Tells a missing condition in a media type that errors do not have.',
    expectedChecks: ['content-type-conformance', 'error-body-conformance'],
    spoil: onlyWith(428, answerInstead(428, 'application/json', '{"message":"If-Match is missing"}')),
    probe: async (send) =>
      void (await send('PATCH', at.section, {
        json: { waitlist: 1 },
        headers: { 'content-type': 'application/merge-patch+json' },
      })),
  },
  {
    id: 'closed-section-has-no-title',
    class: 'D70',
    operationId: 'putEnrollment',
    description: 'Leaves a required member out of one error.',
    expectedChecks: ['error-body-conformance'],
    spoil: onlyWith(
      409,
      answerInstead(409, 'application/problem+json', '{"type":"about:blank","status":409}'),
    ),
    probe: async (send) => {
      await send('PATCH', at.section, changing({ status: 'closed' }))
      await send('PUT', at.newEnrollment, { json: enrollment })
    },
  },
  {
    id: 'missing-enrollment-answers-200',
    class: 'D70',
    operationId: 'getEnrollment',
    description: 'Tells an error with the status of success.',
    expectedChecks: ['content-type-conformance', 'response-schema-conformance', 'use-after-delete'],
    spoil: onlyWith(404, withStatus(200)),
    probe: async (send) => void (await send('GET', at.newEnrollment)),
  },
  {
    id: 'unreadable-course-tells-a-trace',
    class: 'D70',
    operationId: 'putCourse',
    description: 'Tells where in its source it failed.',
    expectedChecks: ['leaked-internals'],
    spoil: onlyWith(400, answerInstead(400, 'application/problem+json', trace)),
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', {
        body: '{',
        headers: { 'content-type': 'application/json' },
      })),
  },
  {
    id: 'wrong-body-points-nowhere',
    class: 'D70',
    operationId: 'putCourse',
    description: 'Points into the body by names and dots, which is no JSON Pointer.',
    expectedChecks: ['error-body-conformance'],
    spoil: onlyWith(422, (reply) => ({
      ...reply,
      body: String(reply.body).replaceAll('"pointer":"/', '"pointer":"course.'),
    })),
    probe: async (send) => void (await send('PUT', '/courses/topology', { json: { ...course, level: 9 } })),
  },
  {
    id: 'sections-are-not-counted',
    class: 'D72',
    operationId: 'listSections',
    description: 'Leaves a required header out.',
    expectedChecks: ['response-headers-conformance'],
    spoil: withoutHeader('x-total-count'),
    probe: async (send) => void (await send('GET', at.sections)),
  },
  {
    id: 'terms-are-counted-from-one',
    class: 'D72',
    operationId: 'listTerms',
    description: 'Counts one more than there are.',
    expectedChecks: ['total-mismatch', 'header-mismatch'],
    spoil: (reply, request) =>
      withHeader('x-total-count', String(Number(reply.headers['x-total-count']) + 1))(reply, request),
    probe: async (send) => void (await send('GET', '/terms')),
  },
  {
    id: 'courses-changed-in-iso-time',
    class: 'D72',
    operationId: 'listCourses',
    description: 'Writes no HTTP date where one belongs.',
    expectedChecks: ['response-headers-conformance'],
    spoil: onlyWith(200, withHeader('last-modified', '2026-01-05T05:00:00Z')),
    probe: async (send) => void (await send('GET', '/courses')),
  },
  {
    id: 'tag-of-term-without-quotes',
    class: 'D72',
    operationId: 'putTerm',
    description: 'Writes a tag without its quotes.',
    expectedChecks: ['response-headers-conformance'],
    spoil: (reply, request) =>
      withHeader('etag', (reply.headers.etag ?? '"none"').slice(1, -1))(reply, request),
    probe: async (send) => void (await send('PUT', '/terms/2027-spring', { json: term })),
  },
  {
    id: 'replaced-enrollment-without-tag',
    class: 'D72',
    operationId: 'putEnrollment',
    description: 'Leaves the tag out of one of two successes.',
    expectedChecks: ['response-headers-conformance'],
    spoil: onlyWith(200, withoutHeader('etag')),
    probe: async (send) => void (await send('PUT', at.enrollment, replacing(enrollment))),
  },
  {
    id: 'links-without-brackets',
    class: 'D72',
    operationId: 'listEnrollments',
    description: 'Writes a link without the brackets around its place.',
    expectedChecks: ['response-headers-conformance'],
    spoil: (reply, request) =>
      reply.headers.link === undefined
        ? reply
        : withHeader('link', reply.headers.link.replaceAll(/[<>]/g, ''))(reply, request),
    probe: async (send) => void (await send('GET', `${at.enrollments}?per_page=1`)),
  },
  {
    id: 'syllabus-written-with-content',
    class: 'D72',
    operationId: 'putSyllabus',
    description: 'Announces content on a 204.',
    expectedChecks: ['body-on-no-content'],
    spoil: onlyWith(204, answerInstead(204, 'text/plain', 'ok')),
    probe: async (send) => void (await send('PUT', at.syllabus, writing('# New\n'))),
  },
])
