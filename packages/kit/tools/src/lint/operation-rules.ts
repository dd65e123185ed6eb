import {
  isReference,
  nameOf,
  type OperationNode,
  type Place,
  responsesOf,
  type Rule,
  type VisitContext,
} from './rule.ts'

const styles: Readonly<Record<string, RegExp>> = {
  camelCase: /^[a-z]+[a-z0-9]*([A-Z][a-z0-9]*)*$/,
  'kebab-case': /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
  snake_case: /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/,
}

/** All operationIds are written in one style, because they become functions, files and folders. */
export const operationIdStyle: Rule<{ style?: string }> = ({ style = 'camelCase' }) => ({
  Operation({ operationId }: OperationNode, context) {
    if (operationId === undefined || styles[style]?.test(operationId) === true) return
    const wanted =
      style in styles ? style : `one of ${Object.keys(styles).join(', ')}, which the option "style" names`
    context.report({ message: `operationId ${operationId} must be ${wanted}.` })
  },
})

/** An operation has exactly one tag, so that the docs list it once. */
export const operationOneTag: Rule = () => ({
  Operation({ tags = [] }: OperationNode, context) {
    if (tags.length === 1) return
    context.report({ message: `An operation must have exactly one tag, not ${tags.length}.` })
  },
})

/**
 * A summary is a short instruction of at most `maxWords` words, without a full stop. It begins with one of the `verbs`, if
 * the configuration lists them. Without a list, the rule cannot recognize a verb.
 */
export const operationSummaryStyle: Rule<{ maxWords?: number; verbs?: string[] }> = ({
  maxWords = 8,
  verbs,
}) => ({
  Operation({ summary }: OperationNode, context) {
    if (summary === undefined) return
    const words = summary.split(/\s+/)
    const report = (message: string): void =>
      context.report({ message, location: context.location.child(['summary']) })
    if (words.length > maxWords) report(`A summary has at most ${maxWords} words.`)
    if (summary.endsWith('.')) report('A summary ends without a full stop.')
    if (verbs !== undefined && !verbs.includes(words[0] ?? ''))
      report(`A summary begins with one of: ${verbs.join(', ')}.`)
  },
})

/** No object schema is used in both requests and responses, because they evolve in opposite directions. */
export const requestResponseApart: Rule = () => {
  const requests = new Map<string, Place>()
  const responses = new Map<string, Place>()
  return {
    Operation(operation: OperationNode, context) {
      collect(operation.requestBody, requests, context, context.location.source.absoluteRef)
      for (const { response, location } of responsesOf(operation, context))
        collect(response.content, responses, context, location.source.absoluteRef)
    },
    Root: {
      leave(_root: object, context) {
        for (const [pointer, location] of requests) {
          if (!responses.has(pointer)) continue
          const message = 'This schema is used in a request and in a response; split it.'
          context.report({ message, location })
        }
      },
    },
  }
}

function collect(node: unknown, found: Map<string, Place>, context: VisitContext, from: string): void {
  if (typeof node !== 'object' || node === null) return
  if (!isReference(node)) {
    for (const [key, item] of Object.entries(node))
      if (key !== 'examples' && key !== 'example') collect(item, found, context, from)
    return
  }
  const { node: target, location } = context.resolve(node, from)
  if (!location || found.has(location.absolutePointer)) return
  if (target?.properties) found.set(location.absolutePointer, location)
  collect(target, found, context, location.source.absoluteRef)
}

/**
 * The example `full` of `addTrip` is in `examples/addTrip/full.yaml`, or, where several operations share it by sharing a response,
 * in `examples/shared/full.yaml`.
 */
export const exampleFile: Rule<{ folder?: string; shared?: string }> = ({
  folder = 'examples',
  shared = 'shared',
}) => ({
  Operation(operation: OperationNode, context) {
    const request = context.resolve(operation.requestBody).node
    const bodies = [request ?? {}, ...responsesOf(operation, context).map(({ response }) => response)]
    const mediaTypes = bodies.flatMap(({ content }) => Object.values(content ?? {}))
    const examples = mediaTypes.flatMap((media) => Object.entries(media.examples ?? {}))
    for (const [name, example] of examples) {
      const files = [nameOf(operation), shared].map((owner) => `${folder}/${owner}/${name}.yaml`)
      if (isReference(example) && files.some((path) => `/${example.$ref}`.endsWith(`/${path}`))) continue
      const message = `Example ${name} of ${nameOf(operation)} must be a reference to ${files.join(' or ')}.`
      context.report({ message })
    }
  },
})
