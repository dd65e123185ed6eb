import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { getGuide } from './read-guides.ts'
import { readTable } from './read-table.ts'
import { repositoryRoot } from '@giftcards/test-harness'

const { blocks, markdown } = getGuide('connect-a-provider')
const trimmed = (text: string): string => text.replaceAll(/\n\s+/g, '\n')

describe('the excerpts of the guide on providers', () => {
  it('stand in the example', () => {
    const excerpts = blocks.filter(({ language, use }) => language === 'ts' && use === 'illustrative')
    const sources = ['provider-client.ts', 'payment-gateway.ts']
    expect(excerpts).toHaveLength(sources.length)
    for (const [index, source] of sources.entries()) {
      const file = join(repositoryRoot, 'apps/server/examples/http-provider', source)
      expect(trimmed(readFileSync(file, 'utf8'))).toContain(trimmed(excerpts[index]?.code ?? ''))
    }
  })
})

describe('the time limits of the guide on providers', () => {
  it('are those of the service', () => {
    const rows = readTable(markdown, 'Call', 'Asked by')
    const [gateway, issuer, patience] = [
      settings.gatewayLimitMs,
      settings.issuerLimitMs,
      settings.requestPatienceMs,
    ].map((ms) => `${ms / 1000} s`)
    expect(Object.fromEntries(rows.map(({ Call = '', Limit }) => [Call, Limit]))).toStrictEqual({
      charge: `${gateway} for each leg`,
      cancel: gateway,
      refund: gateway,
      issue: `${patience} in a request, ${issuer} in a job`,
      void: issuer,
      find: gateway,
    })
    expect(settings).toMatchObject({
      jobLeaseMs: 2 * 60_000,
      longestJobPauseMs: 3_600_000,
      jobAttempts: 48,
    })
  })
})
