import type { Check } from '../core/check.ts'
import {
  missingRequiredHeader,
  negativeDataRejection,
  positiveDataAcceptance,
  stringCoerced,
} from './exchanges/acceptance.ts'
import {
  errorBodyConformance,
  responseSchemaConformance,
  undocumentedProperties,
} from './exchanges/bodies.ts'
import {
  ignoredAuth,
  invalidAuth,
  missingWwwAuthenticate,
  unauthorizedWithoutSecurity,
  weakCredential,
} from './exchanges/credentials.ts'
import { headMismatch } from './exchanges/head-mismatch.ts'
import { contentTypeConformance, responseHeadersConformance } from './exchanges/headers.ts'
import { leakedInternals } from './exchanges/leaked-internals.ts'
import {
  allowHeaderConformance,
  hiddenRoute,
  methodNotAllowedDeclared,
  unsupportedMethod,
} from './exchanges/methods.ts'
import { contentNegotiation, notAcceptableValidAccept } from './exchanges/negotiation.ts'
import {
  bodyOnNoContent,
  misleadingCreated,
  nonstandardStatus,
  notAServerError,
  notModifiedUnasked,
  payloadRefusedWithoutPayload,
  slowResponse,
  statusCodeConformance,
  upgradeRequiredHeader,
} from './exchanges/statuses.ts'
import { createdResourceUnavailable } from '../properties/created-resource-unavailable/oracle.ts'
import { failedCreationLeak } from '../properties/failed-creation-leak/oracle.ts'
import { idReused, resourceIdentity } from '../properties/resource-identity/oracle.ts'
import { defaultNotApplied } from '../properties/default-not-applied/oracle.ts'
import { listKeepsDeleted, listOmitsCreated, useAfterDelete } from '../properties/life-cycle/oracle.ts'
import { filterNotApplied } from '../properties/filter-not-applied/oracle.ts'
import { paginationLosesOrRepeats } from '../properties/pagination-loses-or-repeats/oracle.ts'
import {
  patchMerges,
  putIdempotent,
  putReplaces,
  repeatedPutCreated,
} from '../properties/put-replaces/oracle.ts'
import { readOnlyWritten } from '../properties/read-only-written/oracle.ts'
import { textRoundTrip } from '../properties/text-round-trip/oracle.ts'
import { totalMismatch } from '../properties/total-mismatch/oracle.ts'
import { readYourWrite } from '../properties/read-your-write/oracle.ts'

/** Every check of single responses and of sequences, in the order in which a report names them. */
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
  stringCoerced,
  missingRequiredHeader,
  contentNegotiation,
  notAcceptableValidAccept,
  ignoredAuth,
  invalidAuth,
  weakCredential,
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
  idReused,
  readYourWrite,
  textRoundTrip,
  readOnlyWritten,
  defaultNotApplied,
  failedCreationLeak,
  putReplaces,
  putIdempotent,
  repeatedPutCreated,
  patchMerges,
  listOmitsCreated,
  listKeepsDeleted,
  paginationLosesOrRepeats,
  totalMismatch,
  filterNotApplied,
  slowResponse,
]
