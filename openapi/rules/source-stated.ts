import { isComponent } from './lib/is-component.ts'
import type { Place, Rule, VisitContext } from './lib/rule.ts'

/** Where a statement comes from: a section, a decided value, or an extension of the specification. */
const source = /^(spec \d+(\.\d+)*|decision|extension)(, (spec \d+(\.\d+)*|decision|extension))*$/

/** Every operation, response and component schema says in `x-source` where it comes from. */
export const sourceStated: Rule = () => ({
  Operation: check('An operation'),
  Response: check('A response'),
  Schema(schema: Sourced, context) {
    if (isComponent(context.location, 'schemas')) check('A component schema')(schema, context)
  },
})

interface Sourced {
  'x-source'?: unknown
}

function check(subject: string) {
  return (node: Sourced, context: VisitContext) => {
    const stated = node['x-source']
    if (typeof stated === 'string' && source.test(stated)) return
    const location: Place = context.location
    context.report({
      message: `${subject} must state x-source, as "spec 4.4", "decision" or "extension", several with commas.`,
      location,
    })
  }
}
