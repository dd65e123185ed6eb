import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Where the repository begins. */
export const root = join(import.meta.dirname, '../..')

/** One import or re-export of a source file. */
export interface ImportStatement {
  /** The file it stands in, relative to the repository. */
  readonly file: string
  /** As written. */
  readonly specifier: string
  /** The file a relative specifier leads to, relative to the repository; `undefined` for packages. */
  readonly target: string | undefined
}

/** Every TypeScript source that git would keep, relative to the repository; generated files included. */
export const sourceFiles: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', '*.ts', '*.tsx'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\0')
  // Templates are projects of others.
  .filter((file) => !file.startsWith('packages/kit/create/templates/'))
  // A file that was moved is listed under its old name until that is committed.
  .filter((file) => file !== '' && existsSync(join(root, file)))
  .toSorted()

/** The text of a source file. */
export function readSource(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** Every import and re-export, type-only ones and dynamic ones included. */
export const imports: readonly ImportStatement[] = sourceFiles.flatMap((file) =>
  Array.from(
    readSource(file).matchAll(
      /^(?:import|export)\b[^'"`;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
    ),
  ).map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? ''
    const target = specifier.startsWith('.')
      ? relative(root, join(root, dirname(file), specifier))
      : undefined
    return { file, specifier, target }
  }),
)

/** The workspace a file belongs to: `packages/giftcards/storage`, `openapi`, `test`; the file itself at the top. */
export function workspaceOf(file: string): string {
  return /^(?:packages\/[^/]+\/[^/]+|apps\/[^/]+|openapi|test)(?=\/)/.exec(file)?.[0] ?? file
}

/** Whether a file is a test, or serves tests alone. */
export function isTest(file: string): boolean {
  return /^test\/|\/lib\/samples\//.test(file) || /\.(?:test|test-d|fixture)\.tsx?$/.test(file)
}
