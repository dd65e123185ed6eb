import type { ContractDocument } from './contract-document.ts'

/** One line of the error table: a message of one status, and the codes that come with it. */
export interface ErrorRow {
  readonly status: number
  readonly codes: readonly string[]
  readonly message: string
}

const rowPattern = /^\| (\d{3}) \| (`[a-z_`, ]+`) \| (.+) \|$/gm

/** The error table that stands in the description of the document; empty where there is none. */
export function readErrorTable(document: ContractDocument): readonly ErrorRow[] {
  return Array.from(document.info.description.matchAll(rowPattern), ([, status, codes, message]) => ({
    status: Number(status),
    codes: Array.from((codes ?? '').matchAll(/[a-z_]+/g), ([code]) => code),
    message: message ?? '',
  }))
}
