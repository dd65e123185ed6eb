import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One import or re-export of a source file. Paths are relative to the repository. */
export interface ImportStatement {
  readonly file: string
  /** The whole statement, as written. */
  readonly text: string
  readonly specifier: string
  /** The file that a relative specifier leads to; `undefined` for packages. */
  readonly target: string | undefined
}

const root = join(import.meta.dirname, '../..')

/** Every import and re-export of the sources that git would keep, type-only and dynamic ones included. */
export const imports: readonly ImportStatement[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', '*.ts', '*.tsx'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\0')
  // Templates are projects of others. A file that was moved is listed under its old name until that is committed.
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

/** The workspace of a file, such as `packages/giftcards/storage` or `openapi`; the file itself at the top. */
export function workspaceOf(file: string): string {
  return /^(?:packages\/[^/]+\/[^/]+|(?:apps|test)\/[^/]+|openapi)(?=\/)/.exec(file)?.[0] ?? file
}

/** The package of an import, without the path of its entry. */
export function packageOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier
}

/** Whether a file is a test, or serves tests alone. */
export function isTest(file: string): boolean {
  return /^test\/|\/test\/|\/lib\/samples\/|\/fixtures\/|\.(?:test|test-d|fixture)\.tsx?$/.test(file)
}
