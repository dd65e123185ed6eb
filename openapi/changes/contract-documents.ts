import { join } from 'node:path'

/** A document of the contract, which is released on its own. */
export interface ContractDocument {
  /** The file that says `info.version`. */
  readonly source: string
  /** The bundles that `npm run build` makes of it, without their endings. */
  readonly bundle: string
  /** The folder with one bundle for each release, `<version>.yaml`, and `releases.yaml`, which dates them. */
  readonly released: string
}

const root = join(import.meta.dirname, '..')

/** The partner API, and the controls of its sandbox, on which partners build their tests. */
export const contractDocuments = {
  openapi: {
    source: 'openapi.yaml',
    bundle: join(root, 'dist/openapi'),
    released: join(root, 'released'),
  },
  sandbox: {
    source: 'sandbox.yaml',
    bundle: join(root, 'dist/sandbox'),
    released: join(root, 'sandbox/released'),
  },
} as const satisfies Readonly<Record<string, ContractDocument>>

/** The name of a document. */
export type ContractName = keyof typeof contractDocuments
