import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isTest, readSource, sourceFiles } from './source-files.ts'

const vague = ['utils', 'util', 'helpers', 'helper', 'common', 'types', 'misc']

describe('names', () => {
  it('of files are kebab-case', () => {
    const wrong = sourceFiles
      .filter(
        (file) =>
          !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|test-d|fixture|config|setup|d))*\.tsx?$/.test(
            basename(file).replace(/^\d[\d.]*-/, ''),
          ),
      )
      .map((file) => `${file} must have a kebab-case name.`)
    expect(wrong).toStrictEqual([])
  })

  it('of files say what is in them', () => {
    const wrong = sourceFiles
      .filter((file) => vague.includes(basename(file, '.ts')))
      .map((file) => `${file} must be named for the one thing it holds.`)
    expect(wrong).toStrictEqual([])
  })

  it('are re-exported one by one from entry files', () => {
    const wrong = sourceFiles
      .filter((file) => /^packages\/[^/]+\/[^/]+\/src\/[^/]+\.ts$/.test(file) && !isTest(file))
      .filter((file) => /^export (?:type )?\* from '(?!\.\/generated\/)/m.test(readSource(file)))
      .map((file) => `${file} must name what it exports, unless it is generated.`)
    expect(wrong).toStrictEqual([])
  })

  it('of tests state facts', () => {
    const wrong = sourceFiles
      .filter((file) => file.endsWith('.test.ts'))
      .flatMap((file) =>
        Array.from(
          readSource(file).matchAll(/\bit(?:\.each\([^)]*\))?\(\s*'(should [^']*)'/g),
          ([, title]) => `${file}: "${title}" must state a fact, without "should".`,
        ),
      )
    expect(wrong).toStrictEqual([])
  })
})
