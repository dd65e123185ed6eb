import { defineDefects } from '../kernel/deviation.ts'
import { at, changing, course, enrollment, replacing, section, term, writing } from './samples.ts'

/** Texts, changes and replacements that are not kept as they were sent. */
export const defectsOfKeeping = defineDefects([
  {
    id: 'null-description-becomes-text',
    class: 'D51',
    operationId: 'patchCourse',
    description: 'Keeps the word null where null is to remove.',
    expectedChecks: ['patch-merges', 'read-your-write'],
    probe: async (send) => void (await send('PATCH', at.course, changing({ description: null }))),
  },
  {
    id: 'nested-null-removes-nothing',
    class: 'D51',
    operationId: 'patchCourse',
    description: 'Overlooks null below the first level.',
    expectedChecks: ['patch-merges', 'read-your-write'],
    probe: async (send) => void (await send('PATCH', at.course, changing({ contact: { office: null } }))),
  },
  {
    id: 'titles-lose-emoji',
    class: 'D52',
    operationId: 'putCourse',
    description: 'Keeps a question mark for each character beyond the basic plane.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', { json: { ...course, title: 'Topology 🎓' } })),
  },
  {
    id: 'titles-are-latin-one',
    class: 'D52',
    operationId: 'putCourse',
    description: 'Garbles every character beyond Latin-1, those from right to left included.',
    expectedChecks: ['text-round-trip', 'read-your-write', 'response-schema-conformance'],
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', { json: { ...course, title: 'טופולוגיה' } })),
  },
  {
    id: 'nul-ends-descriptions',
    class: 'D52',
    operationId: 'putCourse',
    description: 'Drops what stands behind U+0000.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', { json: { ...course, description: 'a\0b' } })),
  },
  {
    id: 'long-descriptions-are-cut',
    class: 'D52',
    operationId: 'putCourse',
    description: 'Keeps 255 of 600 characters.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', { json: { ...course, description: 'x'.repeat(300) } })),
  },
  {
    id: 'angle-brackets-are-escaped',
    class: 'D52',
    operationId: 'putCourse',
    description: 'Keeps a text as it would be written in HTML.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', { json: { ...course, description: 'a < b' } })),
  },
  {
    id: 'teachers-are-trimmed',
    class: 'D52',
    operationId: 'createSection',
    description: 'Drops white space around a text, where the document does not say so.',
    expectedChecks: ['text-round-trip', 'read-your-write', 'response-schema-conformance'],
    probe: async (send) => void (await send('POST', at.sections, { json: { ...section, teacher: ' Ada ' } })),
  },
  {
    id: 'change-drops-extensions',
    class: 'D53',
    operationId: 'patchCourse',
    description: 'Loses members whose names have a pattern unless the change names them.',
    expectedChecks: ['patch-merges'],
    probe: async (send) => void (await send('PATCH', at.course, changing({ title: 'Linear' }))),
  },
  {
    id: 'changed-contact-is-replaced',
    class: 'D53',
    operationId: 'patchCourse',
    description: 'Replaces a nested object that is to be merged.',
    expectedChecks: ['patch-merges'],
    probe: async (send) =>
      void (await send('PATCH', at.course, changing({ contact: { email: 'new@example.edu' } }))),
  },
  {
    id: 'changed-tags-are-added',
    class: 'D53',
    operationId: 'patchCourse',
    description: 'Adds to a list that is to be replaced.',
    expectedChecks: ['patch-merges', 'read-your-write'],
    probe: async (send) => void (await send('PATCH', at.course, changing({ tags: ['matrix'] }))),
  },
  {
    id: 'zero-changes-nothing',
    class: 'D53',
    operationId: 'patchSection',
    description: 'Takes a zero for nothing sent.',
    expectedChecks: ['patch-merges', 'read-your-write'],
    probe: async (send) => void (await send('PATCH', at.section, changing({ waitlist: 0 }))),
  },
  {
    id: 'change-of-status-is-lost',
    class: 'D53',
    operationId: 'patchSection',
    description: 'Tells the change and keeps none of it where the status is another one.',
    expectedChecks: ['patch-merges', 'read-your-write'],
    probe: async (send) => {
      await send('PATCH', at.section, changing({ status: 'closed' }))
      await send('GET', at.section)
    },
  },
  {
    id: 'replacing-keeps-the-description',
    class: 'D54',
    operationId: 'putCourse',
    description: 'Keeps an optional member that the replacement leaves out.',
    expectedChecks: ['put-replaces'],
    probe: async (send) => void (await send('PUT', at.course, replacing(course))),
  },
  {
    id: 'replacing-a-term-keeps-holidays',
    class: 'D54',
    operationId: 'putTerm',
    description: 'Merges what is to be replaced.',
    expectedChecks: ['put-replaces'],
    probe: async (send) => {
      await send('PUT', '/terms/2027-spring', { json: { ...term, holidays: ['2027-05-01'] } })
      await send('PUT', '/terms/2027-spring', replacing(term))
    },
  },
  {
    id: 'replaced-terms-answer-201',
    class: 'D54',
    operationId: 'putTerm',
    description: 'Says of a replacement that it created.',
    expectedChecks: ['repeated-put-created'],
    probe: async (send) => {
      await send('PUT', '/terms/2027-spring', { json: term })
      await send('PUT', '/terms/2027-spring', replacing(term))
    },
  },
  {
    id: 'syllabus-is-appended',
    class: 'D54',
    operationId: 'putSyllabus',
    description: 'Adds to the text that is to be replaced; twice is more than once.',
    expectedChecks: ['put-idempotent', 'put-replaces', 'read-your-write'],
    probe: async (send) => {
      await send('PUT', at.syllabus, writing('# New\n'))
      await send('GET', at.syllabus)
    },
  },
  {
    id: 'enrolling-again-enrolls-twice',
    class: 'D54',
    operationId: 'putEnrollment',
    description: 'Makes a second one when it is to replace the first.',
    expectedChecks: ['put-idempotent', 'resource-identity'],
    probe: async (send) => {
      await send('PUT', at.enrollment, replacing(enrollment))
      await send('GET', at.enrollments)
    },
  },
])
