import { join } from 'node:path'
import { buildPackage } from '@contract-kit/packaging/build-package'

/**
 * Builds `dist`, or the folder that the first argument names. The generator runs on Node; the client itself runs anywhere. Both contain
 * what they use of the kit: an application installs neither a schema judge nor a generator of values with its client.
 */
const workspace = join(import.meta.dirname, '..')
const [target = join(workspace, 'dist')] = process.argv.slice(2)

await buildPackage({
  workspace,
  target,
  nodeFolders: ['generate'],
  assets: ['docs'],
  contained: ['@contract-kit/json-schema', '@contract-kit/openapi'],
})
