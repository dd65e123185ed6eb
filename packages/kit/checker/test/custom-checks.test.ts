import { describe, expect, it } from 'vitest'
import { checkContract, type CheckContractOptions, type CustomCheck, defineCheck } from '../src/index.ts'
import { toMarkdown } from '../src/reports/markdown.ts'
import { toHtml } from '../src/reports/html.ts'
import { toJunit } from '../src/reports/junit.ts'
import { toSarif } from '../src/reports/sarif.ts'
import { printResult } from '../src/reports/terminal.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Prices', version: '1' },
  paths: {
    '/prices/{sku}': {
      get: {
        operationId: 'getPrice',
        parameters: [{ name: 'sku', in: 'path', required: true, schema: { type: 'integer', minimum: 0 } }],
        responses: {
          200: { description: 'The price.', content: { 'application/json': { schema: { type: 'object' } } } },
          404: { description: 'There is no such thing.' },
        },
      },
    },
  },
}

const fetch = ({ method, url }: Request): Response => {
  if (method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } })
  return /\/\d+$/.test(new URL(url).pathname)
    ? Response.json({ euros: 1.5 })
    : new Response(null, { status: 404 })
}

const wholeCents = defineCheck({
  id: 'whole-cents',
  title: 'Price is no whole number of cents',
  severity: 'high',
  run: ({ operationId, response }) =>
    operationId !== null && response.status === 200 && !('cents' in Object(response.json))
      ? `The price of ${operationId} is not in cents.`
      : undefined,
})

const check = (checks: readonly CustomCheck[], options: Partial<CheckContractOptions> = {}) =>
  checkContract({ document, fetch, cases: 2, checks, ...options })

describe('checks', () => {
  it('tells a finding of a custom check like any other', async () => {
    const { findings } = await check([wholeCents])
    expect(findings).toMatchObject([
      {
        check: 'whole-cents',
        title: 'Price is no whole number of cents',
        severity: 'high',
        operationId: 'getPrice',
        message: 'The price of getPrice is not in cents.',
      },
    ])
    expect(findings[0]?.count).toBeGreaterThan(2)
    expect(findings[0]?.reproduce.curl).toContain('curl')
  })

  it('shows the title of a custom check in every report', async () => {
    const result = await check([wholeCents])
    const shown = [toMarkdown(result), toHtml(result), toJunit(result), JSON.stringify(toSarif(result)), printResult(result, { isColoured: false, replayed: undefined, paths: [] })] // prettier-ignore
    expect(shown.filter((text) => !text.includes('Price is no whole number of cents'))).toStrictEqual([])
  })

  it('finds a custom check again by its key', async () => {
    const [found] = (await check([wholeCents])).findings
    const { findings } = await check([wholeCents], { replay: found?.key ?? '' })
    expect(findings.map(({ key }) => key)).toStrictEqual([found?.key])
  })

  it('turns a custom check off by its id', async () => {
    const off = { policies: { '*': [{ checks: ['whole-cents'], reason: 'Old prices are in euros.' }] } }
    const disabled = { disableChecks: ['whole-cents'] }
    expect((await check([wholeCents], off)).findings).toHaveLength(0)
    expect((await check([wholeCents], disabled)).findings).toHaveLength(0)
  })

  it('says what the document says of a request', async () => {
    const seen = new Set<string>()
    const note = { ...wholeCents, run: ({ operationId, validity }: Parameters<CustomCheck['run']>[0]) => void seen.add(`${operationId} ${validity}`) } // prettier-ignore
    await check([note])
    expect([...seen]).toEqual(expect.arrayContaining(['getPrice valid', 'getPrice invalid']))
  })

  it.each<[string, readonly CustomCheck[], string]>([
    ['an id that is taken', [{ ...wholeCents, id: 'timeout' }], 'A check timeout already exists'],
    ['an id given twice', [wholeCents, wholeCents], 'A check whole-cents already exists'],
    ['an id of other characters', [{ ...wholeCents, id: 'Whole Cents' }], 'must be lowercase words'],
    ['a check without a function', [{ ...wholeCents, run: 'x' as never }], 'a function `run`'],
    ['a check that throws', [{ ...wholeCents, run: () => { throw new Error('no cents') } }], 'The check whole-cents failed: no cents'], // prettier-ignore
    ['a check that returns no text', [{ ...wholeCents, run: () => Promise.resolve('late') as never }], 'a sentence or nothing'], // prettier-ignore
  ])('rejects %s', async (_what, checks, message) => {
    await expect(check(checks)).rejects.toThrow(message)
  })
})
