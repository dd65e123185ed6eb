import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A regular expression, and where it stands. */
export interface FoundExpression {
  readonly where: string
  readonly expression: RegExp
}

const root = join(import.meta.dirname, '../../..')

/** Tokens that may stand before a regular expression. After any other, a slash is a division. */
const literal =
  /(?<=(?:[(,=:[!&|?{};>]|\breturn|^)\s*)\/(?![*/])((?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)(?=\s*[),.;:\]}\n?&|]|$)/gm

/** Every literal of a regular expression in the sources below a folder, tests left out. */
export function findLiterals(folder: string): readonly FoundExpression[] {
  return sourcesBelow(folder).flatMap((file) => {
    const text = withoutComments(readFileSync(file, 'utf8'))
    return [...text.matchAll(literal)].flatMap(([, source = '', flags]) =>
      toFound(relative(root, file), source, flags),
    )
  })
}

/** Files below a folder in which an expression is made from text as it runs. */
export function findMadeExpressions(folder: string): readonly string[] {
  return sourcesBelow(folder)
    .filter((file) => /\bRegExp\(/.test(withoutComments(readFileSync(file, 'utf8'))))
    .map((file) => relative(root, file))
}

/** Every `pattern` of a document, by its place. */
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
    // Two slashes in one line that are no expression.
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

/** Comments quote expressions that no code runs. */
function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(?:\*|\/\*|\/\/).*$/gm, '')
}
