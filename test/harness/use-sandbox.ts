import { beforeEach } from 'vitest'
import { type Sandbox, startSandbox } from './start-sandbox.ts'

const started = new Map<string, Promise<Sandbox>>()

/**
 * Returns the sandbox that all test files of a process share, and resets it before each test of the calling file. Each set
 * of settings has its own sandbox. It ends with the process, because starting one and opening its first session takes longer
 * than most files.
 */
export async function useSandbox(env: Readonly<Record<string, string>> = {}): Promise<Sandbox> {
  const key = JSON.stringify(env)
  const starting = started.get(key) ?? startSandbox(env)
  started.set(key, starting)
  const sandbox = await starting
  beforeEach(() => sandbox.reset())
  return sandbox
}
