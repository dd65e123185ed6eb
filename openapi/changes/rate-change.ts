import type { ChangeCheck, ChangeContext } from './change-check.ts'
import type { Change } from './change.ts'
import { accessNarrowed } from './checks/access-narrowed.ts'
import { defaultChanged } from './checks/default-changed.ts'
import { discriminatorChanged } from './checks/discriminator-changed.ts'
import { idempotencyLost } from './checks/idempotency-lost.ts'
import { mediaTypeGiven } from './checks/media-type-given.ts'
import { pathParameterRenamed } from './checks/path-parameter-renamed.ts'
import { readOnlyAdded } from './checks/read-only-added.ts'
import { requiredBodyAdded } from './checks/required-body-added.ts'
import { responseHeaderOptional } from './checks/response-header-optional.ts'
import { sentPropertyRemoved } from './checks/sent-property-removed.ts'
import { serversOverridden } from './checks/servers-overridden.ts'
import { successStatusAdded } from './checks/success-status-added.ts'
import { describeChange } from './describe-change.ts'
import { describePlace } from './describe-place.ts'
import type { FoundChange } from './found-change.ts'
import { isWording } from './is-wording.ts'

const checks: readonly ChangeCheck[] = [
  accessNarrowed,
  defaultChanged,
  discriminatorChanged,
  idempotencyLost,
  mediaTypeGiven,
  pathParameterRenamed,
  readOnlyAdded,
  requiredBodyAdded,
  responseHeaderOptional,
  sentPropertyRemoved,
  serversOverridden,
  successStatusAdded,
]

/**
 * How much of a version a change takes. Breaking: a rule of Redocly or a check of ours says so. Wording: no program can
 * tell. Everything else is compatible, and takes a minor version, whatever Redocly rates it.
 */
export function rateChange(found: FoundChange, context: ChangeContext): Change {
  const place = describePlace(found)
  const [verdict] = found.verdicts
  if (verdict) return { impact: 'major', rule: verdict.ruleId, place, what: verdict.message }
  for (const check of checks) {
    const what = check.verify(found, context)
    if (what !== undefined) return { impact: 'major', rule: check.id, place, what }
  }
  const what = describeChange(found)
  return isWording(found)
    ? { impact: 'patch', rule: 'wording', place, what }
    : { impact: 'minor', rule: 'compatible', place, what }
}
