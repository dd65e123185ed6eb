import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ExampleDocument, readExamples } from './package/read-examples.ts'
import { renderExamples } from './package/render-examples.ts'

/**
 * Writes the examples of the contract for the fake. With `--check` it writes nothing, names the file if it
 * would change, and exits 1 then.
 */
const target = join(import.meta.dirname, '../src/lib/testing/generated/contract-examples.ts')
const source = fileURLToPath(import.meta.resolve('@giftcards/openapi/dist/openapi.json'))
const document: ExampleDocument = JSON.parse(readFileSync(source, 'utf8'))
const text = renderExamples(readExamples(document))

if (!process.argv.includes('--check')) {
  writeFileSync(target, text)
} else if (readIfPresent(target) !== text) {
  process.stderr.write('Stale: contract-examples.ts. Run "npm run gen" and commit the result.\n')
  process.exitCode = 1
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
