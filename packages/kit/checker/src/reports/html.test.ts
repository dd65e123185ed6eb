import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  createOperationCoverage,
  createReportedFinding,
  createResult,
  createRunFinding,
  share,
} from '../../test/create-result.ts'
import type { CheckResult } from '../core/check-result.ts'
import { style, toHtml } from './html.ts'

const attack = `</pre></style></script><script>alert(1)</script>"><img src=x onerror=alert(1)>`

/** A value with the attack in place of every text in it, and of every name of a header. */
const spoil = (value: unknown): unknown => {
  if (typeof value === 'string') return attack
  if (Array.isArray(value)) return value.map(spoil)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, spoil(part)]))
}

const finding = createReportedFinding()
const step = {
  request: { method: 'GET', url: '/', headers: { [attack]: '' }, body: '' },
  response: { status: 200, headers: { [attack]: '' }, body: '' },
}
const keyword = { name: '', pointer: '', valid: 0, invalid: 0 }
const attacked = spoil(
  createResult({
    findings: [{ ...finding, reproduce: { ...finding.reproduce, ...step, earlier: [step] } }],
    coverage: { byOperation: [createOperationCoverage({ statuses: { [attack]: 1 }, keywords: [keyword] })] },
    skipped: [{ operationId: '', reason: '' }],
    policiesUsed: [{ operationId: '', status: 404, reason: '', count: 1 }],
  }),
) as CheckResult

const digestOf = (text: string | undefined): string =>
  `'sha256-${createHash('sha256')
    .update(text ?? '')
    .digest('base64')}'`

describe('toHtml', () => {
  it('escapes every field', () => {
    const page = toHtml(attacked)
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page).not.toContain('<img')
    expect(page.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(25)
  })

  it('allows its own style and script and nothing else', () => {
    const page = toHtml(createResult())
    const policy = /content="(default-src[^"]*)"/.exec(page)?.[1]
    const printedStyle = /<style>([^]*?)<\/style>/.exec(page)?.[1]
    const script = /<script>([^]*?)<\/script>/.exec(page)?.[1]
    expect(policy).toBe(
      `default-src 'none'; style-src ${digestOf(printedStyle)}; script-src ${digestOf(script)}`,
    )
    expect(page).not.toMatch(/ (?:src|style|onclick)=/)
  })

  it('refers to nothing outside itself', () => {
    const page = toHtml(createResult({ verdict: 'findings', findings: [createReportedFinding()] }))
    expect(
      [...page.matchAll(/(?:href|src|url)\s*[=(]\s*"?([^")\s>]*)/g)].map(([, target = '']) => target[0]),
    ).toStrictEqual(Array.from({ length: 3 }, () => '#'))
  })

  it('begins with the verdict', () => {
    expect(toHtml(createResult())).toContain(
      '<p class="verdict green">green: the server matches its document</p>',
    )
    const incomplete = createResult({ verdict: 'incomplete', coverage: { responses: share(1, 3) } })
    expect(toHtml(incomplete)).toContain('incomplete: no finding, but 2 documented responses never seen')
  })

  it('shows a finding with its cause, curl and answer', () => {
    const page = toHtml(createResult({ verdict: 'findings', findings: [createReportedFinding()] }))
    expect(page).toContain('/name is not of type string.</p>')
    expect(page).toContain('<pre class="curl">curl http://pets.test/pets/1')
    expect(page).toContain('<button type="button" data-copy>')
    expect(page).toContain('<summary>Response 200</summary>')
  })

  it('shows the script of a sequence and the changes of the document', () => {
    const reproduce = { ...createReportedFinding().reproduce, script: '#!/bin/sh\nURL=x' }
    const fix = [{ target: '$.info', update: { title: attack } }]
    const page = toHtml(createResult({ findings: [createReportedFinding({ reproduce, fix })] }))
    expect(page).toContain('<pre class="curl">#!/bin/sh\nURL=x</pre>')
    expect(page).toContain('<summary>If the server is right, change the document</summary>')
    expect(page).toContain('update $.info with {&quot;title&quot;:')
    expect(page).not.toContain('<img')
  })

  it('offers no curl for the run as a whole', () => {
    const page = toHtml(createResult({ verdict: 'findings', findings: [createRunFinding()] }))
    expect(page).toContain('<code>the run as a whole</code>')
    expect(page).not.toContain('<pre class="curl">')
  })

  it('lists many findings with links to each', () => {
    const findings = ['a b', 'c', 'd', 'e'].map((key) => createReportedFinding({ key }))
    const page = toHtml(createResult({ verdict: 'findings', findings }))
    expect(page).toContain('<a href="#a%20b">')
    expect(page).toContain('id="a b"')
  })

  it('tells the notes', () => {
    expect(toHtml(createResult({ notes: ['Converted from <Swagger>.'] }))).toContain(
      '<p>Converted from &lt;Swagger&gt;.</p>',
    )
  })

  it('tells what was skipped and what a policy allowed', () => {
    const skipped = [{ operationId: 'getPet', reason: 'excluded by a filter' }]
    const policiesUsed = [{ operationId: 'buyPet', status: 422, reason: 'one pet each', count: 2 }]
    const page = toHtml(createResult({ skipped, policiesUsed }))
    expect(page).toContain('<dd>excluded by a filter</dd>')
    expect(page).toContain('<dd>rejected 2 valid requests with 422: one pet each</dd>')
  })
})

/** The theme colors: the first block is the light theme, the second the dark one. */
const [light = new Map(), dark = new Map()] = [...style.matchAll(/:root \{([^}]*)\}/g)].map(
  ([, block = '']) =>
    new Map(
      [...block.matchAll(/--([a-z-]+): (#[0-9a-f]+)/g)].map(([, name = '', colour = '']) => [name, colour]),
    ),
)

/** Relative luminance (WCAG 2.2, definitions). */
const luminanceOf = (colour: string): number => {
  const digits = colour.length === 4 ? colour.slice(1).replaceAll(/./g, '$&$&') : colour.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrastOf = (theme: ReadonlyMap<string, string>, one: string, other: string): number => {
  const [a = 0, b = 0] = [one, other].map((name) => luminanceOf(theme.get(name) ?? ''))
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const TEXTS: readonly [string, string][] = [
  ['text', 'page'],
  ['text', 'panel'],
  ['soft', 'page'],
  ['soft', 'panel'],
  ['good', 'good-panel'],
  ['bad', 'bad-panel'],
  ['gap', 'gap-panel'],
]

const SHAPES: readonly [string, string][] = [
  ['kept', 'page'],
  ['broken', 'page'],
  ['good', 'page'],
  ['gap', 'page'],
  ['focus', 'page'],
]

describe('style', () => {
  it.each(TEXTS)('lets %s be read on %s in both themes', (text, ground) => {
    expect(contrastOf(light, text, ground)).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(dark, text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(SHAPES)('sets %s off from %s in both themes', (shape, ground) => {
    expect(contrastOf(light, shape, ground)).toBeGreaterThanOrEqual(3)
    expect(contrastOf(dark, shape, ground)).toBeGreaterThanOrEqual(3)
  })

  it('uses no colour that it does not name', () => {
    const used = new Set([...style.matchAll(/var\(--([a-z-]+)\)/g)].map(([, name = '']) => name))
    expect([...used].filter((name) => !light.has(name) || !dark.has(name))).toStrictEqual([])
    expect(style.replaceAll(/:root \{[^}]*\}/g, '')).not.toMatch(/#[0-9a-f]{3,6}\b/)
  })
})
