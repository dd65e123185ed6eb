import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const { resolve } = createRequire(import.meta.url)
const compiler = join(dirname(resolve('typescript/package.json')), 'bin/tsc')
const typeRoots = [join(dirname(resolve('@types/node/package.json')), '..')]

/** Compiles files of a folder strictly, libraries checked too; the compiler's complaints, or nothing. */
export async function compileProject(
  project: string,
  files: readonly string[],
  settings: object,
): Promise<string> {
  const config = {
    compilerOptions: {
      target: 'es2022',
      module: 'nodenext',
      moduleResolution: 'nodenext',
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
      typeRoots,
      ...settings,
    },
    files,
  }
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config))
  return promisify(execFile)(process.execPath, [compiler, '-p', 'tsconfig.json'], { cwd: project }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  )
}
