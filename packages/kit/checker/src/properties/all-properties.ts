import { type Check, defineCheck } from '../core/check.ts'
import type { PropertyRule } from '../core/evidence.ts'
import { childOutlivesParent } from './child-outlives-parent/scenario.ts'
import { childUnderWrongParent } from './child-under-wrong-parent/scenario.ts'
import { conditionalRequest } from './conditional-request/scenario.ts'
import { createdResourceUnavailable } from './created-resource-unavailable/scenario.ts'
import { credentialScope } from './credential-scope/scenario.ts'
import { defaultNotApplied } from './default-not-applied/oracle.ts'
import { failedChangeSideEffects } from './failed-change-side-effects/scenario.ts'
import { failedCreationLeak } from './failed-creation-leak/scenario.ts'
import { filterNotApplied } from './filter-not-applied/scenario.ts'
import { idempotencyKey } from './idempotency-key/scenario.ts'
import { illegalTransition } from './illegal-transition/scenario.ts'
import { jobNeverEnds } from './job-never-ends/scenario.ts'
import { lifeCycle } from './life-cycle/scenario.ts'
import { links, wanderings } from './links/scenario.ts'
import { locationValid } from './location-valid/scenario.ts'
import { lostUpdate } from './lost-update/scenario.ts'
import { paginationLosesOrRepeats } from './pagination-loses-or-repeats/scenario.ts'
import { patchMerges } from './patch-merges/scenario.ts'
import type { Property } from './property.ts'
import { putReplaces } from './put-replaces/scenario.ts'
import { readOnlyWritten } from './read-only-written/scenario.ts'
import { readYourWrite } from './read-your-write/scenario.ts'
import { resourceIdentity } from './resource-identity/oracle.ts'
import { tables } from './tables/scenario.ts'
import { textRoundTrip } from './text-round-trip/scenario.ts'
import { totalMismatch } from './total-mismatch/oracle.ts'

/** All properties, in the order of runs and reports. */
export const allProperties: readonly Property[] = [
  lifeCycle,
  readYourWrite,
  createdResourceUnavailable,
  failedCreationLeak,
  failedChangeSideEffects,
  putReplaces,
  patchMerges,
  paginationLosesOrRepeats,
  filterNotApplied,
  childUnderWrongParent,
  conditionalRequest,
  idempotencyKey,
  textRoundTrip,
  tables,
  childOutlivesParent,
  readOnlyWritten,
  lostUpdate,
  credentialScope,
  jobNeverEnds,
  illegalTransition,
  locationValid,
  links,
  wanderings,
  resourceIdentity,
  defaultNotApplied,
  totalMismatch,
]

/** The rules of all properties. */
export const propertyRules: readonly PropertyRule[] = allProperties.flatMap(({ rules }) => rules)

/** The properties that check single exchanges. */
export const propertyChecks: readonly Check[] = propertyRules.flatMap(({ verify, ...rule }) =>
  verify === undefined ? [] : defineCheck({ ...rule, needs: 'sequence', appliesTo: () => true, verify }),
)
