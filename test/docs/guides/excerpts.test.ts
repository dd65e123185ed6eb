import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { getGuide } from './guides.ts'
import { repositoryRoot } from '@giftcards/test-harness'

const sourceFiles = ['app.ts', 'app.ts', 'operations/get-wallet-card.ts']

const trimmed = (text: string): string => text.replaceAll(/\n\s+/g, '\n')

const trimmedLines = (text: string): readonly string[] => text.split('\n').map((line) => line.trim())

describe('the excerpts of the guide on providers', () => {
  it('stand in the example', () => {
    const { blocks } = getGuide('connect-a-provider')
    const excerpts = blocks.filter(({ language, use }) => language === 'ts' && use === 'illustrative')
    const sources = ['provider-client.ts', 'payment-gateway.ts']
    expect(excerpts).toHaveLength(sources.length)
    for (const [index, source] of sources.entries()) {
      const file = join(repositoryRoot, 'apps/server/examples/http-provider', source)
      expect(trimmed(readFileSync(file, 'utf8'))).toContain(trimmed(excerpts[index]?.code ?? ''))
    }
  })
})

describe('the excerpts of the guide on requests', () => {
  it('stand in the source, in this order', () => {
    const { blocks } = getGuide('how-a-request-is-served')
    expect(blocks).toHaveLength(sourceFiles.length)
    for (const [index, { code }] of blocks.entries()) {
      const file = join(repositoryRoot, 'apps/server/src', sourceFiles[index] ?? '')
      const source = trimmedLines(readFileSync(file, 'utf8'))
      const excerpt = trimmedLines(code)
      expect(source.filter((line) => excerpt.includes(line))).toStrictEqual(excerpt)
    }
  })
})
