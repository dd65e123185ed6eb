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
import {
  childOutlivesParent,
  childUnderWrongParent,
  createdResourceUnavailable,
  idReused,
  resourceIdentity,
} from './sequences/creation.ts'
import { conditionalRequest } from './sequences/conditions.ts'
import { credentialScope } from './sequences/credential-scope.ts'
import { defaultNotApplied } from './sequences/defaults.ts'
import { listKeepsDeleted, listOmitsCreated, useAfterDelete } from './sequences/deletion.ts'
import { failedChangeSideEffects, failedCreationLeak } from './sequences/failed-changes.ts'
import { filterNotApplied } from './sequences/filters.ts'
import { idempotencyKey } from './sequences/idempotency-key.ts'
import { locationValid } from './sequences/location-valid.ts'
import { paginationLosesOrRepeats } from './sequences/paging.ts'
import { patchMerges, putIdempotent, putReplaces, repeatedPutCreated } from './sequences/replacement.ts'
import { readOnlyWritten } from './sequences/read-only-written.ts'
import { jobNeverEnds } from './sequences/states.ts'
import { textRoundTrip } from './sequences/text-round-trip.ts'
import { totalMismatch } from './sequences/totals.ts'
import { readYourWrite } from './sequences/written-values.ts'

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
  credentialScope,
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
  childUnderWrongParent,
  childOutlivesParent,
  conditionalRequest,
  idempotencyKey,
  jobNeverEnds,
  readYourWrite,
  textRoundTrip,
  readOnlyWritten,
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
  totalMismatch,
  filterNotApplied,
  slowResponse,
]
