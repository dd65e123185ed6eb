import type { OperationNode } from './lib/documents.ts'
import type { Rule } from './lib/rule.ts'

/** Every operation names in `x-unknown-id` the error code that answers each of its path parameters, malformed or unknown. */
export const operationUnknownId: Rule = () => {
  let path = ''
  return {
    PathItem(_item, { key }) {
      path = String(key)
    },
    Operation(operation: OperationNode, context) {
      const wanted = Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name)
      const named = Object.entries(operation['x-unknown-id'] ?? {})
      for (const name of wanted.filter((one) => !named.some(([known]) => known === one)))
        context.report({ message: `x-unknown-id must name the error code of an unknown ${name}.` })
      for (const [name, code] of named) {
        if (!wanted.includes(name)) context.report({ message: `${name} of x-unknown-id is not in the path.` })
        else if (!/^[a-z]+(?:_[a-z]+)*$/.test(code))
          context.report({ message: `x-unknown-id must give ${name} an error code in snake_case.` })
      }
    },
  }
}
