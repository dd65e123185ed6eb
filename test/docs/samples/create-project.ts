import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')

/** A partner's project: a folder of modules outside the repository, in which its packages are installed. */
export interface Project {
  readonly folder: string
  /** Writes a file and returns where it is. */
  write(name: string, text: string): string
  /** The errors of the strict compiler in the project's TypeScript; empty if there are none. */
  compile(): Promise<string>
  remove(): void
}

/** Creates a project; a module may import what the repository's own modules may. */
export function createProject(): Project {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-samples-'))
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  write('package.json', '{ "type": "module" }')
  const tsconfig = {
    extends: join(root, 'tsconfig.base.json'),
    // A sample ends where its reader continues with the result.
    compilerOptions: { noUnusedLocals: false },
    include: ['*.ts'],
  }
  write('tsconfig.json', JSON.stringify(tsconfig))
  return {
    folder,
    write,
    async compile() {
      const tsc = join(root, 'node_modules/typescript/bin/tsc')
      const compiling = promisify(execFile)(process.execPath, [tsc, '--noEmit', '-p', folder])
      return compiling.then(
        ({ stdout }) => stdout,
        (error: { stdout?: string; message: string }) => error.stdout ?? error.message,
      )
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
