import process from 'node:process'
import { buildSite } from '@contract-kit/docs'
import { toSiteOptions } from './site-options.ts'

/** Command: builds the site into `dist`. A warning of the site, such as a link that leads nowhere, fails the build. */
const { warnings } = await buildSite(await toSiteOptions())
for (const warning of warnings) process.stderr.write(`${warning}\n`)
if (warnings.length > 0) process.exitCode = 1
