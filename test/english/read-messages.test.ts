import { describe, expect, it } from 'vitest'
import { showsMessages } from './list-files.ts'
import { findProblems, MESSAGE_TERMS } from './plain-english.ts'
import { readMessages } from './read-messages.ts'

/** The paragraphs of a file, each with its line in the source. */
const paragraphsOf = (source: string, file = 'a.ts') => {
  const { text, lines } = readMessages(file, source)
  return text
    .split('\n')
    .map((line, index) => `${lines[index]}: ${line}`)
    .filter((line) => !line.endsWith(': '))
}

describe('readMessages', () => {
  it('reads strings and templates, each on its line', () => {
    const source = [
      "throw new Error('There is no file here.')",
      '// A comment is read elsewhere.',
      'const text = `The file ${name} cannot be read: ${ok ? `the disk of ${host} is full` : 1}.`',
    ].join('\n')
    expect(paragraphsOf(source)).toStrictEqual([
      '1: There is no file here.',
      '3: the disk of value is full',
      '3: The file value cannot be read: value.',
    ])
  })

  it('reads the texts between tags', () => {
    expect(paragraphsOf('const a = <p>No order is open yet. <b>{count}</b></p>', 'a.tsx')).toStrictEqual([
      '1: No order is open yet.',
    ])
  })

  it('reads a line of a help text at its own line', () => {
    const help = ['const help = `Copies the whole database.', '', '  --force <x>  overwrite a file', '`']
    expect(paragraphsOf(help.join('\n'))).toStrictEqual([
      '1: Copies the whole database.',
      '3: --force',
      '3: overwrite a file',
    ])
  })

  it('begins a paragraph at an escaped line break', () => {
    expect(paragraphsOf(String.raw`log('The first of two.\nThe second of two.')`)).toStrictEqual([
      '1: The first of two.',
      '1: The second of two.',
    ])
  })

  it.each([
    ["'a-check-id'"],
    ["'two words'"],
    ["'select id from orders where id = 1'"],
    ["'import { a, b } from c'"],
    ['`const one = 1;`'],
    ["'red green blue white black pink brown violet gray gold silver ivory teal'"],
  ])('passes over %s', (literal) => {
    expect(paragraphsOf(`f(${literal})`)).toStrictEqual([])
  })

  it('keeps a piece of code out of the judgement', async () => {
    const { text } = readMessages('a.ts', 'f(`The field \\`answer\\` is required here.`)')
    await expect(findProblems(text, MESSAGE_TERMS)).resolves.toStrictEqual([])
  })

  it.each([
    ['The server gave an answer of another kind.', 'answer'],
    ['The request was answered with 500.', 'answered'],
    ['The file is no backup of a database.', 'is no '],
    ['The order was cancelled by its owner.', 'cancelled'],
  ])('leads to a problem for "%s"', async (message, word) => {
    const { text } = readMessages('a.ts', `throw new Error('${message}')`)
    await expect(findProblems(text, MESSAGE_TERMS)).resolves.toMatchObject([
      { message: expect.stringContaining(`"${word}"`) as unknown },
    ])
  })

  it('allows what only looks like a banned phrase', async () => {
    const { text } = readMessages('a.ts', "f('There is no longer a file, and there is no folder.')")
    await expect(findProblems(text, MESSAGE_TERMS)).resolves.toStrictEqual([])
  })
})

describe('showsMessages', () => {
  it.each([
    ['packages/kit/checker/src/cli/run-cli.ts', true],
    ['apps/sandbox/src/app.tsx', true],
    ['packages/kit/checker/src/cli/run-cli.test.ts', false],
    ['test/sandbox/start-sandbox.ts', false],
    ['README.md', false],
  ])('says of %s: %s', (file, expected) => {
    expect(showsMessages(file)).toBe(expected)
  })
})
