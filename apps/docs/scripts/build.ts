import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pipeline } from 'node:stream/promises'
import { createBrotliCompress } from 'node:zlib'
import { buildSite } from '@contract-kit/docs'
import { toSiteOptions } from './site-options.ts'

/** Command: builds the site into `dist`. A warning of the site, such as a link that leads nowhere, fails the build. */
const options = await toSiteOptions()
const { warnings } = await buildSite(options)
for (const warning of warnings) process.stderr.write(`${warning}\n`)
if (warnings.length > 0) process.exitCode = 1

// The largest file by far is the same for every reader. It is compressed here once, more than a server could for each request.
const viewer = join(options.outDir, 'assets/redoc.js')
await pipeline(createReadStream(viewer), createBrotliCompress(), createWriteStream(`${viewer}.br`))
