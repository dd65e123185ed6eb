import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../scripts/publish.ts'
import { tinyDocument } from './tiny-document.fixture.ts'
import { withSamples } from './with-samples.ts'

interface Sample {
  readonly lang: string
  readonly label: string
  readonly source: string
}

const document = structuredClone(tinyDocument) as unknown as JsonObject
const sampled = await withSamples(document)

function samplesOf(path: string, method: string): readonly Sample[] {
  const paths = sampled['paths'] as unknown as Record<string, Record<string, { 'x-codeSamples': Sample[] }>>
  return paths[path]?.[method]?.['x-codeSamples'] ?? []
}

const labelsOf = (path: string, method: string) =>
  samplesOf(path, method).map(({ lang, label }) => [lang, label])

describe('withSamples', () => {
  it('adds nothing but x-codeSamples', () => {
    const text = JSON.stringify(sampled, (key, value: unknown) =>
      key === 'x-codeSamples' ? undefined : value,
    )
    expect(JSON.parse(text)).toStrictEqual(document)
    expect(document).toStrictEqual(tinyDocument)
  })

  it.each([
    ['/shelves/{shelfId}/books', 'post'],
    ['/__sandbox/shelves/{shelfId}', 'delete'],
  ])('gives an operation three samples: %s %s', (path, method) => {
    expect(labelsOf(path, method)).toStrictEqual([
      ['Shell', 'curl'],
      ['TypeScript', 'TypeScript client'],
      ['JavaScript', 'fetch'],
    ])
  })

  it('refuses an operation without an example of success', async () => {
    const bare = {
      ...document,
      components: {},
      paths: { '/a': { get: { operationId: 'a', responses: {} } } },
    }
    await expect(withSamples(bare)).rejects.toThrow('a has no success')
  })
})
