import { describe, expect, it } from 'vitest'
import { findProblems } from './plain-english.ts'
import { readEnglish } from './read-english.ts'

const twentySixWords = `${'word '.repeat(25)}end.`

describe('findProblems', () => {
  it('names a banned word with its line', async () => {
    await expect(findProblems('# Title\n\nThe server answers 404.\n')).resolves.toStrictEqual([
      { line: 3, message: '"answers": write "response, or: returns".' },
    ])
  })

  it('counts the words of each sentence', async () => {
    await expect(findProblems(`Short one. ${twentySixWords}`)).resolves.toMatchObject([
      { line: 1, message: expect.stringContaining('26 words in one sentence') as unknown },
    ])
    await expect(findProblems(twentySixWords.replace('word ', ''))).resolves.toStrictEqual([])
  })

  it('counts a sentence over several lines', async () => {
    const wrapped = twentySixWords.replaceAll('word word', 'word\nword')
    await expect(findProblems(wrapped)).resolves.toHaveLength(1)
  })

  it('passes over code', async () => {
    await expect(
      findProblems('The value is `answer`.\n\n```ts\nconst answer = 1\n```\n'),
    ).resolves.toStrictEqual([])
  })

  it('asks for US spelling', async () => {
    const problems = await findProblems('A cancelled order of another colour, serialised.')
    expect(problems).toHaveLength(3)
  })
})

describe('readEnglish', () => {
  it('reads the comments of TypeScript, each on its line', () => {
    const source = [
      'const law = `// no ${"answer"} comment`',
      '// One.',
      '/**',
      ' * Two {@link law}.',
      ' */',
    ].join('\n')
    expect(readEnglish('a.ts', source)?.split('\n')).toStrictEqual(['', 'One.', '', 'Two `law`.', ''])
  })

  it('passes over instructions to tools', () => {
    expect(readEnglish('a.ts', '// oxlint-disable-next-line no-answer')).toBe('')
  })

  it('reads the descriptions of YAML, each on its line', () => {
    const source = [
      'title: One',
      'name: answer',
      'description: |-',
      '  Two',
      '  lines',
      'summary: Three',
    ].join('\n')
    expect(readEnglish('a.yaml', source)?.split('\n')).toStrictEqual(['One', '', '', 'Two', 'lines', 'Three'])
  })

  it('reads Markdown as it is', () => {
    expect(readEnglish('a.md', '# Title')).toBe('# Title')
  })

  it('knows no other kind of file', () => {
    expect(readEnglish('a.json', '{}')).toBeUndefined()
  })
})
