import { describe, expect, it } from 'vitest'
import { readCodeBlocks } from './read-code-blocks.ts'

describe('readCodeBlocks', () => {
  it('reads language, use, code, line and run', () => {
    expect(readCodeBlocks('a\n\n```sh\nb\n\nc\n```\n\n```json response\n{}\n```\n')).toStrictEqual([
      { language: 'sh', use: '', code: 'b\n\nc', line: 3, run: 1 },
      { language: 'json', use: 'response', code: '{}', line: 9, run: 1 },
    ])
  })

  it.each(['```\na\n```', '```ts no-check here\na\n```'])(
    'refuses a fence that does not say what it holds',
    (text) => {
      expect(() => readCodeBlocks(text)).toThrow('Line 1 must say what the block holds')
    },
  )
})
