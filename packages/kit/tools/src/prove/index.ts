export { type CommandOptions, proveCommand } from './prove-command.ts'
export { proveDocument, type ProofOptions } from './prove-document.ts'
export { type FaultOutcome, type Proof, type ProvenFault, type Score } from './proof.ts'
