import { arrayBounded } from './array-bounded.ts'
import { errorExampleName } from './error-example-name.ts'
import { errorSchema } from './error-schema.ts'
import { exampleFile } from './example-file.ts'
import { noFractionalMultiple } from './no-fractional-multiple.ts'
import { noInlineSchema } from './no-inline-schema.ts'
import { objectRequired } from './object-required.ts'
import { operationAccess } from './operation-access.ts'
import { operationIdCamelCase } from './operation-id-camel-case.ts'
import { operationIdempotency } from './operation-idempotency.ts'
import { operationOneTag } from './operation-one-tag.ts'
import { operationSummaryStyle } from './operation-summary-style.ts'
import { operationUnknownId } from './operation-unknown-id.ts'
import { propertyDescription } from './property-description.ts'
import { requestResponseApart } from './request-response-apart.ts'
import { responseErrorCode } from './response-error-code.ts'
import { responseExample } from './response-example.ts'
import { responseRequestId } from './response-request-id.ts'
import { responseRetryAfter } from './response-retry-after.ts'
import { responseTokenHeaders } from './response-token-headers.ts'
import { sourceStated } from './source-stated.ts'
import { stringBounded } from './string-bounded.ts'

/** The house rules, as a plugin of the linter: `house/<rule>`, one file per rule, named alike. */
export default function housePlugin() {
  return {
    id: 'house',
    rules: {
      oas3: {
        'array-bounded': arrayBounded,
        'error-example-name': errorExampleName,
        'error-schema': errorSchema,
        'example-file': exampleFile,
        'no-fractional-multiple': noFractionalMultiple,
        'no-inline-schema': noInlineSchema,
        'object-required': objectRequired,
        'operation-access': operationAccess,
        'operation-id-camel-case': operationIdCamelCase,
        'operation-idempotency': operationIdempotency,
        'operation-one-tag': operationOneTag,
        'operation-summary-style': operationSummaryStyle,
        'operation-unknown-id': operationUnknownId,
        'property-description': propertyDescription,
        'request-response-apart': requestResponseApart,
        'response-error-code': responseErrorCode,
        'response-example': responseExample,
        'response-request-id': responseRequestId,
        'response-retry-after': responseRetryAfter,
        'response-token-headers': responseTokenHeaders,
        'source-stated': sourceStated,
        'string-bounded': stringBounded,
      },
    },
  }
}
