import { fault, invalidAccepted } from '../kernel/deviation.ts'

const schemas = '/components/schemas'

/** Bodies that are taken although they are wrong, or refused although they are right. */
export const defectsOfJudging = [
  // Overlooks the multiple in one of three kinds.
  fault('accepts-exam-of-odd-length', 'D50', 'putCourse', ['negative-data-rejection'], {
    edit: { at: `${schemas}/Exam/properties/minutes/multipleOf` },
  }),
  // Overlooks the bound of the second item of a tuple.
  fault('accepts-crowds-in-projects', 'D50', 'putCourse', ['negative-data-rejection'], {
    edit: { at: `${schemas}/Project/properties/groupSize/prefixItems/1/maximum` },
  }),
  fault('accepts-strange-coursework', 'D50', 'putCourse', ['negative-data-rejection'], {
    edit: { at: `${schemas}/Coursework/unevaluatedProperties` },
  }),
  // Takes the bound that is excluded, in one of three kinds.
  fault('accepts-one-piece-too-many', 'D50', 'putCourse', ['negative-data-rejection'], {
    edit: { at: `${schemas}/Coursework/properties/pieces/exclusiveMaximum`, to: 22 },
  }),
  fault('accepts-online-course-without-url', 'D50', 'putCourse', ['negative-data-rejection'], {
    edit: { at: `${schemas}/CourseFields/then` },
  }),
  // Knows one of the two values on which a condition depends.
  fault('accepts-hybrid-course-without-url', 'D50', 'putCourse', ['negative-data-rejection'], {
    edit: { at: `${schemas}/CourseFields/if/properties/delivery/enum/1` },
  }),
  // Does without a member that another one calls for.
  fault('accepts-note-without-prerequisites', 'D50', 'putCourse', ['negative-data-rejection'], {
    edit: { at: `${schemas}/CourseFields/dependentRequired` },
  }),
  // Takes texts of any length in members whose names have a pattern.
  fault('accepts-long-extensions', 'D50', 'putCourse', ['negative-data-rejection'], {
    edit: { at: `${schemas}/CourseFields/patternProperties/^x-[a-z]{2,20}$/maxLength` },
  }),
  // Takes members that no part of a composed schema names.
  fault('accepts-members-without-meaning', 'D50', 'putCourse', ['negative-data-rejection'], {
    edit: { at: `${schemas}/Course/unevaluatedProperties` },
  }),
  // Takes names of members that no pattern fits, in a nested object.
  fault('accepts-hours-on-weekends', 'D50', 'putCourse', ['negative-data-rejection'], {
    edit: { at: `${schemas}/Contact/properties/hours/additionalProperties` },
  }),
  fault('changes-to-many-assessments', 'D50', 'patchCourse', ['negative-data-rejection'], {
    edit: { at: `${schemas}/Assessments/maxItems` },
  }),
  // Takes a tuple with an item too many, where null would be allowed, too.
  fault('changes-to-a-third-hour', 'D50', 'patchCourse', ['negative-data-rejection'], {
    edit: { at: `${schemas}/Hours/items` },
  }),
  // Takes a tuple with an item too many.
  fault('accepts-third-registration', 'D50', 'putTerm', invalidAccepted, {
    edit: { at: `${schemas}/TermInput/properties/registration/items` },
  }),
  fault('accepts-repeated-holidays', 'D50', 'putTerm', invalidAccepted, {
    edit: { at: `${schemas}/TermInput/properties/holidays/uniqueItems` },
  }),
  // Takes a member of one alternative beside those of the other.
  fault('accepts-place-of-both-kinds', 'D50', 'createSection', invalidAccepted, {
    edit: { at: `${schemas}/Place/oneOf/0/additionalProperties` },
  }),
  fault('accepts-place-without-scheme', 'D50', 'createSection', invalidAccepted, {
    edit: { at: `${schemas}/Place/oneOf/1/properties/url/format` },
  }),
  fault('accepts-change-of-nothing', 'D50', 'patchSection', ['negative-data-rejection'], {
    edit: { at: `${schemas}/SectionPatch/minProperties` },
  }),
  // Does without either of two members of which one is needed.
  fault('accepts-student-out-of-reach', 'D50', 'putEnrollment', invalidAccepted, {
    edit: { at: `${schemas}/Enrollment/anyOf` },
  }),
  // Takes a member that a condition rules out.
  fault('accepts-graded-auditors', 'D50', 'putEnrollment', invalidAccepted, {
    edit: { at: `${schemas}/Enrollment/then` },
  }),
  // Knows one of the two members of which one is needed.
  fault('refuses-students-with-a-phone', 'D50', 'putEnrollment', ['positive-data-acceptance'], {
    edit: { at: `${schemas}/Enrollment/anyOf/1` },
  }),
  // Knows two of the three kinds.
  fault('refuses-projects', 'D50', 'putCourse', ['positive-data-acceptance'], {
    edit: { at: `${schemas}/Assessments/items/oneOf/1` },
  }),
  fault('null-assistant-is-refused', 'D51', 'createSection', ['positive-data-acceptance']),
  // Takes null for a member that has none, as if it had not been sent.
  fault('null-status-is-accepted', 'D51', 'putEnrollment', ['negative-data-rejection'], {
    edit: {
      at: `${schemas}/Enrollment/properties/status`,
      to: { enum: ['enrolled', 'waitlisted', 'auditing', null] },
    },
  }),
  fault('null-takes-teachers-away', 'D51', 'patchSection', invalidAccepted, {
    edit: {
      at: `${schemas}/SectionPatch/properties/teacher`,
      to: { type: ['string', 'null'], minLength: 1, maxLength: 60 },
    },
  }),
]
