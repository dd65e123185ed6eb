import { fault, invalidAccepted, wrongDefault } from '../kernel/deviation.ts'
import { editJson } from '../kernel/spoils.ts'
import { at, course, section, whatever } from './samples.ts'

const schemas = '/components/schemas'

/** Values that only one side sets or sees, money, times, numbers and defaults. */
export const defectsOfValues = [
  fault('project-due-on-no-day', 'D61', 'putCourse', invalidAccepted, {
    edit: {
      at: `${schemas}/Project/properties/due`,
      to: { type: 'string', pattern: String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$` },
    },
  }),
  fault('levels-as-texts-are-taken', 'D69', 'putCourse', ['string-coerced', 'negative-data-rejection']),
  fault('true-is-one-seat', 'D69', 'createSection', ['negative-data-rejection', 'string-coerced']),
  fault('titles-are-measured-in-utf-16', 'D69', 'putCourse', ['length-in-utf16', 'positive-data-acceptance']),
  fault('creation-time-is-taken-over', 'D59', 'putCourse', ['read-only-written']),
  fault('number-is-taken-over', 'D59', 'createSection', ['read-only-written']),
  fault('internal-notes-are-told', 'D59', 'getCourse', ['write-only-shown', 'response-schema-conformance']),
  fault('passcodes-are-told', 'D59', 'getSection', ['write-only-shown', 'response-schema-conformance']),
  fault('change-renews-creation-time', 'D59', 'patchCourse', ['patch-merges', 'read-only-written']),
  fault(
    'total-leaves-materials-out',
    'D60',
    'putCourse',
    ['read-your-write', 'response-schema-conformance'],
    {
      probe: async (send) => {
        const fee = { tuition: 120.5, materials: 19.95, currency: 'EUR' }
        await send('PUT', '/courses/topology', { json: { ...course, fee } })
      },
    },
  ),
  fault('total-is-a-float', 'D60', 'putCourse', ['response-schema-conformance']),
  fault('cents-are-cut', 'D60', 'putCourse', ['read-your-write']),
  fault('fees-are-always-in-euro', 'D60', 'putCourse', ['read-your-write']),
  fault('registration-loses-its-offset', 'D61', 'putTerm', ['read-your-write']),
  fault('terms-begin-a-day-early', 'D61', 'getTerm', ['read-your-write']),
  fault('requests-lose-milliseconds', 'D61', 'putEnrollment', ['read-your-write']),
  // Gives a number to a new section that a deleted one had.
  fault('numbers-are-given-again', 'D62', 'createSection', ['id-reused', 'resource-identity'], {
    probe: async (send) => {
      const made = await send('POST', at.sections, { json: section })
      await send('DELETE', `${at.sections}/${made.json.number}`, whatever)
      await send('POST', at.sections, { json: section })
    },
  }),
  fault('numbers-are-told-as-texts', 'D62', 'listSections', ['response-schema-conformance'], {
    spoil: editJson<{ readonly number: number }[]>((list) =>
      list.map((item) => ({ ...item, number: String(item.number) })),
    ),
  }),
  fault('courses-begin-at-level-two', 'D65', 'putCourse', wrongDefault),
  fault('language-has-no-default', 'D65', 'putCourse', wrongDefault, {
    probe: async (send) => void (await send('PUT', '/courses/topology', { json: course })),
  }),
  // Tells the documented default at first, and another one when it is read.
  fault('smaller-rooms-are-kept', 'D65', 'createSection', [
    'read-your-write',
    'default-differs',
    'default-not-applied',
  ]),
  fault('terms-are-hidden-by-default', 'D65', 'putTerm', wrongDefault),
  fault('capacity-is-told-as-text', 'D69', 'patchSection', ['response-schema-conformance'], {
    spoil: editJson<{ readonly capacity: number }>((value) => ({
      ...value,
      capacity: String(value.capacity),
    })),
  }),
]
