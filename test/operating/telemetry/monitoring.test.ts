import { openStore } from '@giftcards/storage'
import { CardsNotIssuedError } from '@giftcards/marketplace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFailingStore, type Sandbox, startSandbox } from '@giftcards/test-harness'
import { readText, readYaml, scripts, settingsRead } from '../deploy/read-deploy.ts'
import { leaveEarly } from './leave-early.ts'
import { scrape, startOperatedServer } from './operated-server.ts'

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
}

const { groups } = readYaml('prometheus/alerts.yaml') as { groups: readonly { rules: readonly Alert[] }[] }
const alerts = groups.flatMap(({ rules }) => rules)
const dashboardText = readText('deploy/grafana/dashboard.json')
const { panels } = JSON.parse(dashboardText) as {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[]
}
const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
const runbook = readText('apps/docs/guides/operating.md')
const reference = readText('apps/docs/guides/operating-reference.md')

let sandbox: Sandbox
/** The sample lines of `/metrics`. */
let samples: readonly string[]
beforeAll(async () => {
  sandbox = await startOperatedServer()
  samples = (await scrape(sandbox.url)).split('\n').filter((line) => /^[a-z]/.test(line))
})
afterAll(() => sandbox.close())

const shown = (): ReadonlySet<string> => new Set(samples.map((line) => line.split(/[{ ]/, 1)[0] ?? ''))
const keywords = new Set(['and', 'or', 'unless', 'offset'])

/** Returns the metrics in a PromQL expression: words that are not labels, functions or keywords. */
const metricsIn = (expression: string): readonly string[] =>
  expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|on) *\([^)]*\)/g, ' ')
    .match(/\b[a-z_]+\b(?! *\()/g)
    ?.filter((word) => !keywords.has(word)) ?? []

/** Returns the metrics and labels in an expression that `/metrics` does not have. */
const unknownIn = (expression: string): readonly string[] => [
  ...metricsIn(expression).filter((name) => name !== 'up' && !shown().has(name)),
  ...Array.from(expression.matchAll(/(\w+)\{([^}]*)\}/g)).flatMap(([, name = '', matchers = '']) =>
    Array.from(matchers.matchAll(/(\w+)(?:=~|!~|!=|=)/g), ([, label = '']) => label)
      .filter((label) => label !== 'instance' && label !== 'job')
      .filter((label) => !samples.some((line) => line.startsWith(`${name}{`) && line.includes(`${label}="`)))
      .map((label) => `${name}{${label}}`),
  ),
]

describe('the dashboard', () => {
  it('asks for nothing that /metrics does not show, and narrows every query to the chosen instances', () => {
    expect(queries.length).toBeGreaterThan(20)
    expect(queries.flatMap(unknownIn)).toStrictEqual([])
    expect(queries.filter((expr) => !expr.includes('instance=~"$instance"'))).toStrictEqual([])
  })

  it('shows every metric of the server', () => {
    const asked = new Set(
      queries.flatMap(metricsIn).map((name) => name.replace(/_(?:bucket|count|sum)$/, '')),
    )
    const own = [...shown()].filter((name) => !/^(?:process|nodejs)_|_(?:bucket|count|sum)$/.test(name))
    expect(own.filter((name) => !asked.has(name))).toStrictEqual([])
  })
})

