import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { collectEnd, type Ended } from '@giftcards/test-harness/process'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'apps/server/src/commands')
/** Where the server keeps its compiled code as well: loading it again takes half of the time off. */
const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/node')

/** Runs an operator's command to its end, in a process of its own that has only this environment. */
export function runCommand(
  name: 'rotate-card-data' | 'verify-audit-log',
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const child = spawn(process.execPath, [join(folder, `${name}.ts`)], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return collectEnd(child)
}
