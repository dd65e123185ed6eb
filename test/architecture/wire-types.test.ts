import { describe, expect, it } from 'vitest'
import { readSource, sourceFiles } from './source-files.ts'

describe('wire types', () => {
  it('stop at the wire folder of the server', () => {
    const wrong = sourceFiles
      .filter(
        (file) => file.startsWith('apps/server/src/') && !/^apps\/server\/src\/(?:wire|sandbox)\//.test(file),
      )
      .filter((file) =>
        /\b(?:Wire|SandboxWire|components)\b[^'\n]*from '@giftcards\/contract/.test(readSource(file)),
      )
      .map((file) => `${file} must not import wire types: a renamed field is to break src/wire alone.`)
    expect(wrong).toStrictEqual([])
  })
})
