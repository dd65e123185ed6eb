import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openapiDocument } from '@giftcards/contract'
import { recordAnswers } from '../works/record-answers.ts'
import type { FilledServer } from './filled-server.ts'
import type { Workplace } from './workplace.ts'

/** The files with which the sides without a state are started. */
export interface PeerFiles {
  /** The responses of the server, by operation. */
  readonly answers: string
  /** The bundled contract. */
  readonly document: string
}

/** Takes down what a server returns, and the contract, in files. */
export async function writeAnswers(place: Workplace, { side, partners }: FilledServer): Promise<PeerFiles> {
  const [first] = partners
  if (first === undefined) throw new Error('There is no partner')
  const files = { answers: join(place.folder, 'answers.json'), document: join(place.folder, 'openapi.json') }
  writeFileSync(files.answers, JSON.stringify(await recordAnswers(side.url, first)))
  writeFileSync(files.document, JSON.stringify(openapiDocument))
  return files
}
