import { defineDefects } from '../kernel/deviation.ts'
import { editJson } from '../kernel/spoils.ts'
import { at, changing, course, enrollment, replacing, section, term, whatever, writing } from './samples.ts'

/** Contents that are kept, changed or told otherwise than they were sent. */
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
  {
    id: 'creation-time-is-taken-over',
    class: 'D59',
    operationId: 'putCourse',
    description: 'Keeps a time that only the server sets.',
    expectedChecks: ['read-only-written'],
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', {
        json: { ...course, createdAt: '1999-12-31T00:00:00Z' },
      })),
  },
  {
    id: 'number-is-taken-over',
    class: 'D59',
    operationId: 'createSection',
    description: 'Lets the caller choose the number that the server gives.',
    expectedChecks: ['read-only-written'],
    probe: async (send) => void (await send('POST', at.sections, { json: { ...section, number: 77 } })),
  },
  {
    id: 'internal-notes-are-told',
    class: 'D59',
    operationId: 'getCourse',
    description: 'Tells what is only written.',
    expectedChecks: ['write-only-shown', 'response-schema-conformance'],
    probe: async (send) => {
      await send('PUT', '/courses/topology', { json: { ...course, internalNote: 'Hush.' } })
      await send('GET', '/courses/topology')
    },
  },
  {
    id: 'passcodes-are-told',
    class: 'D59',
    operationId: 'getSection',
    description: 'Tells what is only written, within one alternative of a nested object.',
    expectedChecks: ['write-only-shown', 'response-schema-conformance'],
    probe: async (send) => {
      const place = { url: 'https://meet.example.edu/x', passcode: '445566' }
      const made = await send('POST', at.sections, { json: { ...section, place } })
      await send('GET', `${at.sections}/${made.json.number}`)
    },
  },
  {
    id: 'change-renews-creation-time',
    class: 'D59',
    operationId: 'patchCourse',
    description: 'Moves the time of creation at each change.',
    expectedChecks: ['patch-merges', 'read-only-written'],
    probe: async (send) => void (await send('PATCH', at.course, changing({ level: 2 }))),
  },
  {
    id: 'total-leaves-materials-out',
    class: 'D60',
    operationId: 'putCourse',
    description: 'Tells a total that is not the sum.',
    expectedChecks: ['read-your-write', 'response-schema-conformance'],
    probe: async (send) => {
      const fee = { tuition: 120.5, materials: 19.95, currency: 'EUR' }
      await send('PUT', '/courses/topology', { json: { ...course, fee } })
    },
  },
  {
    id: 'total-is-a-float',
    class: 'D60',
    operationId: 'putCourse',
    description: 'Does not round a sum of cents.',
    expectedChecks: ['response-schema-conformance'],
    probe: async (send) => {
      const fee = { tuition: 0.1, materials: 0.2, currency: 'EUR' }
      await send('PUT', '/courses/topology', { json: { ...course, fee } })
    },
  },
  {
    id: 'cents-are-cut',
    class: 'D60',
    operationId: 'putCourse',
    description: 'Keeps whole amounts alone.',
    expectedChecks: ['read-your-write'],
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', {
        json: { ...course, fee: { tuition: 120.5, currency: 'EUR' } },
      })),
  },
  {
    id: 'fees-are-always-in-euro',
    class: 'D60',
    operationId: 'putCourse',
    description: 'Overlooks the currency.',
    expectedChecks: ['read-your-write'],
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', {
        json: { ...course, fee: { tuition: 120.5, currency: 'SEK' } },
      })),
  },
  {
    id: 'registration-loses-its-offset',
    class: 'D61',
    operationId: 'putTerm',
    description: 'Keeps the clock of a time and forgets in which zone it goes.',
    expectedChecks: ['read-your-write'],
    probe: async (send) => {
      const registration = ['2026-11-01T08:00:00+02:00', '2027-01-10T20:00:00-05:00']
      await send('PUT', '/terms/2027-spring', { json: { ...term, registration } })
    },
  },
  {
    id: 'terms-begin-a-day-early',
    class: 'D61',
    operationId: 'getTerm',
    description: 'Tells the day before, as if midnight were in another zone.',
    expectedChecks: ['read-your-write'],
    probe: async (send) => void (await send('GET', at.term)),
  },
  {
    id: 'requests-lose-milliseconds',
    class: 'D61',
    operationId: 'putEnrollment',
    description: 'Keeps whole seconds of a time.',
    expectedChecks: ['read-your-write'],
    probe: async (send) =>
      void (await send('PUT', at.newEnrollment, {
        json: { ...enrollment, requestedAt: '2026-08-01T09:30:00.250Z' },
      })),
  },
  {
    id: 'numbers-are-given-again',
    class: 'D62',
    operationId: 'createSection',
    description: 'Gives a number to a new section that a deleted one had.',
    expectedChecks: ['id-reused', 'resource-identity'],
    probe: async (send) => {
      const made = await send('POST', at.sections, { json: section })
      await send('DELETE', `${at.sections}/${made.json.number}`, whatever)
      await send('POST', at.sections, { json: section })
    },
  },
  {
    id: 'numbers-are-told-as-texts',
    class: 'D62',
    operationId: 'listSections',
    description: 'Tells the number as a text in the list alone.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editJson<{ readonly number: number }[]>((list) =>
      list.map((item) => ({ ...item, number: String(item.number) })),
    ),
    probe: async (send) => void (await send('GET', at.sections)),
  },
  {
    id: 'courses-begin-at-level-two',
    class: 'D65',
    operationId: 'putCourse',
    description: 'Takes 2 where the documented default is 1.',
    expectedChecks: ['default-differs', 'default-not-applied'],
    probe: async (send) => void (await send('PUT', '/courses/topology', { json: course })),
  },
  {
    id: 'language-has-no-default',
    class: 'D65',
    operationId: 'putCourse',
    description: 'Leaves a member out that has a documented default.',
    expectedChecks: ['default-not-applied', 'default-differs'],
    probe: async (send) => void (await send('PUT', '/courses/topology', { json: course })),
  },
  {
    id: 'smaller-rooms-are-kept',
    class: 'D65',
    operationId: 'createSection',
    description: 'Tells the documented default at first, and another one when it is read.',
    expectedChecks: ['read-your-write', 'default-differs', 'default-not-applied'],
    probe: async (send) => {
      const made = await send('POST', at.sections, { json: section })
      await send('GET', `${at.sections}/${made.json.number}`)
    },
  },
  {
    id: 'terms-are-hidden-by-default',
    class: 'D65',
    operationId: 'putTerm',
    description: 'Takes false where the documented default is true.',
    expectedChecks: ['default-differs', 'default-not-applied'],
    probe: async (send) => void (await send('PUT', '/terms/2027-spring', { json: term })),
  },
  {
    id: 'capacity-is-told-as-text',
    class: 'D69',
    operationId: 'patchSection',
    description: 'Tells a number as a text in the answer to a change.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editJson<{ readonly capacity: number }>((value) => ({
      ...value,
      capacity: String(value.capacity),
    })),
    probe: async (send) => void (await send('PATCH', at.section, changing({ waitlist: 1 }))),
  },
])
