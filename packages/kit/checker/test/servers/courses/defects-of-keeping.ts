import { fault, patchNotMerged, textChanged } from '../kernel/deviation.ts'
import { answerInstead, isSuccess, textOf } from '../kernel/spoils.ts'
import { at, section } from './samples.ts'

const nothingToDo = JSON.stringify({
  type: 'about:blank',
  title: 'The request is wrong',
  status: 400,
  detail: 'Nothing to do.',
})

/** Texts, changes and replacements that are not kept as they were sent. */
export const defectsOfKeeping = [
  fault('null-description-becomes-text', 'D51', 'patchCourse', patchNotMerged),
  fault('nested-null-removes-nothing', 'D51', 'patchCourse', patchNotMerged),
  fault('titles-lose-emoji', 'D52', 'putCourse', textChanged),
  fault('titles-are-latin-one', 'D52', 'putCourse', [
    'text-round-trip',
    'read-your-write',
    'response-schema-conformance',
  ]),
  fault('nul-ends-descriptions', 'D52', 'putCourse', textChanged),
  fault('long-descriptions-are-cut', 'D52', 'putCourse', textChanged),
  fault('angle-brackets-are-escaped', 'D52', 'putCourse', textChanged),
  fault(
    'teachers-are-trimmed',
    'D52',
    'createSection',
    ['text-round-trip', 'read-your-write', 'response-schema-conformance'],
    {
      probe: async (send) =>
        void (await send('POST', at.sections, { json: { ...section, teacher: ' Ada ' } })),
    },
  ),
  // Loses members whose names have a pattern unless the change names them.
  fault('change-drops-extensions', 'D53', 'patchCourse', ['patch-merges']),
  fault('changed-contact-is-replaced', 'D53', 'patchCourse', ['patch-merges']),
  fault('changed-tags-are-added', 'D53', 'patchCourse', patchNotMerged),
  // Refuses a change that changes nothing.
  fault('empty-changes-are-refused', 'D53', 'patchCourse', ['positive-data-acceptance'], {
    spoil: (reply, request) =>
      isSuccess(reply) && textOf(request) === '{}'
        ? answerInstead(400, 'application/problem+json', nothingToDo)(reply, request)
        : reply,
  }),
  fault('zero-changes-nothing', 'D53', 'patchSection', patchNotMerged),
  // Tells the change and keeps none of it where the status is another one.
  fault('change-of-status-is-lost', 'D53', 'patchSection', patchNotMerged),
  fault('replacing-keeps-the-description', 'D54', 'putCourse', ['put-replaces']),
  fault('replacing-a-term-keeps-holidays', 'D54', 'putTerm', ['put-replaces']),
  fault('replaced-terms-answer-201', 'D54', 'putTerm', ['repeated-put-created']),
  fault('syllabus-is-appended', 'D54', 'putSyllabus', ['put-idempotent', 'put-replaces', 'read-your-write']),
  fault('enrolling-again-enrolls-twice', 'D54', 'putEnrollment', ['put-idempotent', 'resource-identity']),
]
