import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../scripts/publish.ts'
import { listChangelog, listSandboxChangelog } from './list-changelog.ts'
import type { Release } from './list-releases.ts'
import { renderChangelog } from './render-changelog.ts'
import { tinyContract } from './tiny-contract.fixture.ts'

const paths = (...names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.map((name) => [name, { get: { summary: name, responses: { 200: { description: 'A' } } } }]),
  )
const contract = (version: string, content: JsonObject): JsonObject => ({
  ...tinyContract(content),
  info: { title: 'Tiny', version },
})
const first: Release = {
  version: '1.0.0',
  date: '2026-01-15',
  note: 'The first one.',
  document: contract('1.0.0', paths('/a', '/b')),
}
const second: Release = {
  version: '1.1.0',
  date: '2026-02-01',
  note: 'More of it.',
  document: contract('1.1.0', paths('/a', '/b', '/c')),
}

describe('listChangelog', () => {
  it('says of one release that it is the first', () => {
    const entries = listChangelog([first], first.document)
    expect(entries).toStrictEqual([
      {
        version: '1.0.0',
        date: '2026-01-15',
        note: 'The first one.',
        breaking: [],
        compatible: [],
        wording: [],
      },
    ])
    expect(renderChangelog(entries)).toBe(
      '## 1.0.0, 2026-01-15\n\nThe first one.\n\nThe first release: there is nothing to compare it with.\n',
    )
  })

  it('compares each version with the one before', () => {
    const working = contract('2.0.0', { ...paths('/a', '/c'), '/d': { summary: 'D' } })
    const entries = listChangelog([first, second], working)
    expect(entries.map(({ version, previous }) => [version, previous])).toStrictEqual([
      ['2.0.0', '1.1.0'],
      ['1.1.0', '1.0.0'],
      ['1.0.0', undefined],
    ])
    expect(renderChangelog(entries.slice(0, 2))).toMatchInlineSnapshot(`
      "## Not released yet (2.0.0)

      ### Breaking

      - \`/d\`: Path \`/b\` was renamed to \`/d\`.
      - \`GET /d\`: Operation \`GET /d\` was removed.

      Descriptions and examples changed in 1 place.

      ## 1.1.0, 2026-02-01

      More of it.

      ### New and changed, breaking nobody

      - \`/c\`: Path \`/c\` is new.
      "
    `)
  })

  it('counts places that differ in wording', () => {
    const working = structuredClone(first.document)
    working['paths'] = {
      ...paths('/b'),
      '/a': { get: { summary: 'Reworded', responses: { 200: { description: 'B' } } } },
    }
    expect(renderChangelog(listChangelog([first], working).slice(0, 1))).toBe(
      '## Not released yet (1.0.0)\n\nDescriptions and examples changed in 2 places.\n',
    )
  })
})

describe('listSandboxChangelog', () => {
  it('tells of the controls', () => {
    const [oldest] = listSandboxChangelog().slice(-1)
    expect(oldest).toMatchObject({
      version: '1.0.0',
      note: 'Clock, stock, customers, orders, cards and the log of requests.',
    })
    expect(renderChangelog(oldest === undefined ? [] : [oldest], 3)).toMatch(
      /^### 1\.0\.0, \d{4}-\d\d-\d\d\n/,
    )
  })
})

describe('renderChangelog', () => {
  it('puts groups a level below the versions', () => {
    const change = { impact: 'minor', rule: 'compatible', place: '/d', what: 'Path `/d` is new.' } as const
    const entry = {
      version: '1.2.0',
      previous: '1.1.0',
      breaking: [change],
      compatible: [change],
      wording: [],
    }
    expect(renderChangelog([entry], 3)).toBe(
      '### Not released yet (1.2.0)\n\n#### Breaking\n\n- `/d`: Path `/d` is new.\n\n#### New and changed, breaking nobody\n\n- `/d`: Path `/d` is new.\n',
    )
  })
})
