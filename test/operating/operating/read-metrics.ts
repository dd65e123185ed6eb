/** One metric as the Prometheus text format shows it. */
export interface MetricFamily {
  readonly name: string
  readonly type: string
  readonly help: string
  /** The names of its labels, `le` of buckets included. */
  readonly labels: ReadonlySet<string>
  /** How many time series it has. */
  readonly series: number
}

/** Reads the Prometheus text format. */
export function readMetrics(text: string): readonly MetricFamily[] {
  const lines = text.split('\n')
  return lines.flatMap((line) => {
    const [, name = '', type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
    if (name === '') return []
    const help = lines.find((one) => one.startsWith(`# HELP ${name} `))?.slice(`# HELP ${name} `.length) ?? ''
    const own = new Set(sampleNames(name, type))
    const samples = lines.filter((one) => own.has(/^[\w:]+/.exec(one)?.[0] ?? ''))
    const labels = samples.flatMap((one) => Array.from(one.matchAll(/(\w+)="/g), ([, label = '']) => label))
    return [{ name, type, help, labels: new Set(labels), series: samples.length }]
  })
}

/** The names under which a metric's samples are queried. */
export const sampleNames = (name: string, type: string): readonly string[] =>
  type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]
