import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Node } from '@vscode/tree-sitter-wasm'
import treeSitter from '@vscode/tree-sitter-wasm'

const folder = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'))

/** The grammars by the label of the samples that they read. */
const grammars = {
  Python: 'python',
  Go: 'go',
  Java: 'java',
  'C#': 'c-sharp',
  PHP: 'php',
  Ruby: 'ruby',
} as const

/** A language that no test here runs. */
export type ParsedLanguage = keyof typeof grammars

/** The labels of the languages that are parsed. */
export const parsedLanguages = Object.keys(grammars) as readonly ParsedLanguage[]

/** Reads code by the grammar of a language. Empty, or where the code breaks the grammar, one line each. */
export type CodeParser = (language: ParsedLanguage, code: string) => readonly string[]

/** Loads the grammars. */
export async function loadCodeParser(): Promise<CodeParser> {
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
