import { beforeEach } from 'vitest'
import { type Sandbox, startSandbox } from './start-sandbox.ts'

const started = new Map<string, Promise<Sandbox>>()

/**
 * The sandbox that all test files of a process share, reset before each test of the calling file. Other settings have a
 * sandbox of their own. It ends with the process: to start one and open its first session costs more than most files.
 */
export async function useSandbox(env: Readonly<Record<string, string>> = {}): Promise<Sandbox> {
  const key = JSON.stringify(env)
  const starting = started.get(key) ?? startSandbox(env)
  started.set(key, starting)
  const sandbox = await starting
  beforeEach(() => sandbox.reset())
  return sandbox
}
