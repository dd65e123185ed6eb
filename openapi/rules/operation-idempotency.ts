import type { OperationNode } from './lib/documents.ts'
import type { Rule } from './lib/rule.ts'

/** Methods that a client may repeat by themselves (RFC 9110, section 9.2.1). */
const safeMethods = ['get', 'head', 'options', 'trace']

const levels = ['always', 'key', 'never']

/**
 * Every operation that changes something says in `x-idempotency` whether a request may be repeated that may have been
 * carried out already: `always`, with its `Idempotency-Key` alone, or `never`. The method is not trusted to say it.
 */
export const operationIdempotency: Rule = () => ({
  Operation(operation: OperationNode, context) {
    const stated = operation['x-idempotency']
    if (safeMethods.includes(String(context.key))) {
      if (stated !== undefined)
        context.report({ message: 'x-idempotency is for methods that change something.' })
      return
    }
    if (!levels.includes(stated ?? '')) {
      context.report({ message: `x-idempotency must be one of ${levels.join(', ')}.` })
      return
    }
    const taken = (operation.parameters ?? []).map((parameter) => context.resolve(parameter).node?.name)
    if (taken.includes('Idempotency-Key') === (stated === 'key')) return
    context.report({
      message: 'x-idempotency is key where the operation takes an Idempotency-Key, and only there.',
    })
  },
})
