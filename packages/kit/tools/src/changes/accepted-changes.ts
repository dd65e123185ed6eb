import type { IgnoredPlace, IgnoreFile } from '../ignore-file.ts'
import type { AcceptedChange } from './policies.ts'

/** Breaking changes that a project has accepted. */
export const acceptedChangesFile: IgnoreFile = {
  name: '.contract-diff-ignore.yaml',
  places: 'places',
  banner: ` Accepted breaking changes. A comment after a place is its reason, and may begin with its last day:
 "until 2027-01-31: No calls since May." "contract diff --generate-ignore-file" adds the current breaking changes, and
 removes stale entries.`,
}

/** Converts an entry of the file for the comparison. */
export function toAcceptedChange({ rule, place, reason }: IgnoredPlace): AcceptedChange {
  const { until, rest = reason } =
    /^until (?<until>\d{4}-\d\d-\d\d)\b[:,.]?\s*(?<rest>.*)$/s.exec(reason ?? '')?.groups ?? {}
  return { rule, place, ...(until !== undefined && { until }), ...(rest && { reason: rest }) }
}
