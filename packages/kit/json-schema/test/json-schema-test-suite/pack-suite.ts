/**
 * Packs a checkout of the JSON-Schema-Test-Suite into `suite.json.br`: `node pack-suite.ts <checkout>`. The same checkout gives the same
 * file.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const [checkout] = process.argv.slice(2)
if (checkout === undefined) throw new Error('Usage: node pack-suite.ts <checkout of JSON-Schema-Test-Suite>')

/** The required tests, the tests of the formats that the checker judges, and the documents to which the tests refer. */
const kept = [
  /^tests\/draft2020-12\/[^/]+\.json$/,
  /^tests\/draft2020-12\/optional\/format\/(?!ecmascript-regex|unknown)[^/]+\.json$/,
  /^remotes\/(draft2020-12\/.+|[^/]+\.json)$/,
]
const files = ['tests/draft2020-12', 'remotes']
  .flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name).replaceAll('\\', '/'),
    ),
  )
  .filter((path) => path.endsWith('.json') && kept.some((pattern) => pattern.test(path)))
  .toSorted()
const texts = Object.fromEntries(files.map((path) => [path, readFileSync(join(checkout, path), 'utf8')]))
writeFileSync(new URL('suite.json.br', import.meta.url), brotliCompressSync(JSON.stringify(texts)))
