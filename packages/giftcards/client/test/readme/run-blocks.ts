import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { format } from 'node:util'
import { sandboxResponse } from './sandbox-response.ts'
import { createFakePartnerApi } from '../../src/testing.ts'

/**
 * Runs each module of the folder that the argument names. Each module has its own fake instead of the network, in which
 * every order is delivered and cards of 15 are sold out. Prints the logged lines of all modules as one JSON object, by
 * file name.
 */
const folder = resolve(process.argv[2] ?? '.')
const printed: Record<string, string[]> = {}
let lines: string[] = []
console.log = (...values: unknown[]) => void lines.push(format(...values))

for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
  const fake = createFakePartnerApi()
  fake.respond('getOrder', 'delivered')
  fake.respond('addCards', ({ body }) =>
    JSON.stringify(body).includes('"faceValue":15,') ? 'insufficient_inventory' : 'full',
  )
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    return new URL(request.url).pathname.startsWith('/__sandbox/')
      ? sandboxResponse(request)
      : fake.fetch(request)
  }
  printed[file] = lines = []
  await import(join(folder, file))
}
process.stdout.write(JSON.stringify(printed))
