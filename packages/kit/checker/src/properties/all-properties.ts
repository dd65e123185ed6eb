import { type Check, defineCheck } from '../core/check.ts'
import type { PropertyRule } from '../core/evidence.ts'
import { childOutlivesParent } from './child-outlives-parent/scenario.ts'
import { childUnderWrongParent } from './child-under-wrong-parent/scenario.ts'
import { conditionalRequest } from './conditional-request/scenario.ts'
import { credentialScope } from './credential-scope/scenario.ts'
import { failedChangeSideEffects } from './failed-change-side-effects/scenario.ts'
import { idempotencyKey } from './idempotency-key/scenario.ts'
import { jobNeverEnds } from './job-never-ends/scenario.ts'
import { links, wanderings } from './links/scenario.ts'
import { locationValid } from './location-valid/scenario.ts'
import type { Property } from './property.ts'

/** Every property, in the order in which a run tries them and a report names their rules. */
export const allProperties: readonly Property[] = [
  failedChangeSideEffects,
  childUnderWrongParent,
  conditionalRequest,
  idempotencyKey,
  childOutlivesParent,
  credentialScope,
  jobNeverEnds,
  locationValid,
  links,
  wanderings,
]

/** The rules of all properties. */
export const propertyRules: readonly PropertyRule[] = allProperties.flatMap(({ rules }) => rules)

/** The checks of single exchanges among them. */
export const propertyChecks: readonly Check[] = propertyRules.flatMap(({ verify, ...rule }) =>
  verify === undefined ? [] : defineCheck({ ...rule, needs: 'sequence', appliesTo: () => true, verify }),
)
