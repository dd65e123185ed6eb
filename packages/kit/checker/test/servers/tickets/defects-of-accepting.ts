import { fault, invalidAccepted } from '../kernel/deviation.ts'

/** Wrong requests that are taken. */
export const defectsOfAccepting = [
  fault('accepts-long-subject', 'D14', 'create_ticket', ['negative-data-rejection']),
  fault('accepts-any-priority', 'D14', 'create_ticket', invalidAccepted),
  // Takes the bound that is excluded.
  fault('accepts-zero-estimate', 'D14', 'create_ticket', ['negative-data-rejection']),
  fault('accepts-ticket-without-subject', 'D13', 'create_ticket', invalidAccepted),
  // Takes properties that the closed schema does not name.
  fault('overlooks-unknown-ticket-fields', 'D14', 'create_ticket', [
    'negative-data-rejection',
    'undocumented-properties',
  ]),
  // Takes a window that is no multiple of five, deep in one branch of a choice.
  fault('accepts-odd-callback-window', 'D15', 'create_ticket', invalidAccepted),
  fault('accepts-callback-at-any-time', 'D15', 'create_ticket', invalidAccepted),
  // Takes an item without a required property, in a list in one branch of a choice.
  fault('accepts-line-without-speaker', 'D15', 'create_ticket', invalidAccepted),
  // Takes texts of any length as values of a map.
  fault('accepts-numbers-as-custom-values', 'D15', 'create_ticket', invalidAccepted),
  fault('accepts-long-custom-value', 'D15', 'create_ticket', invalidAccepted),
  // Takes texts as items of a list of numbers.
  fault('accepts-watchers-as-text', 'D15', 'create_ticket', invalidAccepted),
  fault('accepts-same-label-twice', 'D14', 'update_ticket', ['negative-data-rejection']),
  // Takes an item of a list below its minimum.
  fault('accepts-mention-of-zero', 'D15', 'create_comment', invalidAccepted),
  fault('accepts-any-color', 'D14', 'put_label', invalidAccepted),
  fault('accepts-any-label-name', 'D14', 'put_label', invalidAccepted),
  // Takes a number above its maximum in a form.
  fault('accepts-score-of-six', 'D14', 'put_rating', invalidAccepted),
  // Does without a required field of a form.
  fault('accepts-rating-without-score', 'D13', 'put_rating', ['negative-data-rejection']),
  fault('accepts-upload-without-file', 'D13', 'upload_attachment', ['negative-data-rejection']),
  // Takes texts of any length in one part of an upload.
  fault('accepts-long-caption', 'D14', 'upload_attachment', invalidAccepted),
  fault('accepts-negative-offset', 'D14', 'list_tickets', invalidAccepted),
  // Takes anything as a limit, and its default instead.
  fault('overlooks-wrong-limits', 'D14', 'list_tickets', ['negative-data-rejection']),
  // Takes any text as a time.
  fault('overlooks-wrong-times', 'D14', 'list_tickets', ['negative-data-rejection']),
  // Does without a required parameter of the query.
  fault('searches-without-text', 'D13', 'search', ['negative-data-rejection']),
]
