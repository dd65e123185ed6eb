import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '@giftcards/test-harness'
import { findUnknownNames } from './find-unknown-names.ts'
import { scrape, startOperatedServer } from './operated-server.ts'
import { readAlerts, readDeployed, readDeployedYaml } from './read-deploy.ts'
import { type MetricFamily, readMetrics } from './read-metrics.ts'
import { readPromql } from './read-promql.ts'

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly description?: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}

const dashboard = JSON.parse(readDeployed('grafana/dashboard.json')) as {
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] }
}
const graphs = dashboard.panels.filter(({ type }) => type !== 'row')
const queries = graphs.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })))

let sandbox: Sandbox
let metrics: readonly MetricFamily[]
beforeAll(async () => {
  sandbox = await startOperatedServer()
  metrics = readMetrics(await scrape(sandbox.url))
})
afterAll(() => sandbox.close())

describe('the dashboard', () => {
  it('asks for nothing that /metrics does not show', () => {
    expect(queries.length).toBeGreaterThan(20)
    expect(queries.flatMap(({ expr }) => findUnknownNames(expr, metrics))).toStrictEqual([])
  })

  it('shows every metric of the server', () => {
    const asked = new Set(queries.flatMap(({ expr }) => readPromql(expr).metrics.map(({ name }) => name)))
    const own = metrics.map(({ name }) => name).filter((name) => !/^(?:process|nodejs)_/.test(name))
    const unseen = own.filter((name) => ![name, `${name}_bucket`].some((sample) => asked.has(sample)))
    expect(unseen).toStrictEqual([])
  })

  it('narrows every query to the chosen instances', () => {
    for (const { title, expr } of queries) {
      for (const { name, labels } of readPromql(expr).metrics) {
        expect([title, name, labels]).toStrictEqual([title, name, expect.arrayContaining(['instance'])])
      }
    }
  })

  it('names in its legends only labels that its queries keep', () => {
    for (const { title, expr, legendFormat } of queries) {
      const { groupedBy, metrics: used } = readPromql(expr)
      const kept = groupedBy.length > 0 || /\bsum\(/.test(expr) ? groupedBy : ['instance', ...labelsOf(used)]
      const named = Array.from(legendFormat.matchAll(/\{\{(\w+)\}\}/g), ([, label]) => label)
      expect([title, named.filter((label) => !kept.includes(label ?? ''))]).toStrictEqual([title, []])
    }
  })

  it('knows the variables that it uses', () => {
    const names = new Set(dashboard.templating.list.map(({ name }) => name))
    const used = readDeployed('grafana/dashboard.json').matchAll(/\$\{?(?!__)(\w+)/g)
    expect(Array.from(used, ([, name = '']) => name).filter((name) => !names.has(name))).toStrictEqual([])
    const [, metric] =
      /label_values\((\w+), instance\)/.exec(dashboard.templating.list[1]?.definition ?? '') ?? []
    expect(metrics.map(({ name }) => name)).toContain(metric)
  })

  it('has panels that do not overlap, each with an id of its own and a sentence', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_value, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    for (const { title, description = '' } of graphs)
      expect([title, description]).toStrictEqual([title, expect.stringMatching(/\.$/)])
  })
})

const labelsOf = (used: readonly { readonly name: string }[]): readonly string[] =>
  used.flatMap(({ name }) => [...(metrics.find((one) => one.name === name)?.labels ?? [])])

describe('the alerts', () => {
  it('ask for nothing that /metrics does not show', () => {
    expect(readAlerts().flatMap(({ expr }) => findUnknownNames(expr, metrics))).toStrictEqual([])
  })

  it('wake somebody or write a ticket, and say why', () => {
    for (const { alert, labels, annotations } of readAlerts()) {
      expect([alert, labels.severity]).toStrictEqual([alert, expect.stringMatching(/^(?:page|ticket)$/)])
      expect(annotations.summary).not.toBe('')
    }
  })

  it('ask for the job that Prometheus is told to collect', () => {
    const { scrape_configs: jobs } = readDeployedYaml('prometheus/prometheus.yaml') as {
      scrape_configs: readonly {
        job_name: string
        static_configs: readonly { targets: readonly string[] }[]
      }[]
    }
    const expressions = readAlerts().map(({ expr }) => expr)
    const asked = expressions.flatMap((expr) => Array.from(expr.matchAll(/job="(\w+)"/g), ([, job]) => job))
    expect([...new Set(asked)]).toStrictEqual(jobs.map((job) => job.job_name))
    const { services } = readDeployedYaml('compose.yaml') as { services: Readonly<Record<string, unknown>> }
    const servers = Object.keys(services).filter((name) => name.startsWith('server-'))
    expect(jobs.flatMap((job) => job.static_configs.flatMap(({ targets }) => targets))).toStrictEqual(
      servers.map((name) => `${name}:3000`),
    )
  })
})
