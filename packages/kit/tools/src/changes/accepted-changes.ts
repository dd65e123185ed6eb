import type { IgnoredPlace, IgnoreFile } from '../ignore-file.ts'
import type { AcceptedChange } from './policies.ts'

/** Breaking changes that a project makes all the same. */
export const acceptedChangesFile: IgnoreFile = {
  name: '.contract-diff-ignore.yaml',
  places: 'places',
  banner: ` Breaking changes that are made all the same. A comment behind a place is its reason, and may begin with its last day:
 "until 2027-01-31: Nobody has called it since May." "contract diff --generate-ignore-file" adds what breaks now, and removes what is
 no longer found.`,
}

/** An entry of the file as the comparison takes it. */
export function toAcceptedChange({ rule, place, reason }: IgnoredPlace): AcceptedChange {
  const { until, rest = reason } =
    /^until (?<until>\d{4}-\d\d-\d\d)\b[:,.]?\s*(?<rest>.*)$/s.exec(reason ?? '')?.groups ?? {}
  return { rule, place, ...(until !== undefined && { until }), ...(rest && { reason: rest }) }
}
