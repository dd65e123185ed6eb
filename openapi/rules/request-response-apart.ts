import type { OperationNode } from './lib/documents.ts'
import { isReference, responsesOf } from './lib/responses-of.ts'
import type { Place, Rule, VisitContext } from './lib/rule.ts'

/** No object schema serves both a request and a response: the one may not tighten what the other loosens. */
export const requestResponseApart: Rule = () => {
  const requests = new Map<string, Place>()
  const responses = new Map<string, Place>()
  return {
    Operation(operation: OperationNode, context) {
      collect(operation.requestBody, requests, context, context.location.source.absoluteRef)
      for (const { response, location } of responsesOf(operation, context)) {
        collect(response.content, responses, context, location.source.absoluteRef)
      }
    },
    Root: {
      leave(_root: object, context) {
        for (const [pointer, location] of requests) {
          if (!responses.has(pointer)) continue
          context.report({
            message: 'This schema is used in a request and in a response; split it.',
            location,
          })
        }
      },
    },
  }
}

function collect(node: unknown, found: Map<string, Place>, context: VisitContext, from: string) {
  if (typeof node !== 'object' || node === null) return
  if (!isReference(node)) {
    for (const [key, item] of Object.entries(node)) {
      if (key !== 'examples' && key !== 'example') collect(item, found, context, from)
    }
    return
  }
  const { node: target, location } = context.resolve(node, from)
  if (!location || found.has(location.absolutePointer)) return
  if (target?.properties) found.set(location.absolutePointer, location)
  collect(target, found, context, location.source.absoluteRef)
}
