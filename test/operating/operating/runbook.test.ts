import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '@giftcards/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFailingStore, type Sandbox, startSandbox } from '@giftcards/test-harness'
import { openStore } from '@giftcards/storage'
import { leaveEarly } from './leave-early.ts'
import { readAlerts, repositoryRoot } from './read-deploy.ts'

const runbook = readFileSync(join(repositoryRoot, 'apps/docs/guides/operating.md'), 'utf8')

/** The rows of the table whose first column has this name, each as the texts of its cells. */
function rowsOf(firstColumn: string): readonly (readonly string[])[] {
  const table = new RegExp(String.raw`^\| ${firstColumn} +\|.*\n\|[- |]+\n((?:\|.*\n)+)`, 'm').exec(runbook)
  return (table?.[1] ?? '')
    .trimEnd()
    .split('\n')
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}

const plain = (cell: string | undefined): string => (cell ?? '').replaceAll('`', '')

describe('the alerts of the runbook', () => {
  it('are those that Prometheus reads, with the same expressions', () => {
    const told = rowsOf('Alert').map(([name = '', expr]) => [/^\[(\w+)\]/.exec(name)?.[1], plain(expr)])
    expect(told).toStrictEqual(readAlerts().map(({ alert, expr }) => [alert, expr.trim()]))
  })

  it('lead to a section that says what to do', () => {
    const sections = new Map(
      runbook
        .split(/^## /m)
        .slice(1)
        .map((text) => [(text.split('\n')[0] ?? '').toLowerCase().replaceAll(/[^a-z\d]+/g, '-'), text]),
    )
    for (const [cell = ''] of rowsOf('Alert')) {
      const [, section = ''] = /\(#([\w-]+)\)/.exec(cell) ?? []
      expect([section, sections.get(section)]).toStrictEqual([section, expect.stringContaining('**Do:**')])
    }
  })
})

describe('the settings of the runbook', () => {
  it('have the defaults of the server', () => {
    const told = Object.fromEntries(rowsOf('Setting').map(([name, value]) => [plain(name), plain(value)]))
    const { delayMs, graceMs } = readConfig({}).shutdown
    expect(told['SHUTDOWN_DELAY_SECONDS']).toBe(String(delayMs / 1000))
    expect(told['SHUTDOWN_GRACE_SECONDS']).toBe(String(graceMs / 1000))
    expect([told['TRUSTED_PROXIES'], readConfig({}).trustedProxies]).toStrictEqual(['none', []])
    expect(Object.keys(told).filter((name) => name.startsWith('OTEL_'))).toHaveLength(4)
  })

  it('named elsewhere on the page are read by the server', () => {
    const asked = new Set<string>()
    readConfig(
      new Proxy<Record<string, string | undefined>>(
        {},
        {
          get(_env, name: string) {
            asked.add(name)
            return undefined
          },
        },
      ),
    )
    const named = Array.from(runbook.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g), ([, name = '']) => name)
    const own = new Set(rowsOf('Setting').map(([name]) => plain(name)))
    expect(named.filter((name) => !own.has(name) && !asked.has(name))).toStrictEqual([])
  })
})

describe('the commands of the runbook', () => {
  it('are scripts of the repository', () => {
    const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>
    }
    const named = Array.from(runbook.matchAll(/`npm run (?:-s )?([\w:-]+)/g), ([, name = '']) => name)
    expect(named).toContain('check-books')
    expect(named.filter((name) => !(name in scripts))).toStrictEqual([])
  })
})

describe('the log fields of the runbook', () => {
  let sandbox: Sandbox
  let lines: readonly Readonly<Record<string, unknown>>[]
  /** The line of a request is written once its connection has seen the end of it. */
  const untilWritten = (part: string): Promise<void> =>
    vi.waitFor(() => expect(sandbox.logLines.join()).toContain(part))

  beforeAll(async () => {
    const store = createFailingStore(await openStore('sqlite::memory:', { mode: 'sandbox' }))
    sandbox = await startSandbox({}, { store })
    const partner = await sandbox.partner()
    await leaveEarly(sandbox.url, partner.token)
    await untilWritten('"aborted":true')
    store.failWith(Object.assign(new Error('defect', { cause: new Error('cause') }), { code: 'ECONNRESET' }))
    await partner.call('createCart', { body: { action: 'buy' } })
    store.recover()
    await untilWritten('"status":500')
    lines = sandbox.logLines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
  })
  afterAll(() => sandbox.close())

  it.each(['request', 'defect'])('are those of a %s line', (kind) => {
    const told = rowsOf('Field')
      .filter(([, where = '']) => where === 'every line' || where.includes(kind))
      .map(([name]) => plain(name))
    const written = new Set(lines.filter(({ msg }) => msg === kind).flatMap((line) => Object.keys(line)))
    // Traces are off here, and no response breaks the contract.
    const absent = new Set(['traceId', 'schemaPlace'])
    expect([...written].toSorted()).toStrictEqual(told.filter((name) => !absent.has(name)).toSorted())
  })
})
