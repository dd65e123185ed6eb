import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import type { ModuleOrder, ModuleReport } from './run-modules.ts'

/** One Node process that imports modules, one at a time. */
export interface ModuleRunner {
  /** `env` is added to the environment. */
  run(file: string, env?: Readonly<Record<string, string>>): Promise<ModuleReport>
  stop(): Promise<void>
}

/** Starts the process. */
export function startModuleRunner(): ModuleRunner {
  const child = fork(join(import.meta.dirname, 'run-modules.ts'), {
    execArgv: [],
    // Samples print what they receive.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env['PATH'] },
  })
  const ended = once(child, 'exit')
  return {
    async run(file, env = {}) {
      const answered = once(child, 'message')
      const order: ModuleOrder = { file, env }
      child.send(order)
      const outcome = await Promise.race([answered, ended.then(() => undefined)])
      if (outcome === undefined) throw new Error(`The process ended while it ran ${file}`)
      return outcome[0] as ModuleReport
    },
    async stop() {
      child.kill()
      await ended
    },
  }
}
