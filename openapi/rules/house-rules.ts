import {
  isErrorStatus,
  type OperationNode,
  type Place,
  requireHeaders,
  responsesOf,
  type Rule,
  type VisitContext,
} from '@contract-kit/tools/lint'

/** The example of an error is named after its error code, so in snake_case. */
const errorExampleName: Rule = () => ({
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

const accessLevels = ['none', 'session', 'customer', 'sandbox']

/** Every operation states in `x-access` which callers may use it. */
const operationAccess: Rule = () => ({
  Operation(operation: OperationNode, context) {
    if (accessLevels.includes(String(operation['x-access']))) return
    context.report({ message: `x-access must be one of ${accessLevels.join(', ')}.` })
  },
})

/** Methods that change nothing, so a client may repeat them (RFC 9110, section 9.2.1). */
const safeMethods = ['get', 'head', 'options', 'trace']

const idempotencyLevels = ['always', 'key', 'never']

/**
 * A request may have taken effect although its response was lost. Every operation that changes data states in `x-idempotency` whether a
 * client may then repeat it: `always`, with its `Idempotency-Key` (`key`), or `never`. The method alone does not tell.
 */
const operationIdempotency: Rule = () => ({
  Operation(operation: OperationNode, context) {
    const stated = operation['x-idempotency']
    if (safeMethods.includes(String(context.key))) {
      if (stated !== undefined)
        context.report({ message: 'x-idempotency is for methods that change something.' })
      return
    }
    if (!idempotencyLevels.includes(String(stated))) {
      context.report({ message: `x-idempotency must be one of ${idempotencyLevels.join(', ')}.` })
      return
    }
    const taken = (operation.parameters ?? []).map((parameter) => context.resolve(parameter).node?.name)
    if (taken.includes('Idempotency-Key') === (stated === 'key')) return
    context.report({
      message: 'x-idempotency is key where the operation takes an Idempotency-Key, and only there.',
    })
  },
})

/** Every operation names in `x-unknown-id` the error code of each path parameter, for malformed and unknown ids. */
const operationUnknownId: Rule = () => {
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

/** Every error response declares `x-error-code`, the header with the machine-readable code. */
const responseErrorCode = requireHeaders(['x-error-code'], isErrorStatus)

/** Every response declares `x-request-id`. */
const responseRequestId = requireHeaders(['x-request-id'], () => true)

/** Every response to a caller with a token declares the token headers, since any of them may refresh it. */
const responseTokenHeaders = requireHeaders(
  ['authorization', 'x-token-exp-seconds', 'x-session-id'],
  (_status, operation) => ['session', 'customer'].includes(String(operation['x-access'])),
)

/** Every response to a partner declares the headers of the limits, since every operation is limited. */
const responseRateLimit = requireHeaders(
  ['RateLimit-Policy', 'RateLimit'],
  (_status, operation) => operation['x-access'] !== 'sandbox',
)

/** The source of a statement: a section of the specification, a decision, or an extension. */
const source = /^(spec \d+(\.\d+)*|decision|extension)(, (spec \d+(\.\d+)*|decision|extension))*$/

/** Every operation, response and component schema states its source in `x-source`. */
const sourceStated: Rule = () => ({
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

/** Whether a place is a component: an entry of `components/<kind>`, or a file of that folder. */
function isComponent(place: Place, kind: string): boolean {
  const path = place.pointer.replace(/^#?\//, '')
  if (path === '') return place.source.absoluteRef.includes(`/components/${kind}/`)
  return new RegExp(`^components/${kind}/[^/]+$`).test(path)
}

/** The rules of this contract as a plugin of the linter; README.md explains each. */
export default function housePlugin() {
  return {
    id: 'house',
    rules: {
      oas3: {
        'error-example-name': errorExampleName,
        'operation-access': operationAccess,
        'operation-idempotency': operationIdempotency,
        'operation-unknown-id': operationUnknownId,
        'response-error-code': responseErrorCode,
        'response-rate-limit': responseRateLimit,
        'response-request-id': responseRequestId,
        'response-token-headers': responseTokenHeaders,
        'source-stated': sourceStated,
      },
    },
  }
}
