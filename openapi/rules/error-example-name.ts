import type { OperationNode } from './lib/documents.ts'
import { isErrorStatus, responsesOf } from './lib/responses-of.ts'
import type { Rule } from './lib/rule.ts'

/** The example of an error is named after its error code, so in snake_case. */
export const errorExampleName: Rule = () => ({
  Operation(operation: OperationNode, context) {
    for (const { status, response } of responsesOf(operation, context)) {
      if (!isErrorStatus(status)) continue
      for (const { examples = {} } of Object.values(response.content ?? {})) {
        const wrong = Object.keys(examples).filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))
        if (wrong.length === 0) continue
        context.report({
          message: `Examples of an error are named after its code, in snake_case: ${wrong.join(', ')}.`,
          location: context.location.child(['responses', status]).key(),
        })
      }
    }
  },
})
