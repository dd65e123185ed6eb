import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPackage } from '@contract-kit/packaging/build-package'

/** Builds `dist`, or the folder that the first argument names, with a copy of the contract's types: the contract is not published as a package. */
const workspace = join(import.meta.dirname, '..')
const [target = join(workspace, 'dist')] = process.argv.slice(2)
const contract = dirname(fileURLToPath(import.meta.resolve('@giftcards/contract')))

await buildPackage({
  workspace,
  target,
  copiedTypes: {
    '@giftcards/contract': join(contract, 'generated/openapi.ts'),
    '@giftcards/contract/sandbox': join(contract, 'generated/sandbox-openapi.ts'),
  },
})
