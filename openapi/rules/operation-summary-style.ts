import type { OperationNode } from './lib/documents.ts'
import type { Rule } from './lib/rule.ts'

/**
 * A summary is a short order: one of the `verbs` first, at most `maxWords` words, no full stop.
 * The verbs are listed in the configuration, because no program knows a verb by its looks.
 */
export const operationSummaryStyle: Rule<{ maxWords: number; verbs: string[] }> = ({ maxWords, verbs }) => ({
  Operation({ summary }: OperationNode, context) {
    if (summary === undefined) return
    const words = summary.split(/\s+/)
    const report = (message: string) =>
      context.report({ message, location: context.location.child(['summary']) })
    if (words.length > maxWords) report(`A summary has at most ${maxWords} words.`)
    if (summary.endsWith('.')) report('A summary ends without a full stop.')
    if (!verbs.includes(words[0] ?? '')) report(`A summary begins with one of: ${verbs.join(', ')}.`)
  },
})
