import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPackage } from '@contract-kit/packaging/build-package'
import { packBundled } from '@contract-kit/packaging/bundled-package'

/**
 * Builds `dist`, or the folder that the first argument names, with a copy of the contract's types: the contract is not published
 * as a package. Beside what is published, `dist` has a tarball that installs alone, which a sandbox serves.
 */
const workspace = join(import.meta.dirname, '..')
const [folder] = process.argv.slice(2)
const target = folder ?? join(workspace, 'dist')
const contract = dirname(fileURLToPath(import.meta.resolve('@giftcards/contract')))

await buildPackage({
  workspace,
  target,
  copiedTypes: {
    '@giftcards/contract': join(contract, 'generated/openapi.ts'),
    '@giftcards/contract/sandbox': join(contract, 'generated/sandbox-openapi.ts'),
  },
})

if (folder === undefined) {
  const client = join(dirname(fileURLToPath(import.meta.resolve('@contract-kit/client'))), '../dist')
  await packBundled(target, join(target, 'giftcards-client.tgz'), { '@contract-kit/client': client })
}
