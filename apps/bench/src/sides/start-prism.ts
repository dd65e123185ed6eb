import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { RunningSide } from './side.ts'
import { spawnMeasured, toRunningSide } from './spawn-side.ts'

/** How long Prism may take to start. */
const patienceMs = 30_000

/** Starts Prism on a document as its command line does, with the log that it keeps by default or none. */
export async function startPrism(documentFile: string, isLogOn: boolean): Promise<RunningSide> {
  // It is the mock's dependency, and is started as the mock starts it, but measured and with a choice of its log.
  const prism = createRequire(import.meta.resolve('@giftcards/mock')).resolve(
    '@stoplight/prism-cli/dist/index.js',
  )
  const port = await findFreePort()
  const level = isLogOn ? 'info' : 'silent'
  const child = spawnMeasured({
    args: [prism, 'mock', '--host', '127.0.0.1', '--port', String(port), '-v', level, documentFile],
  })
  child.stdout?.resume()
  child.stderr?.resume()
  const side = toRunningSide(child, port)
  const started = performance.now()
  // A silent Prism does not say when it listens.
  while (!(await isAnswering(side.url))) {
    if (child.exitCode !== null || performance.now() - started > patienceMs) {
      child.kill('SIGKILL')
      throw new Error('Prism did not start')
    }
    await wait(50)
  }
  return side
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).text()
    return true
  } catch {
    return false
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}
