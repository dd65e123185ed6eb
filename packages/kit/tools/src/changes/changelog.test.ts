import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../documents/json.ts'
import { listChangelog, renderChangelog } from './changelog.ts'
import type { Release } from './releases.ts'

const paths = (...names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.map((name) => [name, { get: { summary: name, responses: { 200: { description: 'A' } } } }]),
  )
const contract = (version: string, content: JsonObject): JsonObject => ({
  openapi: '3.1.1',
  paths: content,
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

      - \`/b\`: The path was removed.

      ### New and changed, compatible

      - \`/d\`: The path is new.

      ## 1.1.0, 2026-02-01

      More of it.

      ### New and changed, compatible

      - \`/c\`: The path is new.
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
      '## Since 1.0.0\n\nDescriptions and examples changed in 2 places.\n',
    )
  })
})

describe('renderChangelog', () => {
  it('puts groups a level below the versions', () => {
    const change = { impact: 'minor', rule: 'compatible', place: '/d', what: 'Path `/d` is new.' } as const
    const where = { pointer: '', side: 'revision' } as const
    const changes = [
      { ...change, ...where, impact: 'major' },
      { ...change, ...where },
    ] as const
    expect(renderChangelog([{ version: '1.2.0', previous: '1.1.0', changes }], 3)).toBe(
      '### Not released yet (1.2.0)\n\n#### Breaking\n\n- `/d`: Path `/d` is new.\n\n#### New and changed, compatible\n\n- `/d`: Path `/d` is new.\n',
    )
  })
})
