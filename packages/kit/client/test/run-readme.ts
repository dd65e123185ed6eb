import { join } from 'node:path'
import process from 'node:process'
import { format } from 'node:util'
import { createFakeApi } from '../src/testing.ts'
import { examples } from './generate/generated/ferries-examples.ts'

/**
 * Runs modules of a folder, given as arguments, against a fake in place of the network, in which there is one vessel.
 * Prints what each of them logs, as one JSON array of lines for each.
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
