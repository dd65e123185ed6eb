import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { type ReceivedAnswer, repositoryRoot } from '@giftcards/test-harness'
import type { ModuleOrder, ModuleReport } from './run-modules.ts'

/** A request that a sample sent, and its response. */
export interface SentExchange extends ReceivedAnswer {
  /** In upper case. */
  readonly method: string
  readonly url: string
}

/** The result of running a module: the last request that it sent, its output, and its error. */
export interface ModuleRun extends Omit<ModuleReport, 'exchange'> {
  readonly exchange: SentExchange | undefined
}

/** A partner's project: a folder of modules outside the repository, in which the repository's packages are installed. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'giftcards-samples-'))
  #runner: ChildProcess | undefined
  #stderr = ''

  constructor() {
    symlinkSync(join(repositoryRoot, 'node_modules'), join(this.folder, 'node_modules'))
    this.write('package.json', '{ "type": "module" }')
    const tsconfig = {
      extends: join(repositoryRoot, 'tsconfig.base.json'),
      // A sample may end with a result that only the reader's own code uses.
      compilerOptions: { noUnusedLocals: false },
      include: ['*.ts'],
    }
    this.write('tsconfig.json', JSON.stringify(tsconfig))
  }

  /** The standard error output of its modules. */
  get stderr(): string {
    return this.#stderr
  }

  /** Writes a file and returns its path. */
  write(name: string, text: string): string {
    const file = join(this.folder, name)
    writeFileSync(file, text)
    return file
  }

  /** Writes a module and imports it in the project's process with additional environment variables. Run one module at a time. */
  async run(name: string, text: string, env: Readonly<Record<string, string>> = {}): Promise<ModuleRun> {
    const order: ModuleOrder = { file: this.write(name, text), env }
    const runner = (this.#runner ??= this.#startRunner())
    const reported = once(runner, 'message')
    runner.send(order)
    const ended = once(runner, 'exit').then(() => undefined)
    const outcome = (await Promise.race([reported, ended])) as [ModuleReport] | undefined
    if (outcome === undefined) throw new Error(`The process ended while it ran ${name}`)
    const [{ exchange, ...report }] = outcome
    return { ...report, exchange: exchange && { ...exchange, headers: new Headers([...exchange.headers]) } }
  }

  #startRunner(): ChildProcess {
    const runner = fork(join(import.meta.dirname, 'run-modules.ts'), {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { PATH: process.env['PATH'] },
    })
    runner.setMaxListeners(0)
    runner.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text))
    return runner
  }

  /** Returns the errors of the strict compiler in the project's TypeScript; empty if there are none. */
  compile(): Promise<string> {
    const tsc = join(repositoryRoot, 'node_modules/typescript/bin/tsc')
    return new Promise((resolve) =>
      execFile(process.execPath, [tsc, '--noEmit', '-p', this.folder], (error, stdout) =>
        resolve(stdout || (error?.message ?? '')),
      ),
    )
  }

  close(): void {
    this.#runner?.kill()
    rmSync(this.folder, { recursive: true })
  }
}
