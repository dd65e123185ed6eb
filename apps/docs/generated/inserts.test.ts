import { describe, expect, it } from 'vitest'
import { type CheckFigures, toCheckTable } from './check-table.ts'
import { toCommandTables } from './command-table.ts'
import { toDecidedRules } from './decided-rules.ts'
import { type FaultFigures, toFaultSentence, toFaultTable } from './fault-table.ts'
import { type ForeignResult, toForeignInserts } from './foreign-table.ts'
import { toMockDifferences } from './mock-differences.ts'
import { toProofTableInserts } from './proofs-table.ts'
import { type SandboxDocumentResult, toSandboxInserts } from './sandbox-documents-table.ts'
import { toSettingsTable } from './settings-table.ts'

// The build shows that every insert can be made of the figures that are there. What is tested here is that they add up.

const lastLine = (table: string): string | undefined => table.split('\n').at(-1)

describe('toCheckTable', () => {
  it('adds the runs up, and shows the worst of them', () => {
    const run: CheckFigures = {
      requests: 50_010,
      seeds: [1, 2],
      answers: { '2xx': 20_000, '4xx': 30_010, '5xx': 0, none: 0 },
      throttled: 5,
      operations: { reached: 14, total: 14 },
      findings: 0,
    }
    expect(lastLine(toCheckTable([run, run]))).toBe(
      '| 100,020 | 4 | 40,000 | 60,020 | 10 | 0 | 0 | 14 of 14 | 0 |',
    )
    const operations = { reached: 13, total: 14 }
    const worse = { ...run, answers: { '5xx': 1, none: 2 }, findings: 3, operations }
    expect(lastLine(toCheckTable([run, worse]))).toMatch(/\| 1 \| 2 \| 13 of 14 \| 3 \|$/)
  })
})

describe('toFaultTable and toFaultSentence', () => {
  const kill: FaultFigures = {
    title: 'A server is killed',
    rounds: 50,
    writing: 49,
    checkouts: 140,
    requests: 1200,
    purchases: 300,
    settledPayments: 7,
    repeatedPurchases: 20,
    slowestRecovery: 1.25,
    lost: 1,
  }
  const { writing: _writing, checkouts: _checkouts, slowestRecovery: _recovery, ...slow } = kill

  it('add up what was done and what was lost', () => {
    expect(toFaultTable([kill, slow]).split('\n').slice(2)).toStrictEqual([
      '| A server is killed | 50 | 1 | 49 | 300 | 7 | 20 |',
      '| A server is killed | 50 | 1 |  | 300 | 7 | 20 |',
      '| Together | 100 | 2 | 49 | 600 | 14 | 40 |',
    ])
    expect(toFaultSentence([kill, slow])).toBe(
      '**Lost: 2.** After 100 faults of 2 kinds in 2,400 requests, 600 purchases were checked; 140 checkouts were in ' +
        'flight when a fault struck. The slowest recovery took as long as 1.3 normal starts of a server.',
    )
  })
})

describe('toForeignInserts', () => {
  it('counts documents, operations and steps, and lists notes as text', () => {
    const ferry: ForeignResult = {
      title: 'Ferry',
      package: 'ferry-openapi 1.0.0',
      openapi: '3.1.0',
      operations: 1200,
      steps: {
        bundle: { result: 'works' },
        gen: { result: 'works', notes: ['1 operation left out: it is <odd>: GET /odd'] },
        mock: { result: 'refused', notes: ['There is nothing to mock.'] },
      },
    }
    const inserts = toForeignInserts([ferry])
    expect(inserts['foreign-sentence']?.()).toBe(
      '1 documents with 1,200 operations, from 1 npm packages: 2 of 3 steps work, 1 are rejected with a reason, 0 fail.',
    )
    expect(inserts['foreign-table']?.()).toContain('| Ferry | 3.1.0 | 1,200 | yes | with notes | rejected |')
    expect(inserts['foreign-notes']?.()).toMatch(/^- Ferry, `gen`: 1 operation left out: it is \\<odd/)
    const both = toForeignInserts([ferry, { ...ferry, title: 'Lift' }])
    expect(both['foreign-notes']?.()).toContain('- Ferry, Lift, `mock`: There is nothing to mock.')
    expect(both['foreign-packages']?.()).toBe('- `ferry-openapi 1.0.0`: Ferry, Lift')
  })
})

