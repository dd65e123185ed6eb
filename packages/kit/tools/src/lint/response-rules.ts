import { isErrorStatus, nameOf, type OperationNode, requireHeaders, responsesOf, type Rule } from './rule.ts'

/** Every error has one shape: JSON, and a reference to one of the schemas named. */
export const errorSchema: Rule<{ schemas?: string[] }> = ({ schemas = ['Error', 'Problem'] }) => ({
  Operation(operation: OperationNode, context) {
    for (const { status, response } of responsesOf(operation, context)) {
      if (!isErrorStatus(status)) continue
      const json = Object.entries(response.content ?? {}).find(([type]) => /[/+]json\b/.test(type))
      const reference = String(json?.[1].schema?.['$ref'])
      if (schemas.some((name) => new RegExp(`[/#]${name}(\\.(ya?ml|json))?$`).test(reference))) continue
      context.report({
        message: `Response ${status} of ${nameOf(operation)} must be JSON of the schema ${schemas.join(' or ')}.`,
        location: context.location.child(['responses', status]).key(),
      })
    }
  },
})

/** Every body of a status has a named example, for the mock and the docs. Does not apply to ranges and `default`. */
export const responseExample: Rule = () => ({
  Operation(operation: OperationNode, context) {
    for (const { status, response } of responsesOf(operation, context)) {
      if (!/^\d{3}$/.test(status)) continue
      for (const [mediaType, { examples = {} }] of Object.entries(response.content ?? {})) {
        if (Object.keys(examples).length > 0) continue
        context.report({
          message: `Response ${status} of ${nameOf(operation)} needs a named example of ${mediaType}.`,
          location: context.location.child(['responses', status]).key(),
        })
      }
    }
  },
})

/** Every 429 declares `Retry-After` (RFC 6585, section 4). */
export const responseRetryAfter: Rule = requireHeaders(['Retry-After'], (status) => status === '429')
