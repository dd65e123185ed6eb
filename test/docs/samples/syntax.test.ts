import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Node } from '@vscode/tree-sitter-wasm'
import treeSitter from '@vscode/tree-sitter-wasm'
import { describe, expect, it } from 'vitest'
import { guidesWithRequests, readGuideRequests } from '../guides/guide-requests.ts'
import { samples, samplesLabelled } from './read-samples.ts'

const folder = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'))

/** The grammars by the label of the samples that they parse. */
const grammars = {
  Python: 'python',
  Go: 'go',
  Java: 'java',
  'C#': 'c-sharp',
  PHP: 'php',
  Ruby: 'ruby',
} as const

/** A language whose samples are parsed but not run. */
type ParsedLanguage = keyof typeof grammars

/** The labels of the parsed languages. */
const parsedLanguages = Object.keys(grammars) as readonly ParsedLanguage[]

/** Parses code with the grammar of a language. Returns one line per syntax error. */
type CodeParser = (language: ParsedLanguage, code: string) => readonly string[]

/** Loads the grammars and returns the parser. */
async function loadCodeParser(): Promise<CodeParser> {
  const { Language, Parser } = treeSitter
  await Parser.init({ locateFile: (name: string) => join(folder, name) })
  const loaded = await Promise.all(
    parsedLanguages.map(async (language) => {
      const bytes = readFileSync(join(folder, `tree-sitter-${grammars[language]}.wasm`))
      return [language, await Language.load(bytes)] as const
    }),
  )
  const languages = new Map(loaded)
  const parser = new Parser()
  return (language, code) => {
    parser.setLanguage(languages.get(language) ?? null)
    const tree = parser.parse(code)
    if (tree === null) return [`${language} was not parsed`]
    const faults = findFaults(tree.rootNode).map(
      (node) =>
        `${language}, line ${node.startPosition.row + 1}: ${node.isMissing ? 'missing ' : ''}${node.text || node.type}`,
    )
    tree.delete()
    return faults
  }
}

function findFaults(node: Node): readonly Node[] {
  if (node.isError || node.isMissing) return [node]
  if (!node.hasError) return []
  return node.children.flatMap((child) => (child === null ? [] : findFaults(child)))
}

const parse = await loadCodeParser()

describe.each(parsedLanguages)('samples in %s', (language) => {
  it('would be noticed where a quote or bracket is lost', () => {
    const [sample] = samplesLabelled(samples.openapi, language)
    const code = sample?.source ?? ''
    for (const lost of ['"', ')', "'"].filter((mark) => code.includes(mark)))
      expect(parse(language, code.replace(lost, ''))).not.toStrictEqual([])
  })

  it.each(['openapi', 'sandbox'] as const)('keep its grammar in the reference of %s', (name) => {
    const ofLanguage = samplesLabelled(samples[name], language)
    expect(ofLanguage.length).toBeGreaterThan(10)
    expect(ofLanguage.flatMap(({ source }) => parse(language, source))).toStrictEqual([])
  })

  it('keep its grammar in the guides', () => {
    const codes = guidesWithRequests.flatMap((guide) =>
      readGuideRequests(guide).map((request) => request.samples.get(language) ?? ''),
    )
    expect(codes.length).toBeGreaterThan(40)
    expect(codes.filter((code) => code === '')).toStrictEqual([])
    expect(codes.flatMap((code) => parse(language, code))).toStrictEqual([])
  })
})
