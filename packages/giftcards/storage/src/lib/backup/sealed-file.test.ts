import { Readable } from 'node:stream'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLines } from './sealed-file.ts'

async function collect(pieces: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of readLines(Readable.from(pieces))) lines.push(line)
  return lines
}

describe('readLines', () => {
  it('for any pieces, finds the same lines', async () => {
    const piece = fc.string({ unit: fc.constantFrom('a', '\n', '😀') })
    await expect(
      fc.assert(
        fc.asyncProperty(fc.array(piece), async (pieces) => {
          const text = `${pieces.join('')}\n`
          expect(await collect([...pieces, '\n'])).toStrictEqual(text.split('\n').slice(0, -1))
        }),
        { seed: 20_260_119 },
      ),
    ).resolves.toBeUndefined()
  })

  it('refuses a last line that has no end', async () => {
    await expect(collect(['one\n', 'two'])).rejects.toThrow(SyntaxError)
  })
})
