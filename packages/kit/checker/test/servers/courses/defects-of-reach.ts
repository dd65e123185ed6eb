import { defineDefects } from '../kernel/deviation.ts'
import { withoutHeader, onlyWith } from '../kernel/spoils.ts'
import { asOtherStudent, asStudent, at, changing, course, section, whatever, writing } from './samples.ts'

const basic = (account: string, password: string): Readonly<Record<string, string>> => ({
  authorization: `Basic ${Buffer.from(`${account}:${password}`).toString('base64')}`,
})

/** Resources that can be reached although they are another's, below another one, or gone. */
export const defectsOfReach = defineDefects([
  {
    id: 'any-course-leads-to-a-section',
    class: 'D55',
    operationId: 'getSection',
    description: 'Finds a section by term and number, whichever course the path names.',
    expectedChecks: ['child-under-wrong-parent'],
    probe: async (send) => void (await send('GET', '/terms/2026-fall/courses/contract-law/sections/2')),
  },
  {
    id: 'any-section-leads-to-an-enrollment',
    class: 'D55',
    operationId: 'getEnrollment',
    description: 'Finds an enrollment by the student, whichever section the path names.',
    expectedChecks: ['child-under-wrong-parent'],
    probe: async (send) => void (await send('GET', `${at.sections}/2/enrollments/s1002`)),
  },
  {
    id: 'sections-outlive-their-course',
    class: 'D55',
    operationId: 'deleteCourse',
    description: 'Leaves the sections of a deleted course behind.',
    expectedChecks: ['child-outlives-parent'],
    probe: async (send) => {
      await send('DELETE', at.course, whatever)
      await send('GET', at.section)
    },
  },
  {
    id: 'syllabus-outlives-its-course',
    class: 'D55',
    operationId: 'deleteCourse',
    description: 'Leaves the only text below a deleted course behind.',
    expectedChecks: ['child-outlives-parent'],
    probe: async (send) => {
      await send('DELETE', at.course, whatever)
      await send('GET', at.syllabus)
    },
  },
  {
    id: 'sections-in-unknown-terms',
    class: 'D55',
    operationId: 'createSection',
    description: 'Opens a section in a term that is not there.',
    expectedChecks: ['child-outlives-parent', 'child-under-wrong-parent', 'created-resource-unavailable'],
    probe: async (send) =>
      void (await send('POST', '/terms/2031-fall/courses/linear-algebra/sections', { json: section })),
  },
  {
    id: 'deleted-courses-are-listed',
    class: 'D63',
    operationId: 'listCourses',
    description: 'Lists courses that were deleted.',
    expectedChecks: ['list-keeps-deleted'],
    probe: async (send) => {
      await send('DELETE', at.course, whatever)
      await send('GET', '/courses?per_page=20')
    },
  },
  {
    id: 'withdrawn-students-stay',
    class: 'D63',
    operationId: 'deleteEnrollment',
    description: 'Says that a student was withdrawn, and keeps the enrollment.',
    expectedChecks: ['use-after-delete', 'list-keeps-deleted'],
    probe: async (send) => {
      await send('DELETE', at.enrollment, whatever)
      await send('GET', at.enrollment)
    },
  },
  {
    id: 'missing-sections-can-be-deleted',
    class: 'D63',
    operationId: 'deleteSection',
    description: 'Answers 204 where there never was a section.',
    expectedChecks: ['use-after-delete'],
    probe: async (send) => void (await send('DELETE', `${at.sections}/9`, whatever)),
  },
  {
    id: 'change-revives-a-course',
    class: 'D63',
    operationId: 'patchCourse',
    description: 'Changes a deleted course, which is there again.',
    expectedChecks: ['use-after-delete'],
    probe: async (send) => {
      await send('DELETE', at.course, whatever)
      await send('PATCH', at.course, changing({ level: 2 }))
      await send('GET', at.course)
    },
  },
  {
    id: 'online-sections-are-not-listed',
    class: 'D63',
    operationId: 'listSections',
    description: 'Lists sections that have a room alone.',
    expectedChecks: ['list-omits-created'],
    probe: async (send) => {
      await send('POST', at.sections, { json: { ...section, place: { url: 'https://meet.example.edu/x' } } })
      await send('GET', at.sections)
    },
  },
  {
    id: 'syllabus-from-anyone',
    class: 'D66',
    operationId: 'putSyllabus',
    description: 'Does not ask who is calling.',
    expectedChecks: ['ignored-auth', 'invalid-auth'],
    edit: { at: '/paths/~1courses~1{slug}~1syllabus/put/security', to: [] },
    probe: async (send) => void (await send('PUT', at.syllabus, { ...writing('# New\n'), anonymous: true })),
  },
  {
    id: 'passwords-are-cut',
    class: 'D66',
    operationId: 'listEnrollments',
    description: 'Takes the beginning of a password for the whole.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: async (send) => void (await send('GET', at.enrollments, { headers: basic('registrar', 'ledg') })),
  },
  {
    id: 'any-password-will-do',
    class: 'D66',
    operationId: 'listEnrollments',
    description: 'Looks at the name of the account alone.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: async (send) => void (await send('GET', at.enrollments, { headers: basic('registrar', 'x') })),
  },
  {
    id: 'tokens-in-any-case',
    class: 'D66',
    operationId: 'listEnrollments',
    description: 'Overlooks the case of a token.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: async (send) =>
      void (await send('GET', at.enrollments, { headers: { authorization: 'Bearer reg7F3A' } })),
  },
  {
    id: 'tokens-with-more-behind',
    class: 'D66',
    operationId: 'listEnrollments',
    description: 'Takes a token with anything behind it.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: async (send) =>
      void (await send('GET', at.enrollments, { headers: { authorization: 'Bearer Reg7f3aX' } })),
  },
  {
    id: 'students-write-courses',
    class: 'D66',
    operationId: 'putCourse',
    description: 'Does not ask for the right that is documented.',
    expectedChecks: ['credential-scope'],
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', { json: course, headers: asStudent })),
  },
  {
    id: 'students-delete-sections',
    class: 'D66',
    operationId: 'deleteSection',
    description: 'Asks for any account where the registrar alone may delete.',
    expectedChecks: ['credential-scope'],
    probe: async (send) =>
      void (await send('DELETE', at.section, { headers: { ...asStudent, 'if-match': '*' } })),
  },
  {
    id: 'enrollments-of-others-can-be-read',
    class: 'D66',
    operationId: 'getEnrollment',
    description: 'Tells a student of another one.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => void (await send('GET', at.enrollment, { headers: asOtherStudent })),
  },
  {
    id: 'enrollments-of-others-can-be-deleted',
    class: 'D66',
    operationId: 'deleteEnrollment',
    description: 'Lets a student withdraw another one.',
    expectedChecks: ['credential-scope'],
    probe: async (send) =>
      void (await send('DELETE', at.enrollment, { headers: { ...asOtherStudent, 'if-match': '*' } })),
  },
  {
    id: 'students-see-everybody',
    class: 'D66',
    operationId: 'listEnrollments',
    description: 'Lists all enrollments for a student who may see the own ones.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => void (await send('GET', at.enrollments, { headers: asStudent })),
  },
  {
    id: 'strangers-are-not-challenged',
    class: 'D72',
    operationId: 'patchSection',
    description: 'Answers 401 and does not say how to prove who one is.',
    expectedChecks: ['missing-www-authenticate', 'response-headers-conformance'],
    spoil: onlyWith(401, withoutHeader('www-authenticate')),
    probe: async (send) =>
      void (await send('PATCH', at.section, { ...changing({ waitlist: 1 }), anonymous: true })),
  },
])
