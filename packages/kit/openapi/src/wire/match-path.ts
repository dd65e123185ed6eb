import { escapePattern } from '@contract-kit/json-schema/text'
import { parsePathTemplate } from '../document/path-template.ts'
import { normalizePath } from './percent-encode.ts'
import { writePathText } from './write-path.ts'

const known = new Map<string, { readonly names: readonly string[]; readonly expression: RegExp }>()

/** The raw texts of the path parameters by name, or undefined if the path is not one of the template. */
export const matchPath = (template: string, path: string): ReadonlyMap<string, string> | undefined => {
  const { names, expression } = known.get(template) ?? compile(template)
  const match = expression.exec(normalizePath(path))
  return match === null ? undefined : new Map(names.map((name, index) => [name, match[index + 1] ?? '']))
}

const compile = (template: string): { readonly names: readonly string[]; readonly expression: RegExp } => {
  const pieces = parsePathTemplate(template)
  const names = pieces.flatMap((piece) => (piece.kind === 'parameter' ? [piece.name] : []))
  const source = pieces
    .map((piece) => (piece.kind === 'parameter' ? '([^/]+)' : escapePattern(writePathText(piece.text))))
    .join('')
  const compiled = { names, expression: new RegExp(`^${source}$`) }
  known.set(template, compiled)
  return compiled
}
