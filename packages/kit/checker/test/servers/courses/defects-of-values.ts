import { defineDefects } from '../kernel/deviation.ts'
import { editJson } from '../kernel/spoils.ts'
import { at, changing, course, enrollment, section, term, whatever } from './samples.ts'

const schemas = '/components/schemas'

/** Values that only one side sets or sees, money, times, numbers and defaults. */
export const defectsOfValues = defineDefects([
  {
    id: 'project-due-on-no-day',
    class: 'D61',
    operationId: 'putCourse',
    description: 'Takes a day that the calendar does not have.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    edit: {
      at: `${schemas}/Project/properties/due`,
      to: { type: 'string', pattern: String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$` },
    },
    probe: async (send) => {
      const assessments = [{ kind: 'project', due: '2026-02-30', weight: 100 }]
      await send('PUT', '/courses/topology', { json: { ...course, assessments } })
    },
  },
  {
    id: 'levels-as-texts-are-taken',
    class: 'D69',
    operationId: 'putCourse',
    description: 'Reads a text of digits as the number.',
    expectedChecks: ['string-coerced', 'negative-data-rejection'],
    probe: async (send) => void (await send('PUT', '/courses/topology', { json: { ...course, level: '2' } })),
  },
  {
    id: 'true-is-one-seat',
    class: 'D69',
    operationId: 'createSection',
    description: 'Reads true as the number 1.',
    expectedChecks: ['negative-data-rejection', 'string-coerced'],
    probe: async (send) => void (await send('POST', at.sections, { json: { ...section, capacity: true } })),
  },
  {
    id: 'titles-are-measured-in-utf-16',
    class: 'D69',
    operationId: 'putCourse',
    description:
      'Counts two for characters beyond the basic plane, and refuses titles that are short enough.',
    expectedChecks: ['length-in-utf16', 'positive-data-acceptance'],
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', { json: { ...course, title: '🎓'.repeat(41) } })),
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
