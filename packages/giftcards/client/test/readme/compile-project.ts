import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const { resolve } = createRequire(import.meta.url)
const compiler = join(dirname(resolve('typescript/package.json')), 'bin/tsc')

/** Compiles files of a folder strictly; returns the output of the compiler. */
export async function compileProject(folder: string, files: readonly string[]): Promise<string> {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2024', 'dom'],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    allowImportingTsExtensions: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  return promisify(execFile)(process.execPath, [compiler, '-p', 'tsconfig.json'], { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  )
}
