import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { withSamples } from '../samples/with-samples.ts'
import { type JsonObject, toPublished, withExamplesInPlace } from './publish.ts'
import { runRedocly } from './run-redocly.ts'

/**
 * Bundles both documents into `dist/`: `<name>.yaml` and `<name>.json` as published, `<name>.docs.yaml`, the same with
 * code samples, for the docs, and `<name>.full.json` with `x-source` and `x-request`, which the rule catalogue and the
 * tests read.
 */
const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const names = ['openapi', 'sandbox']

const scratch = mkdtempSync(join(tmpdir(), 'giftcards-bundle-'))
try {
  const documents = names.map((name) => `${name}.yaml`)
  const run = runRedocly(['bundle', ...documents, '--ext', 'json', '--output', scratch], root)
  if (run.exitCode !== 0) {
    process.stderr.write(run.stdout + run.stderr)
    process.exitCode = 1
  } else {
    mkdirSync(dist, { recursive: true })
    for (const name of names) await writeDocument(name)
  }
} finally {
  rmSync(scratch, { recursive: true })
}

async function writeDocument(name: string) {
  const bundled: JsonObject = JSON.parse(readFileSync(join(scratch, `${name}.json`), 'utf8'))
  const full = withExamplesInPlace(bundled)
  const published = toPublished(full)
  writeFileSync(join(dist, `${name}.full.json`), toJson(full))
  writeFileSync(join(dist, `${name}.json`), toJson(published))
  writeFileSync(join(dist, `${name}.yaml`), toYaml(published))
  writeFileSync(join(dist, `${name}.docs.yaml`), toYaml(toPublished(await withSamples(full))))
}

function toYaml(document: JsonObject): string {
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })
}

function toJson(document: JsonObject): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