describe('the alerts', () => {
  it('ask for nothing that /metrics does not show, and wake somebody or write a ticket', () => {
    expect(alerts.flatMap(({ expr }) => unknownIn(expr))).toStrictEqual([])
    expect(new Set(alerts.map(({ labels }) => labels.severity))).toStrictEqual(new Set(['page', 'ticket']))
  })

  it('ask for the job that Prometheus is told to collect from the servers', () => {
    const { scrape_configs: jobs } = readYaml('prometheus/prometheus.yaml') as {
      scrape_configs: readonly { job_name: string; static_configs: readonly { targets: string[] }[] }[]
    }
    const { services } = readYaml('compose.yaml') as { services: object }
    const servers = Object.keys(services).filter((name) => name.startsWith('server-'))
    expect(jobs).toMatchObject([
      { job_name: 'giftcards', static_configs: [{ targets: servers.map((name) => `${name}:3000`) }] },
    ])
    expect(alerts.map(({ expr }) => expr)).toContain('up{job="giftcards"} == 0')
  })

  it('stand in the runbook with their expression and a section that says what to do', () => {
    const sections = new Map(
      runbook
        .split(/^##+ /m)
        .map((text) => [(text.split('\n')[0] ?? '').toLowerCase().replaceAll(/[^a-z\d]+/g, '-'), text]),
    )
    for (const { alert, expr } of alerts) {
      const [, section = '', told = ''] =
        new RegExp(String.raw`^\| \[${alert}\]\(#([\w-]+)\) +\| \x60(.+?)\x60 +\|$`, 'm').exec(runbook) ?? []
      expect([alert, told, sections.get(section)]).toStrictEqual([
        alert,
        expr.trim(),
        expect.stringContaining('**Do:**'),
      ])
    }
  })
})

/** Returns the first two cells of each row in the table whose first column has this name. */
function rowsOf(guide: string, column: string): readonly (readonly [first: string, second: string])[] {
  const table = new RegExp(String.raw`^\| ${column} +\|.*\n\|[- |]+\n((?:\|.*\n)+)`, 'm').exec(guide)
  return (table?.[1] ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .map(([, first = '', second = '']) => [first, second] as const)
}

describe('the runbook', () => {
  it('names only settings that the server or the composition reads', () => {
    const composed = readText('deploy/compose.yaml')
    const ofComposition = Array.from(composed.matchAll(/\$\{([A-Z_]+)/g), ([, name = '']) => name)
    const read = new Set([...settingsRead(), ...settingsRead('production'), ...ofComposition])
    const named = Array.from(
      `${runbook}${reference}`.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g),
      ([, name = '']) => name,
    )
    expect(named.length).toBeGreaterThan(10)
    // The OpenTelemetry SDK reads its other settings.
    expect(named.filter((name) => !read.has(name) && !name.startsWith('OTEL_'))).toStrictEqual([])
  })

  it('names only commands that are scripts of the repository', () => {
    const named = Array.from(
      `${runbook}${reference}`.matchAll(/`npm run (?:-s )?([\w:-]+)/g),
      ([, name = '']) => name,
    )
    expect(named).toContain('check-books')
    expect(named.filter((name) => !(name in scripts))).toStrictEqual([])
  })

  it('names the fields of the log', async () => {
    const store = createFailingStore(await openStore('sqlite::memory:', { mode: 'sandbox' }))
    const failing = await startSandbox({}, { store })
    const partner = await failing.partner()
    // The log line of a request is written only after the end of its connection has been detected.
    await leaveEarly(failing.url, partner.token)
    await expect.poll(() => failing.logLines.join()).toContain('"aborted":true')
    const foreign = Object.assign(new Error('defect', { cause: new Error('cause') }), { code: 'ECONNRESET' })
    for (const error of [foreign, new CardsNotIssuedError('No card was issued.')]) {
      store.failWith(error)
      await partner.call('createCart', { body: { action: 'buy' } })
      store.recover()
    }
    await expect.poll(() => failing.logLines.join().split('"errorCode":"internal_error"')).toHaveLength(3)
    await failing.close()
    const lines = failing.logLines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    // Tracing is off here, and no response violates the contract.
    const absent = ['traceId', 'schemaPlace']
    for (const kind of ['request', 'defect']) {
      const told = rowsOf(reference, 'Field').filter(
        ([, where]) => where === 'every line' || where.includes(kind),
      )
      const written = new Set(lines.filter(({ msg }) => msg === kind).flatMap((line) => Object.keys(line)))
      expect(written).toStrictEqual(
        new Set(told.map(([name]) => name).filter((name) => !absent.includes(name))),
      )
    }
  })
})
