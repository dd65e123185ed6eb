import { join } from 'node:path'
import process from 'node:process'
import { format } from 'node:util'
import { createFakeApi } from '../src/testing.ts'
import { examples } from './generate/generated/ferries-examples.ts'

/**
 * Runs the modules of a folder, both given as arguments, against a fake API instead of the network. The vessel `unknown` does
 * not exist there. Prints a JSON array with an array of logged lines for each module.
 */
const [, , folder = '.', ...files] = process.argv
const printed: string[][] = []
let lines: string[] = []
console.log = (...values: unknown[]) => void lines.push(format(...values))

for (const file of files) {
  const fake = createFakeApi(examples)
  fake.respond('getVessel', ({ path }) =>
    path['vessel-id'] === 'unknown'
      ? Response.json({ title: 'Not found', status: 404, detail: 'No vessel has this id.' }, { status: 404 })
      : 'carFerry',
  )
  globalThis.fetch = fake.fetch
  lines = []
  printed.push(lines)
  await import(join(folder, file))
}
process.stdout.write(JSON.stringify(printed))
