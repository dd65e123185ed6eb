import { allowHeaderConformance } from './allow-header-conformance.ts'
import { bodyOnNoContent } from './body-on-no-content.ts'
import type { Check } from './check.ts'
import { childUnderWrongParent } from './child-under-wrong-parent.ts'
import { contentNegotiation } from './content-negotiation.ts'
import { contentTypeConformance } from './content-type-conformance.ts'
import { createdResourceUnavailable } from './created-resource-unavailable.ts'
import { defaultNotApplied } from './default-not-applied.ts'
import { errorBodyConformance } from './error-body-conformance.ts'
import { failedChangeSideEffects } from './failed-change-side-effects.ts'
import { failedCreationLeak } from './failed-creation-leak.ts'
import { filterNotApplied } from './filter-not-applied.ts'
import { headMismatch } from './head-mismatch.ts'
import { hiddenRoute } from './hidden-route.ts'
import { ignoredAuth } from './ignored-auth.ts'
import { invalidAuth } from './invalid-auth.ts'
import { leakedInternals } from './leaked-internals.ts'
import { listKeepsDeleted } from './list-keeps-deleted.ts'
import { listOmitsCreated } from './list-omits-created.ts'
import { locationValid } from './location-valid.ts'
import { methodNotAllowedDeclared } from './method-not-allowed-declared.ts'
import { misleadingCreated } from './misleading-created.ts'
import { missingRequiredHeader } from './missing-required-header.ts'
import { missingWwwAuthenticate } from './missing-www-authenticate.ts'
import { negativeDataRejection } from './negative-data-rejection.ts'
import { nonstandardStatus } from './nonstandard-status.ts'
import { notAServerError } from './not-a-server-error.ts'
import { notAcceptableValidAccept } from './not-acceptable-valid-accept.ts'
import { notModifiedUnasked } from './not-modified-unasked.ts'
import { paginationLosesOrRepeats } from './pagination-loses-or-repeats.ts'
import { patchMerges } from './patch-merges.ts'
import { payloadRefusedWithoutPayload } from './payload-refused-without-payload.ts'
import { positiveDataAcceptance } from './positive-data-acceptance.ts'
import { putIdempotent } from './put-idempotent.ts'
import { putReplaces } from './put-replaces.ts'
import { readYourWrite } from './read-your-write.ts'
import { repeatedPutCreated } from './repeated-put-created.ts'
import { resourceIdentity } from './resource-identity.ts'
import { responseHeadersConformance } from './response-headers-conformance.ts'
import { responseSchemaConformance } from './response-schema-conformance.ts'
import { slowResponse } from './slow-response.ts'
import { statusCodeConformance } from './status-code-conformance.ts'
import { unauthorizedWithoutSecurity } from './unauthorized-without-security.ts'
import { undocumentedProperties } from './undocumented-properties.ts'
import { unsupportedMethod } from './unsupported-method.ts'
import { upgradeRequiredHeader } from './upgrade-required-header.ts'
import { useAfterDelete } from './use-after-delete.ts'

/** Every check of single answers and of sequences, in the order in which a report names them. */
export const allChecks: readonly Check[] = [
  notAServerError,
  statusCodeConformance,
  nonstandardStatus,
  contentTypeConformance,
  responseHeadersConformance,
  responseSchemaConformance,
  errorBodyConformance,
  undocumentedProperties,
  positiveDataAcceptance,
  negativeDataRejection,
  missingRequiredHeader,
  contentNegotiation,
  notAcceptableValidAccept,
  ignoredAuth,
  invalidAuth,
  missingWwwAuthenticate,
  unauthorizedWithoutSecurity,
  unsupportedMethod,
  allowHeaderConformance,
  methodNotAllowedDeclared,
  hiddenRoute,
  headMismatch,
  bodyOnNoContent,
  misleadingCreated,
  notModifiedUnasked,
  payloadRefusedWithoutPayload,
  upgradeRequiredHeader,
  leakedInternals,
  useAfterDelete,
  createdResourceUnavailable,
  resourceIdentity,
  childUnderWrongParent,
  readYourWrite,
  defaultNotApplied,
  failedCreationLeak,
  failedChangeSideEffects,
  putReplaces,
  putIdempotent,
  repeatedPutCreated,
  patchMerges,
  locationValid,
  listOmitsCreated,
  listKeepsDeleted,
  paginationLosesOrRepeats,
  filterNotApplied,
  slowResponse,
]
