import {
  exampleFile,
  operationIdStyle,
  operationOneTag,
  operationSummaryStyle,
  requestResponseApart,
} from './operation-rules.ts'
import { errorSchema, responseExample, responseRetryAfter } from './response-rules.ts'
import {
  arrayBounded,
  noFractionalMultiple,
  noInlineSchema,
  objectRequired,
  propertyDescription,
  stringBounded,
} from './schema-rules.ts'

const rules = {
  'array-bounded': arrayBounded,
  'error-schema': errorSchema,
  'example-file': exampleFile,
  'no-fractional-multiple': noFractionalMultiple,
  'no-inline-schema': noInlineSchema,
  'object-required': objectRequired,
  'operation-id-style': operationIdStyle,
  'operation-one-tag': operationOneTag,
  'operation-summary-style': operationSummaryStyle,
  'property-description': propertyDescription,
  'request-response-apart': requestResponseApart,
  'response-example': responseExample,
  'response-retry-after': responseRetryAfter,
  'string-bounded': stringBounded,
}

/**
 * The rules as a plugin of Redocly: `plugins: ['@contract-kit/tools/redocly-plugin']`, then `contract/array-bounded: error`. The preset
 * `contract/recommended` has those that suit any API as warnings.
 */
export default function contractPlugin() {
  return {
    id: 'contract',
    rules: { oas3: rules },
    configs: {
      recommended: {
        rules: {
          'contract/no-fractional-multiple': 'warn',
          'contract/operation-summary-style': 'warn',
          'contract/response-example': 'warn',
          'contract/response-retry-after': 'warn',
        },
      },
    },
  }
}
