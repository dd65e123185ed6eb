/** `{ a, b }`, `* as a` or `a`: what an import or re-export names before `from`. */
const clause = String.raw`(?:\{[^}]*\}|\*(?: as \w+)?|\w+(?:, ?\{[^}]*\})?)`

const specifiers = new RegExp(
  String.raw`(?<before>^(?:import|export)(?: type)? ${clause} from |^import |\bimport\()(?<quote>['"])(?<specifier>[^'"]+)\k<quote>`,
  'gm',
)

/** Renames the module of every import and re-export of an emitted declaration file, inline `import()` types included. */
export function rewriteSpecifiers(text: string, rename: (specifier: string) => string): string {
  return text.replace(
    specifiers,
    (_, before: string, quote: string, specifier: string) => `${before}${quote}${rename(specifier)}${quote}`,
  )
}
