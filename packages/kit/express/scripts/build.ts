import { join } from 'node:path'
import { buildPackage } from '@contract-kit/packaging/build-package'

/** Builds `dist`, or the folder that the first argument names. */
const workspace = join(import.meta.dirname, '..')
const [target = join(workspace, 'dist')] = process.argv.slice(2)

await buildPackage({ workspace, target, platform: 'node', assets: ['docs'] })
