import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One import or re-export of a source file. Paths are relative to the repository. */
export interface ImportStatement {
  readonly file: string
  /** The whole statement, as written. */
  readonly text: string
  readonly specifier: string
  /** The file that a relative specifier refers to; `undefined` for packages. */
  readonly target: string | undefined
}

const root = join(import.meta.dirname, '../..')

/** Every import and re-export of the sources that git tracks or would add, including type-only and dynamic imports. */
export const imports: readonly ImportStatement[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', '*.ts', '*.tsx'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\0')
  // Templates are separate projects. Until a move is committed, git also lists the old name of the file.
  .filter((file) => file !== '' && !file.includes('/templates/') && existsSync(join(root, file)))
  .flatMap((file) =>
    Array.from(
      readFileSync(join(root, file), 'utf8').matchAll(
        /^(?:import|export)\b[^'"`;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
      ),
      ([text, ...found]) => {
        const specifier = found.find((part) => part !== undefined) ?? ''
        const target = specifier.startsWith('.') ? join(dirname(file), specifier) : undefined
        return { file, text, specifier, target }
      },
    ),
  )

/** Returns the workspace of a file, such as `packages/giftcards/storage` or `openapi`, or the file name at the top level. */
export function workspaceOf(file: string): string {
  return /^(?:packages\/[^/]+\/[^/]+|(?:apps|test)\/[^/]+|openapi)(?=\/)/.exec(file)?.[0] ?? file
}

/** Returns the package of an import, without the path of its entry. */
export function packageOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier
}

/** Whether a file is a test or is used only by tests. */
export function isTest(file: string): boolean {
  return /^test\/|\/test\/|\/lib\/samples\/|\/fixtures\/|\.(?:test|test-d|fixture)\.tsx?$/.test(file)
}
