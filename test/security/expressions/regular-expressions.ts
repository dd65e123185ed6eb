import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A regular expression and its location. */
export interface FoundExpression {
  readonly where: string
  readonly expression: RegExp
}

const root = join(import.meta.dirname, '../../..')

/** Tokens that may precede a regular expression. After any other token, a slash is a division. */
const literal =
  /(?<=(?:[(,=:[!&|?{};>]|\breturn|^)\s*)\/(?![*/])((?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)(?=\s*[),.;:\]}\n?&|]|$)/gm

/** Returns every regular expression literal in the sources below a folder, except for tests. */
export function findLiterals(folder: string): readonly FoundExpression[] {
  return sourcesBelow(folder).flatMap((file) => {
    const text = withoutComments(readFileSync(file, 'utf8'))
    return [...text.matchAll(literal)].flatMap(([, source = '', flags]) =>
      toFound(relative(root, file), source, flags),
    )
  })
}

/** Returns the files below a folder that make an expression from text at run time. */
export function findMadeExpressions(folder: string): readonly string[] {
  return sourcesBelow(folder)
    .filter((file) => /\bRegExp\(/.test(withoutComments(readFileSync(file, 'utf8'))))
    .map((file) => relative(root, file))
}

/** Returns every `pattern` of a document with its place. */
export function findPatterns(name: string, document: unknown): readonly FoundExpression[] {
  const found: FoundExpression[] = []
  const walk = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      if (key === 'pattern' && typeof member === 'string')
        found.push(...toFound(`${name}${place}`, member, 'u'))
      else walk(member, `${place}/${key}`)
    }
  }
  walk(document, '#')
  return found
}

function toFound(where: string, source: string, flags: string | undefined): readonly FoundExpression[] {
  try {
    return [{ where, expression: new RegExp(source, flags) }]
  } catch {
    // Two slashes in one line that are not an expression.
    return []
  }
}

function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && entry.name.endsWith('.ts') && !/\.(test|test-d|fixture)\.ts$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('/generated/') && !file.includes('/node_modules/'))
}

/** Removes comments, which quote expressions that no code runs. */
function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(?:\*|\/\*|\/\/).*$/gm, '')
}