describe('toSandboxInserts', () => {
  it('counts the findings of both servers', () => {
    const ferry: SandboxDocumentResult = {
      title: 'Ferry',
      source: 'ferry-openapi 1.0.0',
      operations: 12,
      sandbox: { requests: 1500, findings: {} },
      prism: { requests: 1400, findings: { 'read-your-write': 3, 'use-after-delete': 1 } },
      why: [],
    }
    const text = toSandboxInserts([ferry])['sandbox-documents']?.()
    expect(text).toMatch(
      /^1 documents, 1,500 requests to the sandbox: the checker finds nothing on 1 of them\./,
    )
    expect(text).toContain('| Ferry | ferry-openapi 1.0.0 | 12 | 0 | 4 |  |')
  })
})

describe('toProofTableInserts', () => {
  it('adds the classes up, and rounds down', () => {
    const lists = { name: 'lists', detected: 1, possible: 3 }
    const values = { name: 'values', detected: 199, possible: 200 }
    const results = [
      { title: 'Ferry', faults: 2200, kinds: 60, classes: [lists, values] },
      { title: 'Lift', faults: 4, kinds: 4, classes: [lists] },
    ]
    const text = toProofTableInserts(results)['proofs-table']?.() ?? ''
    expect(text).toMatch(/^2 documents, 2,204 faults of up to 60 kinds in one document: .* 97 % /)
    expect(text.split('\n').slice(-3)).toStrictEqual([
      '| Ferry | 2,200 | 33 % | 99 % | 98 % |',
      '| Lift | 4 | 33 % |  | 33 % |',
      '| Together | 2,204 | 33 % | 99 % | 97 % |',
    ])
  })
})

describe('toDecidedRules', () => {
  it('lists the decided groups, and only those', () => {
    const rule = (id: string, statement: string) => ({ id, statement, where: { server: 'x' } })
    const text = toDecidedRules([
      { section: '2.2', title: 'Cart', rules: [rule('2.2-01', 'Law.')] },
      { section: 'D7', title: 'Money', rules: [rule('D7-01', 'A | B_c_ <d>.')] },
    ])
    expect(text).toMatch(/^## Money\n/)
    expect(lastLine(text)).toBe(String.raw`| [D7-01](../rules.html#D7-01) | A \| B\_c\_ \<d>. |`)
  })
})

describe('toMockDifferences', () => {
  it('takes the table out of the README, and rejects one without it', () => {
    const readme =
      '# Mock\n\n| no |\n\n## Where it differs from the server\n\nText.\n\n| a |\n| - |\n\nMore.\n'
    expect(toMockDifferences(readme)).toBe('| a |\n| - |')
    expect(() => toMockDifferences('# Mock\n')).toThrow('does not say where it differs')
  })
})

describe('toSettingsTable', () => {
  it('shows defaults as code, and `none` without one', () => {
    const table = toSettingsTable([
      { name: 'PORT', default: '3000', values: '0 to 65535', meaning: 'The port' },
      { name: 'SEED', meaning: 'The seed' },
    ])
    expect(table.split('\n').slice(2)).toStrictEqual([
      '| `PORT` | `3000` | The port. Values: 0 to 65535 |',
      '| `SEED` | none | The seed |',
    ])
  })
})

describe('toCommandTables', () => {
  const notes = { 'Every day': { start: 'Starts it' }, Build: { gen: 'Generates code' } }

  it('makes a table of each group', () => {
    expect(toCommandTables(notes, { start: 'node main.js', gen: 'node gen.js' })).toBe(
      '## Every day\n\n| Command | Does |\n| --- | --- |\n| `npm start` | Starts it |\n\n' +
        '## Build\n\n| Command | Does |\n| --- | --- |\n| `npm run gen` | Generates code |',
    )
  })

  it('rejects a script without a note', () => {
    expect(() => toCommandTables(notes, { start: '', gen: '', lint: '' })).toThrow(
      'No note says what these scripts do: lint',
    )
  })

  it('rejects a note without a script', () => {
    expect(() => toCommandTables(notes, { start: '' })).toThrow('These notes have no script: gen')
  })
})
