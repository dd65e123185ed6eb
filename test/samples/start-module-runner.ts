import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import type { ModuleOrder, ModuleReport } from './run-modules.ts'

/** One Node process that imports modules, one at a time. */
export interface ModuleRunner {
  run(order: ModuleOrder): Promise<ModuleReport>
  stop(): Promise<void>
}

/** Starts the process. */
export function startModuleRunner(): ModuleRunner {
  const child = fork(join(import.meta.dirname, 'run-modules.ts'), {
    execArgv: [],
    env: { PATH: process.env['PATH'] },
  })
  const ended = once(child, 'exit')
  return {
    async run(order) {
      const answered = once(child, 'message')
      child.send(order)
      const outcome = await Promise.race([answered, ended.then(() => undefined)])
      if (outcome === undefined) throw new Error(`The process ended while it ran ${order.file}`)
      return outcome[0] as ModuleReport
    },
    async stop() {
      child.kill()
      await ended
    },
  }
}
