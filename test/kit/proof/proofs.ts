import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proveDocument, type Proof, type Score } from '@contract-kit/tools/prove'
import { bundle } from '../sandbox-documents/check-document.ts'
import { documentNamed, root, servedDocuments } from '../sandbox-documents/documents.ts'

/** What the checker detected of the faults of one document. */
export interface DocumentProof {
  readonly name: string
  readonly title: string
  readonly faults: number
  readonly kinds: number
  readonly classes: readonly Score[]
  /** Ids of the faults of a small sample that are detected. */
  readonly detectedOfSample: readonly string[]
}

/** Documents that the checker accuses even on the right server, since they do not agree with themselves. */
const unclean = new Set(['petstore', 'galaxy', 'train-travel', 'figma', 'tickets'])

/** Its faults take an hour: 101 operations. */
const tooLarge = new Set(['rclone'])

/** The documents whose faults have been tried, in different styles and versions. */
export const provenNames: readonly string[] = servedDocuments
  .map(({ name }) => name)
  .filter((name) => !tooLarge.has(name) && !unclean.has(name))

/** The number of faults of a small sample. */
const sampleSize = 4

/** Of more faults than that, as many are tried: some of each kind. All would take an hour. */
const mostFaults = 400

/** Tries the faults of a document, or those of the small sample. */
export const prove = async (name: string, extent: 'whole' | 'sample'): Promise<Proof> =>
  proveDocument({
    document: await bundle(documentNamed(name)),
    sample: extent === 'sample' ? sampleSize : mostFaults,
  })

export const detectedIn = ({ faults }: Proof): readonly string[] =>
  faults.flatMap(({ id, outcome }) => (outcome === 'detected' ? [id] : []))

/** Where the results of the last whole run are kept. */
export const proofsFile = join(root, 'apps/docs/generated/proofs.json')

export const readProofs = (): readonly DocumentProof[] =>
  (JSON.parse(readFileSync(proofsFile, 'utf8')) as { readonly documents: readonly DocumentProof[] }).documents
