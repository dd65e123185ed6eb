import { join } from 'node:path'
import { buildPackage } from '@contract-kit/packaging/build-package'
import { buildAssets } from './build-assets.ts'

/** Builds `generated`, the files that pages load in a browser, and `dist`, or the folder given as the first argument. */
const workspace = join(import.meta.dirname, '..')
const [target = join(workspace, 'dist')] = process.argv.slice(2)

await buildAssets(workspace)
await buildPackage({ workspace, target, platform: 'node', assets: ['generated', 'docs'] })
