import { describe, expect, it } from 'vitest'
import { toMockDifferences } from './mock-differences.ts'

describe('toMockDifferences', () => {
  it('takes the table out of the README', () => {
    const readme =
      '# Mock\n\n| no |\n\n## Where it differs from the server\n\nText.\n\n| a |\n| - |\n| b |\n\nMore.\n'
    expect(toMockDifferences(readme)).toBe('| a |\n| - |\n| b |')
  })

  it('refuses a README without it', () => {
    expect(() => toMockDifferences('# Mock\n')).toThrow('does not say where it differs')
  })
})
