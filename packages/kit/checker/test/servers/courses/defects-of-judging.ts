import { defineDefects } from '../kernel/deviation.ts'
import { at, changing, course, enrollment, section, term } from './samples.ts'

const schemas = '/components/schemas'

const put = { class: 'D50', operationId: 'putCourse', expectedChecks: ['negative-data-rejection'] } as const

/** Bodies that are taken although they are wrong, or refused although they are right. */
export const defectsOfJudging = defineDefects([
  {
    id: 'accepts-exam-of-odd-length',
    ...put,
    description: 'Overlooks the multiple in one of three kinds.',
    edit: { at: `${schemas}/Exam/properties/minutes/multipleOf` },
    probe: async (send) => {
      const assessments = [{ kind: 'exam', minutes: 100, weight: 100 }]
      await send('PUT', '/courses/topology', { json: { ...course, assessments } })
    },
  },
  {
    id: 'accepts-crowds-in-projects',
    ...put,
    description: 'Overlooks the bound of the second item of a tuple.',
    edit: { at: `${schemas}/Project/properties/groupSize/prefixItems/1/maximum` },
    probe: async (send) => {
      const assessments = [{ kind: 'project', due: '2026-11-30', groupSize: [2, 13], weight: 100 }]
      await send('PUT', '/courses/topology', { json: { ...course, assessments } })
    },
  },
  {
    id: 'accepts-strange-coursework',
    ...put,
    description: 'Takes members that one of three kinds does not have.',
    edit: { at: `${schemas}/Coursework/unevaluatedProperties` },
    probe: async (send) => {
      const assessments = [{ kind: 'coursework', pieces: 3, weight: 100, minutes: 60 }]
      await send('PUT', '/courses/topology', { json: { ...course, assessments } })
    },
  },
  {
    id: 'accepts-one-piece-too-many',
    ...put,
    description: 'Takes the bound that is excluded, in one of three kinds.',
    edit: { at: `${schemas}/Coursework/properties/pieces/exclusiveMaximum`, to: 22 },
    probe: async (send) => {
      const assessments = [{ kind: 'coursework', pieces: 21, weight: 100 }]
      await send('PUT', '/courses/topology', { json: { ...course, assessments } })
    },
  },
  {
    id: 'accepts-online-course-without-url',
    ...put,
    description: 'Does without what a condition calls for.',
    edit: { at: `${schemas}/CourseFields/then` },
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', { json: { ...course, delivery: 'online' } })),
  },
  {
    id: 'accepts-hybrid-course-without-url',
    ...put,
    description: 'Knows one of the two values on which a condition depends.',
    edit: { at: `${schemas}/CourseFields/if/properties/delivery/enum/1` },
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', { json: { ...course, delivery: 'hybrid' } })),
  },
  {
    id: 'accepts-note-without-prerequisites',
    ...put,
    description: 'Does without a member that another one calls for.',
    edit: { at: `${schemas}/CourseFields/dependentRequired` },
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', { json: { ...course, prerequisiteNote: 'None.' } })),
  },
  {
    id: 'accepts-long-extensions',
    ...put,
    description: 'Takes texts of any length in members whose names have a pattern.',
    edit: { at: `${schemas}/CourseFields/patternProperties/^x-[a-z]{2,20}$/maxLength` },
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', { json: { ...course, 'x-campus': 'x'.repeat(41) } })),
  },
  {
    id: 'accepts-members-without-meaning',
    ...put,
    description: 'Takes members that no part of a composed schema names.',
    edit: { at: `${schemas}/Course/unevaluatedProperties` },
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', { json: { ...course, colour: 'red' } })),
  },
  {
    id: 'accepts-hours-on-weekends',
    class: 'D50',
    operationId: 'putCourse',
    description: 'Takes names of members that no pattern fits, in a nested object.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: `${schemas}/Contact/properties/hours/additionalProperties` },
    probe: async (send) => {
      const contact = { email: 'law@example.edu', hours: { sun: ['09:00', '10:00'] } }
      await send('PUT', '/courses/topology', { json: { ...course, contact } })
    },
  },
  {
    id: 'changes-to-many-assessments',
    class: 'D50',
    operationId: 'patchCourse',
    description: 'Overlooks in a change how many items a list may have.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: `${schemas}/Assessments/maxItems` },
    probe: async (send) => {
      const assessments = Array.from({ length: 5 }, () => ({ kind: 'exam', minutes: 60, weight: 20 }))
      await send('PATCH', at.course, changing({ assessments }))
    },
  },
  {
    id: 'changes-to-a-third-hour',
    class: 'D50',
    operationId: 'patchCourse',
    description: 'Takes a tuple with an item too many, where null would be allowed, too.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: `${schemas}/Hours/items` },
    probe: async (send) =>
      void (await send(
        'PATCH',
        at.course,
        changing({ contact: { hours: { fri: ['09:00', '10:00', '11:00'] } } }),
      )),
  },
  {
    id: 'accepts-third-registration',
    class: 'D50',
    operationId: 'putTerm',
    description: 'Takes a tuple with an item too many.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    edit: { at: `${schemas}/TermInput/properties/registration/items` },
    probe: async (send) => {
      const registration = ['2026-11-01T08:00:00Z', '2027-01-10T20:00:00Z', '2027-01-11T20:00:00Z']
      await send('PUT', '/terms/2027-spring', { json: { ...term, registration } })
    },
  },
  {
    id: 'accepts-repeated-holidays',
    class: 'D50',
    operationId: 'putTerm',
    description: 'Takes the same item twice.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    edit: { at: `${schemas}/TermInput/properties/holidays/uniqueItems` },
    probe: async (send) =>
      void (await send('PUT', '/terms/2027-spring', {
        json: { ...term, holidays: ['2027-05-01', '2027-05-01'] },
      })),
  },
  {
    id: 'accepts-place-of-both-kinds',
    class: 'D50',
    operationId: 'createSection',
    description: 'Takes a member of one alternative beside those of the other.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    edit: { at: `${schemas}/Place/oneOf/0/additionalProperties` },
    probe: async (send) => {
      const place = { ...section.place, url: 'https://meet.example.edu/x' }
      await send('POST', at.sections, { json: { ...section, place } })
    },
  },
  {
    id: 'accepts-place-without-scheme',
    class: 'D50',
    operationId: 'createSection',
    description: 'Takes any text for a URI, in one of two alternatives.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    edit: { at: `${schemas}/Place/oneOf/1/properties/url/format` },
    probe: async (send) =>
      void (await send('POST', at.sections, { json: { ...section, place: { url: 'meet/x' } } })),
  },
  {
    id: 'accepts-change-of-nothing',
    class: 'D50',
    operationId: 'patchSection',
    description: 'Takes a change that names nothing.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: `${schemas}/SectionPatch/minProperties` },
    probe: async (send) => void (await send('PATCH', at.section, changing({}))),
  },
  {
    id: 'accepts-student-out-of-reach',
    class: 'D50',
    operationId: 'putEnrollment',
    description: 'Does without either of two members of which one is needed.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    edit: { at: `${schemas}/Enrollment/anyOf` },
    probe: async (send) => void (await send('PUT', at.newEnrollment, { json: { note: 'Hello' } })),
  },
  {
    id: 'accepts-graded-auditors',
    class: 'D50',
    operationId: 'putEnrollment',
    description: 'Takes a member that a condition rules out.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    edit: { at: `${schemas}/Enrollment/then` },
    probe: async (send) =>
      void (await send('PUT', at.newEnrollment, { json: { ...enrollment, status: 'auditing', grade: 'A' } })),
  },
  {
    id: 'refuses-students-with-a-phone',
    class: 'D50',
    operationId: 'putEnrollment',
    description: 'Knows one of the two members of which one is needed.',
    expectedChecks: ['positive-data-acceptance'],
    edit: { at: `${schemas}/Enrollment/anyOf/1` },
    probe: async (send) => void (await send('PUT', at.newEnrollment, { json: { phone: '+46123456' } })),
  },
  {
    id: 'refuses-projects',
    class: 'D50',
    operationId: 'putCourse',
    description: 'Knows two of the three kinds.',
    expectedChecks: ['positive-data-acceptance'],
    edit: { at: `${schemas}/Assessments/items/oneOf/1` },
    probe: async (send) => {
      const assessments = [{ kind: 'project', due: '2026-11-30', weight: 100 }]
      await send('PUT', '/courses/topology', { json: { ...course, assessments } })
    },
  },
  {
    id: 'null-assistant-is-refused',
    class: 'D51',
    operationId: 'createSection',
    description: 'Refuses null where it is allowed.',
    expectedChecks: ['positive-data-acceptance'],
    probe: async (send) => void (await send('POST', at.sections, { json: { ...section, assistant: null } })),
  },
  {
    id: 'null-status-is-accepted',
    class: 'D51',
    operationId: 'putEnrollment',
    description: 'Takes null for a member that has none, as if it had not been sent.',
    expectedChecks: ['negative-data-rejection'],
    edit: {
      at: `${schemas}/Enrollment/properties/status`,
      to: { enum: ['enrolled', 'waitlisted', 'auditing', null] },
    },
    probe: async (send) =>
      void (await send('PUT', at.newEnrollment, { json: { ...enrollment, status: null } })),
  },
  {
    id: 'null-takes-teachers-away',
    class: 'D51',
    operationId: 'patchSection',
    description: 'Takes null for a member that cannot be removed.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    edit: {
      at: `${schemas}/SectionPatch/properties/teacher`,
      to: { type: ['string', 'null'], minLength: 1, maxLength: 60 },
    },
    probe: async (send) => void (await send('PATCH', at.section, changing({ teacher: null }))),
  },
])
