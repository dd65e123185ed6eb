import type { OperationNode } from './lib/documents.ts'
import { isReference, responsesOf } from './lib/responses-of.ts'
import type { Rule, VisitContext } from './lib/rule.ts'

/**
 * The example `full` of `addCards` stands in `examples/addCards/full.yaml`, or, where several operations
 * share it by sharing a response, in `examples/shared/full.yaml`.
 */
export const exampleFile: Rule = () => ({
  Operation(operation: OperationNode, context) {
    const request = context.resolve(operation.requestBody).node
    const bodies = [request ?? {}, ...responsesOf(operation, context).map(({ response }) => response)]
    const mediaTypes = bodies.flatMap(({ content }) => Object.values(content ?? {}))
    for (const { examples = {} } of mediaTypes) checkFiles(operation.operationId, examples, context)
  },
})

function checkFiles(
  operationId: string | undefined,
  examples: Record<string, unknown>,
  context: VisitContext,
) {
  for (const [name, example] of Object.entries(examples)) {
    const file = `examples/${operationId}/${name}.yaml`
    const shared = `examples/shared/${name}.yaml`
    if (isReference(example) && [file, shared].some((path) => example.$ref.endsWith(`/${path}`))) continue
    context.report({
      message: `Example ${name} of ${operationId} must be a reference to ${file} or ${shared}.`,
    })
  }
}
