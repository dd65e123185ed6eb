import { defineDefects } from '../kernel/deviation.ts'
import type { ProbeClient } from '../kernel/probe-client.ts'
import { onlyWith, withHeader, withoutHeader, withStatus, type Spoil } from '../kernel/spoils.ts'
import { at, changing, course, enrollment, replacing, section, term } from './samples.ts'

const tagOf = async (send: ProbeClient, target: string): Promise<string> =>
  (await send('GET', target)).headers.get('etag') ?? ''

const onlyForHead =
  (spoil: Spoil): Spoil =>
  (reply, request) =>
    request.method === 'HEAD' ? spoil(reply, request) : reply

/** Ignored conditions, rejected writes that take effect, HEAD, places and repeated keys. */
export const defectsOfConditions = defineDefects([
  {
    id: 'tag-of-course-outlives-changes',
    class: 'D56',
    operationId: 'patchCourse',
    description: 'Tells the same tag after a change.',
    expectedChecks: ['conditional-request'],
    probe: async (send) => {
      await send('PATCH', at.course, changing({ level: 2 }))
      await send('PATCH', at.course, changing({ level: 3 }))
    },
  },
  {
    id: 'tag-of-section-overlooks-seats',
    class: 'D56',
    operationId: 'getSection',
    description: 'Tells the same tag although a counted member has changed with another resource.',
    expectedChecks: ['conditional-request'],
    probe: async (send) => {
      await send('PUT', at.newEnrollment, { json: enrollment })
      await send('GET', at.section)
    },
  },
  {
    id: 'change-overlooks-stale-tags',
    class: 'D56',
    operationId: 'patchCourse',
    description: 'Changes what is not what the caller saw.',
    expectedChecks: ['conditional-request', 'missing-required-header'],
    probe: async (send) =>
      void (await send('PATCH', at.course, changing({ level: 2 }, { 'if-match': '"stale"' }))),
  },
  {
    id: 'sections-go-unconditionally',
    class: 'D56',
    operationId: 'deleteSection',
    description: 'Deletes without the condition that is required.',
    expectedChecks: ['missing-required-header', 'conditional-request'],
    probe: async (send) => void (await send('DELETE', at.section)),
  },
  {
    id: 'course-is-always-told',
    class: 'D56',
    operationId: 'getCourse',
    description: 'Never answers 304.',
    expectedChecks: ['conditional-request'],
    probe: async (send) => {
      const headers = { 'if-none-match': await tagOf(send, at.course) }
      await send('GET', at.course, { headers })
    },
  },
  {
    id: 'get-reads-first-tag-only',
    class: 'D56',
    operationId: 'getTerm',
    description: 'Overlooks every tag behind the first.',
    expectedChecks: ['conditional-request'],
    probe: async (send) => {
      const headers = { 'if-none-match': `"other", ${await tagOf(send, at.term)}` }
      await send('GET', at.term, { headers })
    },
  },
  {
    id: 'unchanged-term-with-content',
    class: 'D56',
    operationId: 'getTerm',
    description: 'Announces content on a 304.',
    expectedChecks: ['body-on-no-content'],
    spoil: onlyWith(304, (reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-type': 'application/json' },
      body: '{"term":"2026-fall"}',
    })),
    probe: async (send) => {
      const headers = { 'if-none-match': await tagOf(send, at.term) }
      await send('GET', at.term, { headers })
    },
  },
  {
    id: 'create-only-replaces',
    class: 'D56',
    operationId: 'putCourse',
    description: 'Replaces what is there when it is only to create.',
    expectedChecks: ['conditional-request'],
    probe: async (send) =>
      void (await send('PUT', at.course, { json: course, headers: { 'if-none-match': '*' } })),
  },
  {
    id: 'weak-tags-are-matched',
    class: 'D56',
    operationId: 'patchSection',
    description: 'Compares weakly where the comparison is to be strong (RFC 9110 13.1.1).',
    expectedChecks: ['conditional-request'],
    probe: async (send) => {
      const tag = `W/${await tagOf(send, at.section)}`
      await send('PATCH', at.section, changing({ waitlist: 2 }, { 'if-match': tag }))
    },
  },
  {
    id: 'first-tag-only-is-matched',
    class: 'D56',
    operationId: 'putTerm',
    description: 'Overlooks every tag behind the first, and refuses a replacement that is right.',
    expectedChecks: ['conditional-request', 'positive-data-acceptance'],
    probe: async (send) => {
      const tag = `"other", ${await tagOf(send, at.term)}`
      await send('PUT', at.term, replacing(term, { 'if-match': tag }))
    },
  },
  {
    id: 'list-is-unmodified-the-wrong-way',
    class: 'D56',
    operationId: 'listCourses',
    description: 'Answers 304 to those who have seen less, and to them alone.',
    expectedChecks: ['conditional-request'],
    probe: async (send) => {
      const headers = { 'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' }
      await send('GET', '/courses', { headers })
    },
  },
  {
    id: 'unchanged-section-without-tag',
    class: 'D56',
    operationId: 'getSection',
    description: 'Leaves the tag out of a 304 (RFC 9110 15.4.5).',
    expectedChecks: ['response-headers-conformance', 'conditional-request'],
    spoil: onlyWith(304, withoutHeader('etag')),
    probe: async (send) => {
      const headers = { 'if-none-match': await tagOf(send, at.section) }
      await send('GET', at.section, { headers })
    },
  },
  {
    id: 'head-of-course-has-another-tag',
    class: 'D57',
    operationId: null,
    path: '/courses/{slug}',
    description: 'Tells another tag to HEAD than to GET.',
    expectedChecks: ['head-mismatch'],
    spoil: onlyForHead(onlyWith(200, withHeader('etag', '"head"'))),
    probe: async (send) => void (await send('HEAD', at.course)),
  },
  {
    id: 'head-of-syllabus-is-not-there',
    class: 'D57',
    operationId: null,
    path: '/courses/{slug}/syllabus',
    description: 'Answers 404 to HEAD.',
    expectedChecks: ['head-mismatch'],
    spoil: onlyForHead(withStatus(404)),
    probe: async (send) => void (await send('HEAD', at.syllabus)),
  },
  {
    id: 'head-of-sections-counts-nothing',
    class: 'D57',
    operationId: null,
    path: '/terms/{term}/courses/{slug}/sections',
    description: 'Counts none for HEAD since it looks for none.',
    expectedChecks: ['head-mismatch'],
    spoil: onlyForHead(onlyWith(200, withHeader('x-total-count', '0'))),
    probe: async (send) => void (await send('HEAD', at.sections)),
  },
  {
    id: 'head-of-enrollment-is-empty',
    class: 'D57',
    operationId: null,
    path: '/terms/{term}/courses/{slug}/sections/{number}/enrollments/{studentId}',
    description: 'Says to HEAD that the content has no length.',
    expectedChecks: ['head-mismatch'],
    spoil: onlyForHead(onlyWith(200, (reply) => ({ ...reply, body: '' }))),
    probe: async (send) => void (await send('HEAD', at.enrollment)),
  },
  {
    id: 'location-names-the-next-section',
    class: 'D58',
    operationId: 'createSection',
    description: 'Leads to the section that will be opened next.',
    expectedChecks: ['location-valid', 'created-resource-unavailable'],
    probe: async (send) => void (await send('POST', at.sections, { json: section })),
  },
  {
    id: 'new-course-is-elsewhere',
    class: 'D58',
    operationId: 'putCourse',
    description: 'Leads to the list and not to what was created.',
    expectedChecks: ['location-valid'],
    probe: async (send) => void (await send('PUT', '/courses/topology', { json: course })),
  },
  {
    id: 'location-forgets-the-base-path',
    class: 'D58',
    operationId: 'putEnrollment',
    description: 'Leads to a place outside of the API.',
    expectedChecks: ['location-valid', 'created-resource-unavailable'],
    spoil: onlyWith(201, (reply) => ({
      ...reply,
      headers: { ...reply.headers, location: (reply.headers.location ?? '').replace('/catalog', '') },
    })),
    probe: async (send) => void (await send('PUT', at.newEnrollment, { json: enrollment })),
  },
  {
    id: 'refused-change-is-kept',
    class: 'D71',
    operationId: 'patchCourse',
    description: 'Answers 409, and has changed the course.',
    expectedChecks: ['failed-change-side-effects'],
    probe: async (send) => {
      await send('PATCH', at.course, changing({ title: 'Other', prerequisiteNote: 'None.' }))
      await send('GET', at.course)
    },
  },
  {
    id: 'stale-replacement-is-written',
    class: 'D71',
    operationId: 'putCourse',
    description: 'Answers 412, and has replaced the course.',
    expectedChecks: ['failed-change-side-effects', 'conditional-request'],
    probe: async (send) => {
      await send('PUT', at.course, replacing(course, { 'if-match': '"stale"' }))
      await send('GET', at.course)
    },
  },
  {
    id: 'too-few-seats-are-kept',
    class: 'D71',
    operationId: 'patchSection',
    description: 'Answers 409, and has taken the seats away.',
    expectedChecks: ['failed-change-side-effects'],
    probe: async (send) => {
      await send('PATCH', at.section, changing({ capacity: 1 }))
      await send('GET', at.section)
    },
  },
  {
    id: 'full-sections-enroll-nonetheless',
    class: 'D71',
    operationId: 'putEnrollment',
    description: 'Answers 409, and has enrolled the student.',
    expectedChecks: ['failed-creation-leak', 'failed-change-side-effects'],
    probe: async (send) => {
      await send('PATCH', at.section, changing({ status: 'closed' }))
      await send('PUT', at.newEnrollment, { json: enrollment })
      await send('GET', at.newEnrollment)
    },
  },
  {
    id: 'repeated-keys-create-again',
    class: 'D74',
    operationId: 'createSection',
    description: 'Opens a second section for the same key.',
    expectedChecks: ['idempotency-key', 'resource-identity', 'list-omits-created'],
    probe: async (send) => {
      const options = { json: section, headers: { 'idempotency-key': 'key-0001' } }
      await send('POST', at.sections, options)
      await send('POST', at.sections, options)
    },
  },
  {
    id: 'keys-are-taken-for-other-bodies',
    class: 'D74',
    operationId: 'createSection',
    description: 'Answers as before to the same key with another body.',
    expectedChecks: ['idempotency-key', 'read-your-write'],
    probe: async (send) => {
      const headers = { 'idempotency-key': 'key-0001' }
      await send('POST', at.sections, { json: section, headers })
      await send('POST', at.sections, { json: { ...section, teacher: 'Bo' }, headers })
    },
  },
])
