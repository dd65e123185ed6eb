import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proveDocument, type Proof, type Score } from '@contract-kit/tools/prove'
import { bundle } from '../sandbox-documents/check-document.ts'
import { documentNamed, root, servedDocuments } from '../sandbox-documents/documents.ts'

/** The results of the checker for the faults of one document. */
export interface DocumentProof {
  readonly name: string
  readonly title: string
  readonly faults: number
  readonly kinds: number
  readonly classes: readonly Score[]
  /** The IDs of the detected faults of a small sample. */
  readonly detectedOfSample: readonly string[]
}

/** Documents for which the checker has findings even on a correct server, because they contradict themselves. */
const unclean = new Set(['petstore', 'galaxy', 'train-travel', 'figma', 'tickets'])

/** Documents whose faults take too long: 101 operations take an hour. */
const tooLarge = new Set(['rclone'])

/** The documents whose faults are tried, in different styles and versions. */
export const provenNames: readonly string[] = servedDocuments
  .map(({ name }) => name)
  .filter((name) => !tooLarge.has(name) && !unclean.has(name))

/** The number of faults of a small sample. */
const sampleSize = 4

/** The maximum number of faults to try, with some of each kind. All faults would take an hour. */
const mostFaults = 400

/** Tries the faults of a document, or those of the small sample. */
export const prove = async (name: string, extent: 'whole' | 'sample'): Promise<Proof> =>
  proveDocument({
    document: await bundle(documentNamed(name)),
    sample: extent === 'sample' ? sampleSize : mostFaults,
  })

export const detectedIn = ({ faults }: Proof): readonly string[] =>
  faults.flatMap(({ id, outcome }) => (outcome === 'detected' ? [id] : []))

/** The file with the results of the last full run. */
export const proofsFile = join(root, 'apps/docs/generated/proofs.json')

export const readProofs = (): readonly DocumentProof[] =>
  (JSON.parse(readFileSync(proofsFile, 'utf8')) as { readonly documents: readonly DocumentProof[] }).documents
