import { fault } from '../kernel/deviation.ts'
import { onlyTo, onlyWith, withHeader, withoutHeader, withStatus } from '../kernel/spoils.ts'
import { at, changing, enrollment } from './samples.ts'

/** Ignored conditions, rejected writes that take effect, HEAD, places and repeated keys. */
export const defectsOfConditions = [
  fault('tag-of-course-outlives-changes', 'D56', 'patchCourse', ['conditional-request']),
  // Tells the same tag although a counted member has changed with another resource.
  fault('tag-of-section-overlooks-seats', 'D56', 'getSection', ['conditional-request'], {
    probe: async (send) => {
      await send('PUT', at.newEnrollment, { json: enrollment })
      await send('GET', at.section)
    },
  }),
  fault('change-overlooks-stale-tags', 'D56', 'patchCourse', [
    'conditional-request',
    'missing-required-header',
  ]),
  fault('sections-go-unconditionally', 'D56', 'deleteSection', [
    'missing-required-header',
    'conditional-request',
  ]),
  // Never answers 304.
  fault('course-is-always-told', 'D56', 'getCourse', ['conditional-request']),
  fault('get-reads-first-tag-only', 'D56', 'getTerm', ['conditional-request']),
  fault('unchanged-term-with-content', 'D56', 'getTerm', ['body-on-no-content'], {
    spoil: onlyWith(304, (reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-type': 'application/json' },
      body: '{"term":"2026-fall"}',
    })),
  }),
  // Replaces what is there when it is only to create.
  fault('create-only-replaces', 'D56', 'putCourse', ['conditional-request']),
  // Compares weakly where the comparison is to be strong (RFC 9110 13.1.1).
  fault('weak-tags-are-matched', 'D56', 'patchSection', ['conditional-request']),
  // Overlooks every tag behind the first, and refuses a replacement that is right.
  fault('first-tag-only-is-matched', 'D56', 'putTerm', ['conditional-request', 'positive-data-acceptance']),
  // Answers 304 to those who have seen less, and to them alone.
  fault('list-is-unmodified-the-wrong-way', 'D56', 'listCourses', ['conditional-request']),
  // Leaves the tag out of a 304 (RFC 9110 15.4.5).
  fault(
    'unchanged-section-without-tag',
    'D56',
    'getSection',
    ['response-headers-conformance', 'conditional-request'],
    { spoil: onlyWith(304, withoutHeader('etag')) },
  ),
  fault('head-of-course-has-another-tag', 'D57', null, ['head-mismatch'], {
    path: '/courses/{slug}',
    spoil: onlyTo('HEAD', onlyWith(200, withHeader('etag', '"head"'))),
  }),
  fault('head-of-syllabus-is-not-there', 'D57', null, ['head-mismatch'], {
    path: '/courses/{slug}/syllabus',
    spoil: onlyTo('HEAD', withStatus(404)),
  }),
  fault('head-of-sections-counts-nothing', 'D57', null, ['head-mismatch'], {
    path: '/terms/{term}/courses/{slug}/sections',
    spoil: onlyTo('HEAD', onlyWith(200, withHeader('x-total-count', '0'))),
  }),
  fault('head-of-enrollment-is-empty', 'D57', null, ['head-mismatch'], {
    path: '/terms/{term}/courses/{slug}/sections/{number}/enrollments/{studentId}',
    spoil: onlyTo(
      'HEAD',
      onlyWith(200, (reply) => ({ ...reply, body: '' })),
    ),
  }),
  fault('location-names-the-next-section', 'D58', 'createSection', [
    'location-valid',
    'created-resource-unavailable',
  ]),
  // Leads to the list and not to what was created.
  fault('new-course-is-elsewhere', 'D58', 'putCourse', ['location-valid']),
  fault(
    'location-forgets-the-base-path',
    'D58',
    'putEnrollment',
    ['location-valid', 'created-resource-unavailable'],
    {
      spoil: onlyWith(201, (reply) => ({
        ...reply,
        headers: { ...reply.headers, location: (reply.headers.location ?? '').replace('/catalog', '') },
      })),
    },
  ),
  fault('refused-change-is-kept', 'D71', 'patchCourse', ['failed-change-side-effects']),
  fault('stale-replacement-is-written', 'D71', 'putCourse', [
    'failed-change-side-effects',
    'conditional-request',
  ]),
  // Answers 409, and has taken the seats away.
  fault('too-few-seats-are-kept', 'D71', 'patchSection', ['failed-change-side-effects'], {
    probe: async (send) => {
      await send('PATCH', at.section, changing({ capacity: 1 }))
      await send('GET', at.section)
    },
  }),
  fault(
    'full-sections-enroll-nonetheless',
    'D71',
    'putEnrollment',
    ['failed-creation-leak', 'failed-change-side-effects'],
    {
      probe: async (send) => {
        await send('PATCH', at.section, changing({ status: 'closed' }))
        await send('PUT', at.newEnrollment, { json: enrollment })
        await send('GET', at.newEnrollment)
      },
    },
  ),
  fault('repeated-keys-create-again', 'D74', 'createSection', [
    'idempotency-key',
    'resource-identity',
    'list-omits-created',
  ]),
  fault('keys-are-taken-for-other-bodies', 'D74', 'createSection', ['idempotency-key', 'read-your-write']),
]
