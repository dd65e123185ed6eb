import { fault, wrongCredentialAccepted } from '../kernel/deviation.ts'
import { withoutHeader, onlyWith } from '../kernel/spoils.ts'
import { asOtherStudent, asStudent, at, whatever } from './samples.ts'

/** Resources that can be reached although they are another's, below another one, or gone. */
export const defectsOfReach = [
  fault('any-course-leads-to-a-section', 'D55', 'getSection', ['child-under-wrong-parent']),
  fault('any-section-leads-to-an-enrollment', 'D55', 'getEnrollment', ['child-under-wrong-parent']),
  fault('sections-outlive-their-course', 'D55', 'deleteCourse', ['child-outlives-parent']),
  fault('syllabus-outlives-its-course', 'D55', 'deleteCourse', ['child-outlives-parent']),
  fault('sections-in-unknown-terms', 'D55', 'createSection', [
    'child-outlives-parent',
    'child-under-wrong-parent',
    'created-resource-unavailable',
  ]),
  fault('deleted-courses-are-listed', 'D63', 'listCourses', ['list-keeps-deleted']),
  fault('withdrawn-students-stay', 'D63', 'deleteEnrollment', ['use-after-delete', 'list-keeps-deleted']),
  fault('missing-sections-can-be-deleted', 'D63', 'deleteSection', ['use-after-delete'], {
    probe: async (send) => void (await send('DELETE', `${at.sections}/9`, whatever)),
  }),
  fault('change-revives-a-course', 'D63', 'patchCourse', ['use-after-delete']),
  fault('online-sections-are-not-listed', 'D63', 'listSections', ['list-omits-created']),
  fault('syllabus-from-anyone', 'D66', 'putSyllabus', ['ignored-auth', 'invalid-auth'], {
    edit: { at: '/paths/~1courses~1{slug}~1syllabus/put/security', to: [] },
  }),
  fault('passwords-are-cut', 'D66', 'listEnrollments', wrongCredentialAccepted),
  fault('any-password-will-do', 'D66', 'listEnrollments', wrongCredentialAccepted),
  fault('tokens-in-any-case', 'D66', 'listEnrollments', wrongCredentialAccepted),
  fault('tokens-with-more-behind', 'D66', 'listEnrollments', wrongCredentialAccepted),
  fault('students-write-courses', 'D66', 'putCourse', ['credential-scope']),
  fault('students-delete-sections', 'D66', 'deleteSection', ['credential-scope']),
  fault('enrollments-of-others-can-be-read', 'D66', 'getEnrollment', ['credential-scope'], {
    probe: async (send) => void (await send('GET', at.enrollment, { headers: asOtherStudent })),
  }),
  fault('enrollments-of-others-can-be-deleted', 'D66', 'deleteEnrollment', ['credential-scope'], {
    probe: async (send) =>
      void (await send('DELETE', at.enrollment, { headers: { ...asOtherStudent, 'if-match': '*' } })),
  }),
  fault('students-see-everybody', 'D66', 'listEnrollments', ['credential-scope'], {
    probe: async (send) => void (await send('GET', at.enrollments, { headers: asStudent })),
  }),
  fault(
    'strangers-are-not-challenged',
    'D72',
    'patchSection',
    ['missing-www-authenticate', 'response-headers-conformance'],
    { spoil: onlyWith(401, withoutHeader('www-authenticate')) },
  ),
]
