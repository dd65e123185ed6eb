import { fault } from '../kernel/deviation.ts'

/** Right requests that are refused. */
export const defectsOfRefusing = [
  fault('rejects-shortest-subject', 'D16', 'create_ticket', ['positive-data-acceptance']),
  fault('rejects-empty-labels', 'D16', 'create_ticket', ['positive-data-acceptance']),
  fault('rejects-null-due-date', 'D16', 'create_ticket', ['positive-data-acceptance']),
  fault('rejects-null-callback', 'D16', 'create_ticket', ['positive-data-acceptance']),
  // Refuses one of the values of an enumeration, deep in one branch of a choice.
  fault('rejects-bot-in-transcript', 'D16', 'create_ticket', ['positive-data-acceptance']),
  // Refuses one of the priorities, which its own example has.
  fault('rejects-urgent-change', 'D17', 'update_ticket', ['positive-data-acceptance', 'example-conformance']),
  fault('rejects-longest-comment', 'D16', 'create_comment', ['positive-data-acceptance']),
  fault('rejects-null-description', 'D16', 'put_label', ['positive-data-acceptance']),
  fault('rejects-largest-limit', 'D16', 'list_tickets', ['positive-data-acceptance']),
  // Refuses a repeated name where a list is to come that way.
  fault('reads-one-priority', 'D19', 'list_tickets', ['positive-data-acceptance']),
  // Does not split a list at commas.
  fault('splits-within-at-bars', 'D19', 'search', ['positive-data-acceptance']),
  // Refuses a repeated field where a form sends a list.
  fault('reads-one-topic', 'D19', 'put_rating', ['positive-data-acceptance']),
]
