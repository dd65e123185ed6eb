import { type MetricFamily, sampleNames } from './read-metrics.ts'
import { hasBalancedBrackets, readPromql } from './read-promql.ts'

/** The labels that Prometheus itself adds to every series. */
const added: readonly string[] = ['instance', 'job']

/** Functions and aggregations of Prometheus that are used here. */
const functions: ReadonlySet<string> = new Set(
  'abs changes histogram_quantile increase max rate sum time timestamp topk'.split(' '),
)

/** Finds names in a PromQL expression that the metrics do not have: one sentence for each. */
export function findUnknownNames(expression: string, metrics: readonly MetricFamily[]): readonly string[] {
  const labelsOf = new Map([
    // Made by Prometheus for each server that it asks.
    ['up', new Set(added)],
    ...metrics.flatMap(({ name, type, labels }) =>
      sampleNames(name, type).map((sample) => [sample, new Set([...labels, ...added])] as const),
    ),
  ])
  const { metrics: used, groupedBy, calls } = readPromql(expression)
  const groups = used.length === 0 ? [] : groupedBy
  return [
    ...(hasBalancedBrackets(expression) ? [] : [`${expression}: a bracket is not closed`]),
    ...(used.length === 0 ? [`${expression}: no metric is named`] : []),
    ...calls
      .filter((call) => !functions.has(call))
      .map((call) => `${expression}: ${call} is no known function`),
    ...used.flatMap(({ name, labels }) => {
      const known = labelsOf.get(name)
      if (known === undefined) return [`${expression}: /metrics does not show ${name}`]
      return labels
        .filter((label) => !known.has(label))
        .map((label) => `${expression}: ${name} has no label ${label}`)
    }),
    ...groups
      .filter((label) => !used.some(({ name }) => labelsOf.get(name)?.has(label)))
      .map((label) => `${expression}: no metric of it has a label ${label}`),
  ]
}
