import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { buildSite, compressFiles } from '@contract-kit/docs'
import { openapiDocument } from '@giftcards/contract'
import { sandboxDocument } from '@giftcards/contract/sandbox'
import { toSiteOptions } from './site-options.ts'

/** Command: builds the site into `dist`. A warning of the site, such as a broken link, fails the build, and so does a note. */
const options = await toSiteOptions()
const { warnings, notes } = await buildSite(options)
const problems = [...warnings, ...notes]
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exitCode = 1

// The documents for servers. A relative server URL is resolved against the document's location (OpenAPI 3.1, 4.8.5).
for (const [name, document, root] of [
  ['openapi', openapiDocument, './'],
  ['sandbox-openapi', sandboxDocument, '../'],
] as const) {
  const servers = [{ url: root, description: 'This server.' }]
  writeFileSync(join(options.outDir, `${name}.json`), JSON.stringify({ ...document, servers }))
}
await compressFiles(options.outDir)
